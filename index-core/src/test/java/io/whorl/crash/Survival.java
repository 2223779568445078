package io.whorl.crash;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/** Decides which changes that were not forced survive one power loss. */
interface Survival {
    /** Whether a change survives; always the same for the same change. */
    boolean kept(Change change);

    /** Which sectors of a write survive, or whether a new length does, by position in the file. */
    default LongPredicate arrived(ByteChange change) {
        boolean kept = kept(change);
        return place -> kept;
    }

    /** How many of these changes of a file, in order, affect its length. */
    default int lengthsArrived(List<ByteChange> changes) {
        int kept = 0;
        while (kept < changes.size() && kept(changes.get(kept))) {
            kept++;
        }
        return kept;
    }

    Survival ALL = change -> true;

    /** @param atRisk the numbers of all changes that may be lost, in order */
    static Survival of(CrashMode mode, Random random, List<Long> atRisk) {
        // Consecutive seeds give similar first numbers of a Random.
        RandomGenerator chance = new SplittableRandom(random.nextLong());
        return switch (mode) {
            case NOTHING -> change -> false;
            case EVERYTHING -> ALL;
            case PREFIX -> {
                int kept = chance.nextInt(atRisk.size() + 1);
                long end = kept == 0 ? -1 : atRisk.get(kept - 1);
                yield change -> change.sequence <= end;
            }
            case RANDOM -> new RandomSurvival(chance);
        };
    }
}
