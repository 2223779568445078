package io.whorl.bulk;

import io.whorl.internal.Ranges;
import java.util.Objects;

/** The options of a bulk build: {@code BuildOptions.builder().threads(4).build()}. Immutable and thread-safe. */
public final class BuildOptions {
    /** The smallest memory that a build accepts, in bytes: 16 MiB. */
    public static final long LEAST_MEMORY = 16L << 20;
    /**
     * Does not replace an index, uses half of the heap and all cores, indexes every document, keeps the last of several
     * with one id, does not look for duplicates, keeps 64 MiB of the disk free, and stores neither texts nor
     * fingerprints.
     */
    public static final BuildOptions DEFAULT = builder().build();

    private final boolean replace;
    private final long memory;
    private final int threads;
    private final long minDocument;
    private final RepeatedIds repeatedIds;
    private final Duplicates duplicates;
    private final long runText;
    private final long reserve;
    private final boolean storeText;
    private final boolean storeFingerprints;

    private BuildOptions(Builder builder) {
        replace = builder.replace;
        memory = builder.memory;
        threads = builder.threads;
        minDocument = builder.minDocument;
        repeatedIds = builder.repeatedIds;
        duplicates = builder.duplicates;
        runText = builder.runText;
        reserve = builder.reserve;
        storeText = builder.storeText;
        storeFingerprints = builder.storeFingerprints;
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        return new Builder()
                .replace(replace)
                .memory(memory)
                .threads(threads)
                .minDocument(minDocument)
                .repeatedIds(repeatedIds)
                .duplicates(duplicates)
                .runText(runText)
                .reserve(reserve)
                .storeText(storeText)
                .storeFingerprints(storeFingerprints);
    }

    /** Whether an existing index at the path is replaced. */
    public boolean replace() {
        return replace;
    }

    /** Bytes of heap for data that grow with the corpus. */
    public long memory() {
        return memory;
    }

    /** Threads that fingerprint and sort. */
    public int threads() {
        return threads;
    }

    /** Documents with fewer surviving words are left out. */
    public long minDocument() {
        return minDocument;
    }

    /** Which of several documents with one id is kept. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /** How documents are treated that equal an earlier one. */
    public Duplicates duplicates() {
        return duplicates;
    }

    /** Bytes of text after which a run ends. */
    public long runText() {
        return runText;
    }

    /** Bytes of the disk that stay free. */
    public long reserve() {
        return reserve;
    }

    /** Whether the index stores the texts of its documents. */
    public boolean storeText() {
        return storeText;
    }

    /** Whether the index stores the fingerprints of its documents. */
    public boolean storeFingerprints() {
        return storeFingerprints;
    }

    /** Builds {@link BuildOptions}. Not thread-safe. */
    public static final class Builder {
        private boolean replace;
        private long memory = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 2);
        private int threads = Runtime.getRuntime().availableProcessors();
        private long minDocument;
        private RepeatedIds repeatedIds = RepeatedIds.LAST;
        private Duplicates duplicates = Duplicates.IGNORE;
        private long runText = Long.MAX_VALUE;
        private long reserve = 64L << 20;
        private boolean storeText;
        private boolean storeFingerprints;

        private Builder() {}

        /** Whether to replace an existing index at the path. The new index takes its place in one step at the end. */
        public Builder replace(boolean value) {
            replace = value;
            return this;
        }

        /**
         * Sets the heap for data that grow with the corpus. Data that exceed it go to scratch files.
         *
         * @param bytes from {@link #LEAST_MEMORY} to 2<sup>50</sup>
         */
        public Builder memory(long bytes) {
            memory = Ranges.check("memory", bytes, LEAST_MEMORY, 1L << 50);
            return this;
        }

        /** @param value threads that fingerprint and sort, 1 to 1,024 */
        public Builder threads(int value) {
            threads = Ranges.check("threads", value, 1, 1_024);
            return this;
        }

        /** @param words documents with fewer surviving words are left out and counted (HZ 7: 50); 0 keeps all */
        public Builder minDocument(long words) {
            minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE);
            return this;
        }

        /**
         * Which of several documents with one id is kept, in the order of adding. {@link BuildReport#repeatedIds}
         * counts the others. With {@link RepeatedIds#REFUSE}, the build ends with a
         * {@link io.whorl.RepeatedIdException} when it is finished, or when a run ends.
         */
        public Builder repeatedIds(RepeatedIds value) {
            repeatedIds = Objects.requireNonNull(value, "repeatedIds");
            return this;
        }

        /** How to treat documents that equal an earlier one. */
        public Builder duplicates(Duplicates value) {
            duplicates = Objects.requireNonNull(value, "duplicates");
            return this;
        }

        /**
         * Sets the text after which a run ends. A run also ends when its share of the memory is used.
         *
         * @param bytes at least 1; {@link Long#MAX_VALUE} ends runs by memory alone
         */
        public Builder runText(long bytes) {
            runText = Ranges.check("run-text", bytes, 1, Long.MAX_VALUE);
            return this;
        }

        /**
         * Sets the disk space to keep free. A build that would use it fails with {@link io.whorl.DiskSpaceException}.
         *
         * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
         */
        public Builder reserve(long bytes) {
            reserve = Ranges.check("reserve", bytes, 0, 1L << 50);
            return this;
        }

        /**
         * Whether the index stores the text of each document, compressed, and gives it back byte for byte. An index
         * either stores the texts of all its documents or of none.
         */
        public Builder storeText(boolean value) {
            storeText = value;
            return this;
        }

        /**
         * Whether the index stores the fingerprint of each document, so that a query can start from a document of the
         * index without its text: {@code Snapshot.like}, {@code compare} and {@code group}. An index either stores the
         * fingerprints of all its documents or of none.
         */
        public Builder storeFingerprints(boolean value) {
            storeFingerprints = value;
            return this;
        }

        /** The options. */
        public BuildOptions build() {
            return new BuildOptions(this);
        }
    }
}
