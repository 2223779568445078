package io.whorl.strategy;

/** Constants that several strategies share. Part of the scheme's version. */
final class Defaults {
    /** The default resolution of strategies that keep a fixed number of chunks (HZ 7). */
    static final int R = 15;
    /** The maximum of r, k and s. */
    static final int MOST = 1_000_000;

    private Defaults() {}
}
