package io.whorl.bulk;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Objects;

/**
 * The options that a bulk build and a writer have in common. Immutable. Only the library extends this class.
 *
 * @param <O> the class of the options
 */
public abstract class IndexingOptions<O extends IndexingOptions<O>> extends Options<O> {
    /** The smallest memory that a build or a writer accepts, in bytes: 16 MiB. */
    public static final long LEAST_MEMORY = 16L << 20;

    long memory;
    int threads = Runtime.getRuntime().availableProcessors();
    RepeatedIds repeatedIds = RepeatedIds.LAST;
    boolean storeText;
    boolean storeFingerprints;

    /** @param share the default memory is the heap divided by it */
    protected IndexingOptions(int share) {
        memory = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / share);
    }

    public final long memory() {
        return memory;
    }

    /**
     * Sets the heap for data that grow with the documents: of a build, or of a large commit, a seal or a merge of a
     * writer, each. Data that exceed it go to scratch files. Small merges, which run beside a large one, use a quarter
     * of it.
     *
     * @param bytes from {@link #LEAST_MEMORY} to 2<sup>50</sup>
     */
    public final O memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, LEAST_MEMORY, 1L << 50));
    }

    public final int threads() {
        return threads;
    }

    /** Sets the threads that fingerprint and sort, 1 to 1,024; of a writer, those of {@code addAll}. */
    public final O threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    public final RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /**
     * Sets which of several documents with one id is kept, in the order of adding. {@link BuildReport#repeatedIds}
     * counts the others. With {@link RepeatedIds#REFUSE}, a build ends with a {@link io.whorl.RefusedException} when it
     * is finished, or when a run ends. A writer looks each id up with all but {@link RepeatedIds#LAST}; its method
     * {@code update} always replaces.
     */
    public final O repeatedIds(RepeatedIds value) {
        return with(o -> o.repeatedIds = Objects.requireNonNull(value, "repeatedIds"));
    }

    public final boolean storeText() {
        return storeText;
    }

    /**
     * Sets whether the index stores the text of each document, compressed, and gives it back byte for byte. This is a
     * property of the index, fixed when it is created: a writer of an index that stores texts always stores them, and
     * with {@code true} a writer refuses an index that does not.
     */
    public final O storeText(boolean value) {
        return with(o -> o.storeText = value);
    }

    public final boolean storeFingerprints() {
        return storeFingerprints;
    }

    /**
     * Sets whether the index stores the fingerprint of each document, so that a query can start from a document of the
     * index without its text: {@code Snapshot.like}, {@code compare} and {@code group}. A property of the index like
     * {@link #storeText}.
     */
    public final O storeFingerprints(boolean value) {
        return with(o -> o.storeFingerprints = value);
    }
}
