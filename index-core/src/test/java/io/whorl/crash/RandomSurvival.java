package io.whorl.crash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/** Each change independently is kept, lost, or partially written. */
final class RandomSurvival implements Survival {
    /** The unit in which a system writes back. */
    private static final int PAGE = 4096;
    /** High, even and low probabilities, so that nearly full and nearly empty images occur. */
    private static final double[] CHANCES = {0.1, 0.5, 0.9};

    private final RandomGenerator random;
    private final double chance;
    private final Map<Change, Boolean> kept = new HashMap<>();

    RandomSurvival(RandomGenerator random) {
        this.random = random;
        chance = CHANCES[random.nextInt(CHANCES.length)];
    }

    @Override
    public boolean kept(Change change) {
        return kept.computeIfAbsent(change, c -> random.nextDouble() < chance);
    }

    @Override
    public LongPredicate arrived(ByteChange change) {
        if (!change.isWrite() || random.nextBoolean()) {
            return Survival.super.arrived(change);
        }
        if (random.nextBoolean()) {
            long first = change.from() / ByteChange.SECTOR;
            long last = change.to() / ByteChange.SECTOR;
            long cut = (first + (long) (random.nextDouble() * (last - first + 1))) * ByteChange.SECTOR;
            return place -> place < cut;
        }
        Map<Long, Boolean> pages = new HashMap<>();
        return place -> pages.computeIfAbsent(place / PAGE, p -> random.nextBoolean());
    }

    @Override
    public int lengthsArrived(List<ByteChange> changes) {
        return random.nextInt(changes.size() + 1);
    }
}
