package io.whorl.testing;

import java.util.stream.LongStream;

/**
 * How much a test tries. The short form runs with every build; the long form, {@code mvn verify -Plong}, takes hours
 * and tries everything.
 */
public final class LongForm {
    public static final boolean ON = Boolean.getBoolean("io.whorl.long");

    private LongForm() {}

    /** The number for the form that runs. */
    public static int of(int shortForm, int longForm) {
        return ON ? longForm : shortForm;
    }

    /**
     * The seeds of one try of a property: the given one, and in the long form others, so that it runs {@code n} times.
     */
    public static long[] seeds(long seed, int n) {
        return LongStream.range(0, of(1, n)).map(i -> seed + i * 1_000_003).toArray();
    }
}
