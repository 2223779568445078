package io.whorl.lab.experiment.cops;

import java.util.OptionalDouble;

/**
 * How a test o2 deviates from o1 (COPS definitions 3.2 to 3.4), from how much of all pairs o1 finds and each does that
 * the other does not. Measured in counts or in probabilities alike.
 *
 * @param found by o1
 * @param missed of these, not by o2
 * @param passed not found by o1
 * @param alarms of these, found by o2
 */
record Deviations(double found, double missed, double passed, double alarms) {
    static final Deviations NONE = new Deviations(0, 0, 0, 0);

    Deviations plus(Deviations other) {
        return new Deviations(found + other.found, missed + other.missed, passed + other.passed, alarms + other.alarms);
    }

    /** Everything weighted alike, so that kinds of pairs can be mixed in other proportions. */
    Deviations times(double factor) {
        return new Deviations(found * factor, missed * factor, passed * factor, alarms * factor);
    }

    double all() {
        return found + passed;
    }

    /** P(not o2 | o1). */
    OptionalDouble alpha() {
        return share(missed, found);
    }

    /** P(o2 | not o1). */
    OptionalDouble beta() {
        return share(alarms, passed);
    }

    /** P(o1 differs from o2). */
    OptionalDouble error() {
        return share(missed + alarms, all());
    }

    private static OptionalDouble share(double part, double whole) {
        return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
    }
}
