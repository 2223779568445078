package io.whorl.lab.model;

/**
 * How much documents match, in percent of the score of the query document against itself (COPS 5.3, tables 2 to 4). A
 * document that is not found counts as 0.
 *
 * @param self the score of the original document; below 100 if the query was altered ("altered self")
 * @param related the scores of the other documents of the group: the affinity
 * @param unrelated the scores of all other documents: the noise
 */
public record Affinity(Moments self, Moments related, Moments unrelated) {
    public static final Affinity NONE = new Affinity(Moments.NONE, Moments.NONE, Moments.NONE);

    public Affinity plus(Affinity other) {
        return new Affinity(self.plus(other.self), related.plus(other.related), unrelated.plus(other.unrelated));
    }

    /** Returns the mean noise plus three deviations: a lower bound for thresholds (COPS figure 3). */
    public double effectiveNoise() {
        return unrelated.mean() + 3 * unrelated.deviation();
    }
}
