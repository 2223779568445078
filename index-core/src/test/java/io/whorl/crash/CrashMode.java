package io.whorl.crash;

/** What a power loss leaves of the changes that were not forced. */
public enum CrashMode {
    /** None of them: the system has not written anything back yet. */
    NOTHING,
    /** All of them: the system has just written everything back. This is what killing a process leaves. */
    EVERYTHING,
    /** Those up to some moment, in any file: what an ordered journal leaves. */
    PREFIX,
    /** Any of them, writes also partially: what a system leaves that writes back in any order. */
    RANDOM
}
