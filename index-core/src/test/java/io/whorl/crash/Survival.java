package io.whorl.crash;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/** Which of the changes that nobody forced one power loss leaves. */
interface Survival {
    /** Whether it is there, the same whenever asked of the same change. */
    boolean kept(Change change);

    /** Which sectors of a write are there, or whether a new length is, by place in the file. */
    default LongPredicate arrived(ByteChange change) {
        boolean kept = kept(change);
        return place -> kept;
    }

    /** How many of these changes of a file, in order, had their effect on its length. */
    default int lengthsArrived(List<ByteChange> changes) {
        int kept = 0;
        while (kept < changes.size() && kept(changes.get(kept))) {
            kept++;
        }
        return kept;
    }

    Survival ALL = change -> true;

    /** @param atRisk the sequences of all changes that may be lost, in order */
    static Survival of(CrashMode mode, Random random, List<Long> atRisk) {
        // Seeds that follow one another give a Random's first numbers alike.
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
