package io.whorl.lucene;

/** How much a test tries: the short form with every build, the long form with {@code -Plong}. */
public final class Form {
    private static final boolean LONG = Boolean.getBoolean("io.whorl.long");

    private Form() {}

    /** The number for the form that runs. */
    public static int of(int shortForm, int longForm) {
        return LONG ? longForm : shortForm;
    }
}
