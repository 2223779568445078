package io.whorl.store;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of an index's files, by which they are told from a stranger's; docs/FORMAT.md. */
public final class FileNames {
    static final String LOCK = "LOCK";
    /** The directory of the log and of the live tier's map. */
    static final String LIVE = "live";
    /** The directory of what a rebuild has finished so far. */
    static final String REBUILD = "rebuild";
    /** In it, the list of what is finished. */
    static final String JOURNAL = "JOURNAL";

    /** Ends the name of a file that a repair has put aside. */
    static final String DAMAGED = ".damaged";

    private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{6,18})\\.whs");
    private static final Pattern DEATHS = Pattern.compile("segment-(\\d{6,18})-(\\d{6,18})\\.del");
    private static final Pattern LOG = Pattern.compile("log-(\\d{6,18})\\.wal");
    private static final Pattern OF_REBUILD =
            Pattern.compile("JOURNAL(\\.tmp)?|run-\\d{6,18}\\.[a-z]{1,8}(\\.tmp)?|merged\\.whs|spill-\\d+\\.tmp");
    private static final Pattern MAP = Pattern.compile("map-\\d{6,18}\\.chm(\\.\\d+)?");
    /** What an unfinished build may leave; other people's files of that ending are not ours to remove. */
    private static final Pattern LEFTOVER = Pattern.compile("MANIFEST\\.tmp|spill-\\d+\\.tmp");

    private FileNames() {}

    static String segment(long number) {
        return String.format(Locale.ROOT, "segment-%06d.whs", number);
    }

    /** The name of the log of this number. */
    public static String log(long number) {
        return String.format(Locale.ROOT, "log-%06d.wal", number);
    }

    /** Of the file that says which documents of a segment are dead as of a generation. */
    static String deaths(String segment, long generation) {
        return String.format(Locale.ROOT, "%s-%06d.del", segment.substring(0, segment.lastIndexOf('.')), generation);
    }

    static boolean isSegment(String name) {
        return SEGMENT.matcher(name).matches();
    }

    static boolean isDeaths(String name) {
        return DEATHS.matcher(name).matches();
    }

    static boolean isDeathsOf(String name, String segment) {
        return isDeaths(name) && name.startsWith(segment.substring(0, segment.lastIndexOf('.')) + "-");
    }

    static boolean isAside(String name) {
        String was = name.endsWith(DAMAGED) ? name.substring(0, name.length() - DAMAGED.length()) : "";
        return isSegment(was) || isDeaths(was) || isLog(was);
    }

    static boolean isLeftover(String name) {
        return LEFTOVER.matcher(name).matches();
    }

    /** Whether a file in {@link #LIVE} is one that a writer makes. */
    static boolean isLive(String name) {
        return isLog(name) || isMap(name) || name.equals("CLOSED") || name.equals("CLOSED.tmp");
    }

    /** The number of a segment or log, or 0. */
    public static long number(String name) {
        Matcher segment = SEGMENT.matcher(name);
        if (segment.matches()) {
            return Long.parseLong(segment.group(1));
        }
        Matcher log = LOG.matcher(name);
        return log.matches() ? Long.parseLong(log.group(1)) : 0;
    }

    /** Whether a file in {@link #REBUILD} is one that a rebuild makes. */
    static boolean isOfRebuild(String name) {
        return OF_REBUILD.matcher(name).matches();
    }

    static boolean isMap(String name) {
        return MAP.matcher(name).matches();
    }

    public static boolean isLog(String name) {
        return LOG.matcher(name).matches();
    }
}
