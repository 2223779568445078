package io.whorl.query;

import io.whorl.Options;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.util.Objects;

/** The options of groups of a list of documents: {@code GroupOptions.DEFAULT.minScore(0.8)}. Immutable. */
public final class GroupOptions extends Options<GroupOptions> {
    /** Stars by a resemblance of 0.5 or more (BGMZ 4), an eighth of the heap. */
    public static final GroupOptions DEFAULT = new GroupOptions();

    private ClusterOptions.Link link = ClusterOptions.Link.STAR;
    private Measure measure = Measure.RESEMBLANCE;
    private double minScore = 0.5;
    private long memory = Runtime.getRuntime().maxMemory() / 8;

    private GroupOptions() {}

    @Override
    protected void check() {
        ClusterOptions.DEFAULT.measure(measure).minScore(minScore).checked();
    }

    public ClusterOptions.Link link() {
        return link;
    }

    /** Sets how documents are joined to a group; the default is a star. */
    public GroupOptions link(ClusterOptions.Link value) {
        return with(o -> o.link = Objects.requireNonNull(value, "link"));
    }

    public Measure measure() {
        return measure;
    }

    /** Sets the measure, one that {@link PairsOptions} supports; the default is {@link Measure#RESEMBLANCE}. */
    public GroupOptions measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    public double minScore() {
        return minScore;
    }

    /**
     * Sets the least score of two documents that are joined; more than 0, up to {@link Measure#highest}, the default is
     * 0.5.
     */
    public GroupOptions minScore(double value) {
        return with(o -> o.minScore = value);
    }

    public long memory() {
        return memory;
    }

    /**
     * Sets the heap for the minutiae of all documents of the list, 0 to 2^50 bytes; the default is an eighth of the
     * heap. A minutia takes 64 bytes. A list of up to 4,096 minutiae is never refused.
     */
    public GroupOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, 0, QueryOptions.MAX_MEMORY));
    }
}
