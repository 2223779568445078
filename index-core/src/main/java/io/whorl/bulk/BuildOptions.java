package io.whorl.bulk;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Objects;

/** The options of a bulk build: {@code BuildOptions.DEFAULT.threads(4)}. Immutable and thread-safe. */
public final class BuildOptions extends Options<BuildOptions> {
    /** The smallest memory that a build accepts, in bytes: 16 MiB. */
    public static final long LEAST_MEMORY = 16L << 20;
    /**
     * Does not replace an index, uses half of the heap and all cores, indexes every document, keeps the last of several
     * with one id, does not look for duplicates, keeps 64 MiB of the disk free, and stores neither texts nor
     * fingerprints.
     */
    public static final BuildOptions DEFAULT = new BuildOptions();

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

    private BuildOptions() {}

    /** Whether an existing index at the path is replaced. */
    public boolean replace() {
        return replace;
    }

    /** Sets whether to replace an existing index at the path. The new index takes its place in one step at the end. */
    public BuildOptions replace(boolean value) {
        return with(o -> o.replace = value);
    }

    /** Bytes of heap for data that grow with the corpus. */
    public long memory() {
        return memory;
    }

    /**
     * Sets the heap for data that grow with the corpus. Data that exceed it go to scratch files.
     *
     * @param bytes from {@link #LEAST_MEMORY} to 2<sup>50</sup>
     */
    public BuildOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, LEAST_MEMORY, 1L << 50));
    }

    /** Threads that fingerprint and sort. */
    public int threads() {
        return threads;
    }

    /** Sets the threads that fingerprint and sort, 1 to 1,024. */
    public BuildOptions threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    /** The least number of surviving words of a document. */
    public long minDocument() {
        return minDocument;
    }

    /** Leaves out and counts documents with fewer surviving words (HZ 7: 50); 0 keeps all. */
    public BuildOptions minDocument(long words) {
        return with(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    /** Which of several documents with one id is kept. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /**
     * Sets which of several documents with one id is kept, in the order of adding. {@link BuildReport#repeatedIds}
     * counts the others. With {@link RepeatedIds#REFUSE}, the build ends with a {@link io.whorl.RefusedException} when
     * it is finished, or when a run ends.
     */
    public BuildOptions repeatedIds(RepeatedIds value) {
        return with(o -> o.repeatedIds = Objects.requireNonNull(value, "repeatedIds"));
    }

    /** How documents are treated that equal an earlier one. */
    public Duplicates duplicates() {
        return duplicates;
    }

    /** Sets how to treat documents that equal an earlier one. */
    public BuildOptions duplicates(Duplicates value) {
        return with(o -> o.duplicates = Objects.requireNonNull(value, "duplicates"));
    }

    /** Bytes of text after which a run ends. */
    public long runText() {
        return runText;
    }

    /**
     * Sets the text after which a run ends. A run also ends when its share of the memory is used.
     *
     * @param bytes at least 1; {@link Long#MAX_VALUE} ends runs by memory alone
     */
    public BuildOptions runText(long bytes) {
        return with(o -> o.runText = Ranges.check("run-text", bytes, 1, Long.MAX_VALUE));
    }

    /** Bytes of the disk that stay free. */
    public long reserve() {
        return reserve;
    }

    /**
     * Sets the disk space to keep free. A build that would use it fails with {@link io.whorl.DiskSpaceException}.
     *
     * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
     */
    public BuildOptions reserve(long bytes) {
        return with(o -> o.reserve = Ranges.check("reserve", bytes, 0, 1L << 50));
    }

    /** Whether the index stores the texts of its documents. */
    public boolean storeText() {
        return storeText;
    }

    /**
     * Sets whether the index stores the text of each document, compressed, and gives it back byte for byte. An index
     * either stores the texts of all its documents or of none.
     */
    public BuildOptions storeText(boolean value) {
        return with(o -> o.storeText = value);
    }

    /** Whether the index stores the fingerprints of its documents. */
    public boolean storeFingerprints() {
        return storeFingerprints;
    }

    /**
     * Sets whether the index stores the fingerprint of each document, so that a query can start from a document of the
     * index without its text: {@code Snapshot.like}, {@code compare} and {@code group}. An index either stores the
     * fingerprints of all its documents or of none.
     */
    public BuildOptions storeFingerprints(boolean value) {
        return with(o -> o.storeFingerprints = value);
    }
}
