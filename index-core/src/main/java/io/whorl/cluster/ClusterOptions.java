package io.whorl.cluster;

import io.whorl.cluster.ClusterTable.Rules;
import io.whorl.cluster.SurvivorOptions.Keep;
import io.whorl.measure.Measure;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of clusters: {@code ClusterOptions.DEFAULT.minScore(0.3)}. Immutable.
 *
 * <p>By an asymmetric measure, a star has the documents whose score with the representative reaches the threshold: by
 * containment, those of which it holds enough.
 */
public final class ClusterOptions extends SimilarityOptions<ClusterOptions> {
    /**
     * Stars with central representatives, weighted resemblance of 0.3 or more, minutiae in at most 1,000 documents, and
     * frames of more than 40, all cores, a quarter of the heap.
     */
    public static final ClusterOptions DEFAULT = new ClusterOptions();

    /** How documents are joined to a cluster. */
    public enum Link {
        /** Each member has a score with the representative that reaches the threshold. */
        STAR,
        /** Each member is connected with each other by a chain of pairs that reach the threshold (BGMZ 4). */
        COMPONENTS
    }

    /** Which documents become representatives. */
    public enum Representative {
        /** The document with which most others score enough, then the one with the highest sum of scores. */
        CENTRAL,
        /** The document with the most minutiae, then the one with which most others score enough. */
        LONGEST,
        /**
         * The document with the earliest date, then the one with which most others score enough. Documents without a
         * date come last.
         */
        OLDEST
    }

    private Link link = Link.STAR;
    private Representative representative = Representative.CENTRAL;

    private ClusterOptions() {
        super(Measure.WEIGHTED_RESEMBLANCE, 0.3, true, 40);
    }

    public Link link() {
        return link;
    }

    /** Sets how documents are joined to a cluster; the default is {@link Link#STAR}. */
    public ClusterOptions link(Link value) {
        return with(o -> o.link = Objects.requireNonNull(value, "link"));
    }

    public Representative representative() {
        return representative;
    }

    /** Sets which documents become representatives; the default is {@link Representative#CENTRAL}. */
    public ClusterOptions representative(Representative value) {
        return with(o -> o.representative = Objects.requireNonNull(value, "representative"));
    }

    Rules rules() {
        Keep keep = representative == Representative.OLDEST ? Keep.OLDEST : Keep.FIRST;
        return new Rules(link, Optional.of(representative), keep, sink -> {});
    }

    @Override
    String purpose() {
        return "clusters " + link + " " + representative;
    }
}
