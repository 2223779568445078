package io.whorl.lab.experiment.cops;

import java.util.OptionalDouble;

/**
 * The deviations of a test o2 from a test o1 (COPS definitions 3.2 to 3.4), in counts of pairs or in probabilities.
 *
 * @param found pairs that o1 finds
 * @param missed pairs that o1 finds and o2 does not
 * @param passed pairs that o1 does not find
 * @param alarms pairs that o1 does not find and o2 does
 */
record Deviations(double found, double missed, double passed, double alarms) {
    static final Deviations NONE = new Deviations(0, 0, 0, 0);

    Deviations plus(Deviations other) {
        return new Deviations(found + other.found, missed + other.missed, passed + other.passed, alarms + other.alarms);
    }

    /** Multiplies all values, to mix kinds of pairs in other proportions. */
    Deviations times(double factor) {
        return new Deviations(found * factor, missed * factor, passed * factor, alarms * factor);
    }

    double all() {
        return found + passed;
    }

    /** Returns P(not o2 | o1). */
    OptionalDouble alpha() {
        return share(missed, found);
    }

    /** Returns P(o2 | not o1). */
    OptionalDouble beta() {
        return share(alarms, passed);
    }

    /** Returns P(o1 differs from o2). */
    OptionalDouble error() {
        return share(missed + alarms, all());
    }

    private static OptionalDouble share(double part, double whole) {
        return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
    }
}
