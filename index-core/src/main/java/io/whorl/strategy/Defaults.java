package io.whorl.strategy;

/** What several strategies share: part of the scheme's version. */
final class Defaults {
    /** The resolution of strategies that keep a fixed number (HZ 7). */
    static final int R = 15;
    /** The most that r, k and s can be. */
    static final int MOST = 1_000_000;

    private Defaults() {}
}
