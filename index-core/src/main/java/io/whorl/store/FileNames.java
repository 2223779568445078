package io.whorl.store;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the files of an index; docs/FORMAT.md. Other files in the directory are recognised by their names and
 * left alone.
 */
public final class FileNames {
    static final String LOCK = "LOCK";
    /** The directory of the logs and of the map of the live tier. */
    static final String LIVE = "live";
    /** The directory with the finished steps of a rebuild. */
    static final String REBUILD = "rebuild";

    /** Shows that segments without a MANIFEST belong to a backup that is not finished. */
    static final String UNFINISHED_BACKUP = "BACKUP.tmp";

    /** The file that makes a directory a segment set. */
    public static final String SEGMENT_SET = "SEGMENT-SET.json";

    /** Suffix of a damaged file that a repair has put aside. */
    static final String DAMAGED = ".damaged";

    private static final Set<String> OF_INDEX = Set.of(LOCK, "MANIFEST", LIVE, REBUILD, UNFINISHED_BACKUP);

    private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{6,18})\\.whs");
    private static final Pattern DEATHS = Pattern.compile("segment-(\\d{6,18})-(\\d{6,18})\\.del");
    private static final Pattern LOG = Pattern.compile("log-(\\d{6,18})\\.wal");
    private static final Pattern OF_REBUILD =
            Pattern.compile("JOURNAL(\\.tmp)?|run-\\d{6,18}\\.[a-z]{1,8}(\\.tmp)?|merged\\.whs|spill-\\d+\\.tmp");
    private static final Pattern MAP = Pattern.compile("map-\\d{6,18}\\.chm(\\.\\d+)?");
    /** Leftovers of unfinished builds. Other files with the same suffix are not touched. */
    private static final Pattern LEFTOVER = Pattern.compile("MANIFEST\\.tmp|spill-\\d+\\.tmp");

    private FileNames() {}

    static String segment(long number) {
        return String.format(Locale.ROOT, "segment-%06d.whs", number);
    }

    public static String log(long number) {
        return String.format(Locale.ROOT, "log-%06d.wal", number);
    }

    /** The name of the file of the dead documents of a segment, as of a generation. */
    static String deaths(String segment, long generation) {
        return String.format(Locale.ROOT, "%s-%06d.del", segment.substring(0, segment.lastIndexOf('.')), generation);
    }

    static boolean isSegment(String name) {
        return SEGMENT.matcher(name).matches();
    }

    static boolean isDeaths(String name) {
        return DEATHS.matcher(name).matches();
    }

    /** True if a writer or build creates files of this name in the directory of an index. */
    static boolean isOfIndex(String name) {
        return OF_INDEX.contains(name) || isSealed(name) || isLeftover(name) || isAside(name);
    }

    /** True for a segment and for the dead documents of one. */
    static boolean isSealed(String name) {
        return isSegment(name) || isDeaths(name);
    }

    static boolean isDeathsOf(String name, String segment) {
        return isDeaths(name) && name.startsWith(segment.substring(0, segment.lastIndexOf('.')) + "-");
    }

    static boolean isAside(String name) {
        String was = name.endsWith(DAMAGED) ? name.substring(0, name.length() - DAMAGED.length()) : "";
        return isSealed(was) || isLog(was);
    }

    static boolean isLeftover(String name) {
        return LEFTOVER.matcher(name).matches();
    }

    /** True if a writer creates files of this name in {@link #LIVE}. */
    static boolean isLive(String name) {
        return isLog(name) || isMap(name);
    }

    /** The number of a segment or log; 0 for other names. */
    public static long number(String name) {
        Matcher segment = SEGMENT.matcher(name);
        if (segment.matches()) {
            return Long.parseLong(segment.group(1));
        }
        Matcher log = LOG.matcher(name);
        return log.matches() ? Long.parseLong(log.group(1)) : 0;
    }

    /** True if a rebuild creates files of this name in {@link #REBUILD}. */
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
