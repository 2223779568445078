package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of a {@link CorpusReader}: {@code ReaderOptions.DEFAULT.limit(1_000)}. A setter throws
 * {@link IllegalArgumentException} for a value out of its range. Immutable and thread-safe.
 */
public final class ReaderOptions implements Cloneable {
    private static final int MAX_THREADS = 1_024;

    /** Every document, converted to text; one thread per core, 8 nested containers, 1,000 bytes from each byte. */
    public static final ReaderOptions DEFAULT = new ReaderOptions();

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

    private ReaderOptions() {}

    /** Returns a copy with a change. Nothing else changes a field. */
    private ReaderOptions with(Consumer<ReaderOptions> change) {
        ReaderOptions copy;
        try {
            copy = (ReaderOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options are Cloneable", e);
        }
        change.accept(copy);
        VarHandle.storeStoreFence();
        return copy;
    }

    private static long checked(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be " + min
                    + (max == Long.MAX_VALUE ? " or more" : " to " + max));
        }
        return value;
    }

    /** {@return the options that every format sees, among them the largest document} */
    public FormatOptions formats() {
        return formats;
    }

    /** Sets the options that every format sees. */
    public ReaderOptions formats(FormatOptions value) {
        return with(o -> o.formats = Objects.requireNonNull(value, "formats"));
    }

    /** {@return true if documents such as HTML are converted to text} */
    public boolean convert() {
        return convert;
    }

    /** Sets whether documents such as HTML are converted to text; if not, their bytes are delivered unchanged. */
    public ReaderOptions convert(boolean value) {
        return with(o -> o.convert = value);
    }

    /** {@return true if documents carry maps to their places in the source} */
    public boolean mapped() {
        return mapped;
    }

    /** Sets whether documents carry maps to their places in the source, which costs time and memory. */
    public ReaderOptions mapped(boolean value) {
        return with(o -> o.mapped = value);
    }

    /** {@return the globs of which an id must match at least one; empty if every id is accepted} */
    public List<String> include() {
        return include.patterns();
    }

    /**
     * Accepts only documents whose ids match one of these globs. The syntax is that of
     * {@link java.nio.file.FileSystem#getPathMatcher}, on every system alike: {@code *} matches any characters except
     * {@code /}, {@code **} any characters, {@code ?} one character except {@code /}, {@code [a-c]} and {@code [!a-c]}
     * one character of a set or outside it, and <code>{a,b}</code> one of several alternatives. A backslash makes the
     * next character literal. A glob must match the whole id, with case: {@code **.txt} matches every {@code .txt}
     * file, and {@code *.txt} only those outside folders.
     *
     * @param globs any number; if there are none, every id is accepted
     * @throws IllegalArgumentException if a glob has an unbalanced or empty bracket
     */
    public ReaderOptions include(List<String> globs) {
        return with(o -> o.include = GlobSet.of(globs));
    }

    /** {@return the globs of which an id must match none} */
    public List<String> exclude() {
        return exclude.patterns();
    }

    /**
     * Leaves out documents whose ids match one of these globs.
     *
     * @param globs as for {@link #include}
     * @throws IllegalArgumentException if a glob has an unbalanced or empty bracket
     */
    public ReaderOptions exclude(List<String> globs) {
        return with(o -> o.exclude = GlobSet.of(globs));
    }

    /** {@return the share of the documents that is read} */
    public Sample sample() {
        return sample;
    }

    /** Sets the share of the documents that is read. */
    public ReaderOptions sample(Sample value) {
        return with(o -> o.sample = Objects.requireNonNull(value, "sample"));
    }

    /** {@return the largest number of documents that are read} */
    public long limit() {
        return limit;
    }

    /** Sets the largest number of documents that are read, 1 or more. */
    public ReaderOptions limit(long documents) {
        return with(o -> o.limit = checked("limit", documents, 1, Long.MAX_VALUE));
    }

    /** {@return the threads that convert documents to text, in addition to the one that reads} */
    public int threads() {
        return threads;
    }

    /** Sets the threads that convert documents to text, in addition to the one that reads; 1 to 1,024. */
    public ReaderOptions threads(int value) {
        return with(o -> o.threads = (int) checked("threads", value, 1, MAX_THREADS));
    }

    /** {@return how deep archives and compressions may be nested; deeper ones are skipped} */
    public int maxDepth() {
        return maxDepth;
    }

    /** Sets how deep archives and compressions may be nested, 1 to 64. */
    public ReaderOptions maxDepth(int containers) {
        return with(o -> o.maxDepth = (int) checked("max-depth", containers, 1, 64));
    }

    /** {@return the bytes that one byte of a file may expand to, beyond the first GiB} */
    public int maxExpansion() {
        return maxExpansion;
    }

    /** Sets the bytes that one byte of a file may expand to, beyond the first GiB; 1 to 1,000,000. */
    public ReaderOptions maxExpansion(int ratio) {
        return with(o -> o.maxExpansion = (int) checked("max-expansion", ratio, 1, 1_000_000));
    }

    /** The bytes that any file may expand to, whatever its size. */
    long expansionAllowance() {
        return expansionAllowance;
    }

    /** Not public: a smaller allowance only makes tests quick. */
    ReaderOptions expansionAllowance(long bytes) {
        return with(o -> o.expansionAllowance = bytes);
    }

    /** Why a document is not read, judging by its id; nothing if it is. */
    Optional<Skipped> unwanted(String place, long file, long record, String id) {
        if (id.isEmpty()) {
            return Optional.of(new Skipped(place, file, record, Skipped.Reason.INVALID, "its id is empty"));
        }
        String detail = "not selected by globs or sample";
        return selects(id)
                ? Optional.empty()
                : Optional.of(new Skipped(place, file, record, Skipped.Reason.LEFT_OUT, detail));
    }

    private boolean selects(String id) {
        return (include.isEmpty() || include.matches(id)) && !exclude.matches(id) && sample.contains(id);
    }
}
