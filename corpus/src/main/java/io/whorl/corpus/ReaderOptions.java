package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The options of a {@link CorpusReader}. Immutable; made by a {@link Builder}. */
public final class ReaderOptions {
    /** Every document, converted to text; one thread per core, 8 nested containers, 1,000 bytes from each byte. */
    public static final ReaderOptions DEFAULT = new Builder().build();

    private static final int MAX_THREADS = 1_024;

    private final FormatOptions formats;
    private final boolean convert;
    private final boolean mapped;
    private final GlobSet include;
    private final GlobSet exclude;
    private final Sample sample;
    private final long limit;
    private final int threads;
    private final int maxDepth;
    private final int maxExpansion;
    private final long expansionAllowance;

    private ReaderOptions(Builder builder) {
        formats = builder.formats;
        convert = builder.convert;
        mapped = builder.mapped;
        include = builder.include;
        exclude = builder.exclude;
        sample = builder.sample;
        limit = builder.limit;
        threads = builder.threads;
        maxDepth = builder.maxDepth;
        maxExpansion = builder.maxExpansion;
        expansionAllowance = builder.expansionAllowance;
    }

    /**
     * Starts from {@link #DEFAULT}.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts from these options.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.formats = formats;
        builder.convert = convert;
        builder.mapped = mapped;
        builder.include = include;
        builder.exclude = exclude;
        builder.sample = sample;
        builder.limit = limit;
        builder.threads = threads;
        builder.maxDepth = maxDepth;
        builder.maxExpansion = maxExpansion;
        builder.expansionAllowance = expansionAllowance;
        return builder;
    }

    /** {@return the options that every format sees, among them the largest document} */
    public FormatOptions formats() {
        return formats;
    }

    /** {@return true if documents such as HTML are converted to text; false if their bytes are delivered unchanged} */
    public boolean convert() {
        return convert;
    }

    /** {@return true if documents carry maps to their places in the source, which costs time and memory} */
    public boolean mapped() {
        return mapped;
    }

    /** {@return the globs of which an id must match at least one; empty if every id is accepted} */
    public List<String> include() {
        return include.patterns();
    }

    /** {@return the globs of which an id must match none} */
    public List<String> exclude() {
        return exclude.patterns();
    }

    /** {@return the share of the documents that is read} */
    public Sample sample() {
        return sample;
    }

    /** {@return the largest number of documents that are read, 1 or more} */
    public long limit() {
        return limit;
    }

    /** {@return the threads that convert documents to text, in addition to the one that reads; 1 to 1,024} */
    public int threads() {
        return threads;
    }

    /** {@return how deep archives and compressions may be nested, 1 to 64; deeper ones are skipped} */
    public int maxDepth() {
        return maxDepth;
    }

    /** {@return the bytes that one byte of a file may expand to, beyond the first GiB; 1 to 1,000,000} */
    public int maxExpansion() {
        return maxExpansion;
    }

    /** The bytes that any file may expand to, whatever its size. */
    long expansionAllowance() {
        return expansionAllowance;
    }

    /** Why a document is not read, judging by its id; nothing if it is. */
    Optional<Skipped> unwanted(String place, String id) {
        if (id.isEmpty()) {
            return Optional.of(new Skipped(place, Skipped.Reason.INVALID, "its id is empty"));
        }
        return selects(id)
                ? Optional.empty()
                : Optional.of(new Skipped(place, Skipped.Reason.LEFT_OUT, "not selected by globs or sample"));
    }

    private boolean selects(String id) {
        return (include.isEmpty() || include.matches(id)) && !exclude.matches(id) && sample.contains(id);
    }

    private List<Object> values() {
        return List.of(
                formats,
                convert,
                mapped,
                include,
                exclude,
                sample,
                limit,
                threads,
                maxDepth,
                maxExpansion,
                expansionAllowance);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReaderOptions options && values().equals(options.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /**
     * Collects options. Each method checks its argument and throws {@link IllegalArgumentException} if the argument is
     * outside the range that the accessor of the same name states. Not thread-safe.
     */
    public static final class Builder {
        private FormatOptions formats = FormatOptions.DEFAULT;
        private boolean convert = true;
        private boolean mapped;
        private GlobSet include = GlobSet.of(List.of());
        private GlobSet exclude = GlobSet.of(List.of());
        private Sample sample = Sample.ALL;
        private long limit = Long.MAX_VALUE;
        private int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        private int maxDepth = 8;
        private int maxExpansion = 1_000;
        private long expansionAllowance = 1L << 30;

        private Builder() {}

        public Builder formats(FormatOptions value) {
            formats = Objects.requireNonNull(value, "formats");
            return this;
        }

        public Builder convert(boolean value) {
            convert = value;
            return this;
        }

        public Builder mapped(boolean value) {
            mapped = value;
            return this;
        }

        /**
         * Accepts only documents whose ids match one of these globs. The syntax is that of
         * {@link java.nio.file.FileSystem#getPathMatcher}, on every system alike: {@code *} matches any characters
         * except {@code /}, {@code **} any characters, {@code ?} one character except {@code /}, {@code [a-c]} and
         * {@code [!a-c]} one character of a set or outside it, and <code>{a,b}</code> one of several alternatives. A
         * backslash makes the next character literal. A glob must match the whole id, with case: {@code **.txt} matches
         * every {@code .txt} file, and {@code *.txt} only those outside folders.
         *
         * @param globs any number; if there are none, every id is accepted
         * @return this builder
         * @throws IllegalArgumentException if a glob has an unbalanced or empty bracket
         */
        public Builder include(List<String> globs) {
            include = GlobSet.of(globs);
            return this;
        }

        /**
         * Leaves out documents whose ids match one of these globs.
         *
         * @param globs as for {@link #include}
         * @return this builder
         * @throws IllegalArgumentException if a glob has an unbalanced or empty bracket
         */
        public Builder exclude(List<String> globs) {
            exclude = GlobSet.of(globs);
            return this;
        }

        public Builder sample(Sample value) {
            sample = Objects.requireNonNull(value, "sample");
            return this;
        }

        public Builder limit(long documents) {
            limit = checked("limit", documents, 1, Long.MAX_VALUE);
            return this;
        }

        public Builder threads(int value) {
            threads = (int) checked("threads", value, 1, MAX_THREADS);
            return this;
        }

        public Builder maxDepth(int containers) {
            maxDepth = (int) checked("max-depth", containers, 1, 64);
            return this;
        }

        public Builder maxExpansion(int ratio) {
            maxExpansion = (int) checked("max-expansion", ratio, 1, 1_000_000);
            return this;
        }

        /** Not public: a smaller allowance only makes tests quick. */
        Builder expansionAllowance(long bytes) {
            expansionAllowance = bytes;
            return this;
        }

        public ReaderOptions build() {
            return new ReaderOptions(this);
        }

        private static long checked(String name, long value, long min, long max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " is " + value + "; it must be " + min
                        + (max == Long.MAX_VALUE ? " or more" : " to " + max));
            }
            return value;
        }
    }
}
