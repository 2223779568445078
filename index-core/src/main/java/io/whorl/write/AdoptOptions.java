package io.whorl.write;

import io.whorl.Options;
import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import java.util.Objects;

/** How an index adopts a segment set: {@code AdoptOptions.DEFAULT.link(true)}. Immutable and thread-safe. */
public final class AdoptOptions extends Options<AdoptOptions> {
    /** Keeps the last of several documents with one id, copies the segments, and keeps 64 MiB of the disk free. */
    public static final AdoptOptions DEFAULT = new AdoptOptions();

    private RepeatedIds repeatedIds = RepeatedIds.LAST;
    private boolean link;
    private long reserve = 64L << 20;

    private AdoptOptions() {}

    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /** Sets which of several documents with one id is kept: of the index, then of the shards in their order. */
    public AdoptOptions repeatedIds(RepeatedIds value) {
        return with(o -> o.repeatedIds = Objects.requireNonNull(value, "repeatedIds"));
    }

    public boolean link() {
        return link;
    }

    /**
     * Sets whether to make hard links to the segments of the set rather than to copy them, if the file system can. Then
     * the index and the set share the files. Whorl never writes to a segment again; the set may be removed, but do not
     * let another program change its files in place.
     */
    public AdoptOptions link(boolean value) {
        return with(o -> o.link = value);
    }

    public long reserve() {
        return reserve;
    }

    /**
     * Sets the disk space to keep free. An adoption that would use it fails with {@link io.whorl.DiskSpaceException}.
     *
     * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
     */
    public AdoptOptions reserve(long bytes) {
        return with(o -> o.reserve = Ranges.check("reserve", bytes, 0, 1L << 50));
    }
}
