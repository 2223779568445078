package io.whorl.write;

/**
 * Whether a writer keeps the documents that it committed last in a Chronicle Map as well as in the log. The writer's
 * own snapshots search them there. The answers are the same with the map and without it.
 *
 * <p>The map needs the optional library Chronicle Map, a JDK rather than a JRE, and some flags of the JVM
 * ({@link io.whorl.live.LiveTier#flags}).
 */
public enum LiveMap {
    /**
     * With the map if it runs in this process, and without it otherwise. The writer tries this when it opens, and
     * reports its choice and the reason by the event {@code io.whorl.LiveMap} and by the logger {@code io.whorl.write}.
     */
    AUTO,
    /** With the map. Where it cannot run, the writer does not open ({@link io.whorl.LiveTierUnavailableException}). */
    REQUIRED,
    /**
     * Without the map, even where it runs: it saves a second at the first open of a process and the map's memory. The
     * writer's snapshots search small segments made from the log, as those of other processes do.
     */
    NONE
}
