package io.whorl.corpus;

/** Scales tests: the short form runs with every build, the long form with {@code mvn verify -Plong}. */
final class LongForm {
    private static final boolean ON = Boolean.getBoolean("io.whorl.long");

    private LongForm() {}

    /** The number for the form that runs. */
    static int of(int shortForm, int longForm) {
        return ON ? longForm : shortForm;
    }
}
