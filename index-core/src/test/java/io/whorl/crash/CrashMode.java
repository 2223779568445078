package io.whorl.crash;

/** What a power loss leaves of the changes that nobody forced. */
public enum CrashMode {
    /** None of them: the system had written nothing back yet. */
    NOTHING,
    /** All of them: it had just written everything back; what killing a process leaves. */
    EVERYTHING,
    /** Those up to some moment, whatever their file: what an ordered journal leaves. */
    PREFIX,
    /** Any of them, writes also in part: what a system leaves that writes back as it pleases. */
    RANDOM
}
