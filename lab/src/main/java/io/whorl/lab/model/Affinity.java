package io.whorl.lab.model;

/**
 * How much documents match, in percent of the question's document against itself (COPS 5.3, tables 2 to 4). A document
 * not found matches by 0.
 *
 * @param self the question against the document it was made of; under 100 where it was altered ("altered self")
 * @param related against the other documents of its group: the affinity
 * @param unrelated against all others: the noise
 */
public record Affinity(Moments self, Moments related, Moments unrelated) {
    public static final Affinity NONE = new Affinity(Moments.NONE, Moments.NONE, Moments.NONE);

    public Affinity plus(Affinity other) {
        return new Affinity(self.plus(other.self), related.plus(other.related), unrelated.plus(other.unrelated));
    }

    /** The mean noise and three deviations: a bound for thresholds (COPS figure 3). */
    public double effectiveNoise() {
        return unrelated.mean() + 3 * unrelated.deviation();
    }
}
