package io.whorl.internal;

import java.util.function.LongPredicate;

/**
 * Checks of arguments, and searches of ranges. The message of a failed check names the argument, its value and the
 * allowed range.
 */
public final class Ranges {
    private Ranges() {}

    /**
     * Checks that a whole number is in a closed range.
     *
     * @return the value
     * @throws IllegalArgumentException if it is not
     */
    public static long check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + min + " to " + max);
        }
        return value;
    }

    /** The same for an {@code int}. */
    public static int check(String name, int value, int min, int max) {
        return (int) check(name, (long) value, min, max);
    }

    /**
     * Checks that a whole number is not too small.
     *
     * @return the value
     * @throws IllegalArgumentException if it is less than {@code min}
     */
    public static long checkAtLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be at least " + min);
        }
        return value;
    }

    /**
     * Checks that a share is more than 0, up to 1.
     *
     * @return the share
     * @throws IllegalArgumentException if it is not
     */
    public static double checkShare(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be more than 0, up to 1");
        }
        return value;
    }

    /** @throws IllegalArgumentException if a condition does not hold */
    public static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The first number for which a test holds, which then holds for all later ones; {@code to} if there is none. */
    public static long first(long from, long to, LongPredicate test) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (test.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
