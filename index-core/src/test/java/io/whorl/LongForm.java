package io.whorl;

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
}
