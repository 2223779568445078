package io.whorl.bulk;

import io.whorl.internal.Ranges;
import java.util.Objects;

/** The options of a bulk build: {@code BuildOptions.DEFAULT.threads(4)}. Immutable and thread-safe. */
public final class BuildOptions extends IndexingOptions<BuildOptions> {
    /**
     * Does not replace an index, uses half of the heap and all cores, indexes every document, keeps the last of several
     * with one id, does not look for duplicates, keeps 64 MiB of the disk free, and stores neither texts nor
     * fingerprints.
     */
    public static final BuildOptions DEFAULT = new BuildOptions();

    private boolean replace;
    private long minDocument;
    private Duplicates duplicates = Duplicates.IGNORE;
    private long runText = Long.MAX_VALUE;
    private long reserve = 64L << 20;

    private BuildOptions() {
        super(2);
    }

    public boolean replace() {
        return replace;
    }

    /** Sets whether to replace an existing index at the path. The new index takes its place in one step at the end. */
    public BuildOptions replace(boolean value) {
        return with(o -> o.replace = value);
    }

    public long minDocument() {
        return minDocument;
    }

    /** Leaves out and counts documents with fewer surviving words (HZ 7: 50); 0 keeps all. */
    public BuildOptions minDocument(long words) {
        return with(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    public Duplicates duplicates() {
        return duplicates;
    }

    /** Sets how to treat documents that equal an earlier one. */
    public BuildOptions duplicates(Duplicates value) {
        return with(o -> o.duplicates = Objects.requireNonNull(value, "duplicates"));
    }

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
}
