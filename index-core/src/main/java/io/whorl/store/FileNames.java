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

    /** The kinds of files, by their names. */
    enum Kind {
        SEGMENT("segment-(\\d{6,18})\\.whs"),
        /** The dead documents of a segment. */
        DEATHS("segment-(\\d{6,18})-\\d{6,18}\\.del"),
        /** In {@link #LIVE}, like the next. */
        LOG("log-(\\d{6,18})\\.wal"),
        MAP("map-\\d{6,18}\\.chm(\\.\\d+)?"),
        /** In {@link #REBUILD}. */
        OF_REBUILD("JOURNAL(\\.tmp)?|run-\\d{6,18}\\.[a-z]{1,8}(\\.tmp)?|merged\\.whs|spill-\\d+\\.tmp"),
        /** Of unfinished builds. Other files with the same suffix are not touched. */
        LEFTOVER("MANIFEST\\.tmp|spill-\\d+\\.tmp");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        boolean is(String name) {
            return pattern.matcher(name).matches();
        }
    }

    private FileNames() {}

    static String segment(long number) {
        return String.format(Locale.ROOT, "segment-%06d.whs", number);
    }

    public static String log(long number) {
        return String.format(Locale.ROOT, "log-%06d.wal", number);
    }

    /** The name of the file of the dead documents of a segment, as of a generation. */
    static String deaths(String segment, long generation) {
        return String.format(Locale.ROOT, "%s%06d.del", deathsPrefix(segment), generation);
    }

    private static String deathsPrefix(String segment) {
        return segment.substring(0, segment.lastIndexOf('.')) + "-";
    }

    static boolean isDeathsOf(String name, String segment) {
        return Kind.DEATHS.is(name) && name.startsWith(deathsPrefix(segment));
    }

    /** True if a writer or build creates files of this name in the directory of an index. */
    static boolean isOfIndex(String name) {
        return OF_INDEX.contains(name) || isSealed(name) || Kind.LEFTOVER.is(name) || isAside(name);
    }

    /** True for a segment and for the dead documents of one. */
    static boolean isSealed(String name) {
        return Kind.SEGMENT.is(name) || Kind.DEATHS.is(name);
    }

    static boolean isAside(String name) {
        String was = name.endsWith(DAMAGED) ? name.substring(0, name.length() - DAMAGED.length()) : "";
        return isSealed(was) || Kind.LOG.is(was);
    }

    /** True if a writer creates files of this name in {@link #LIVE}. */
    static boolean isLive(String name) {
        return Kind.LOG.is(name) || Kind.MAP.is(name);
    }

    /** The number of a segment or log; 0 for other names. */
    public static long number(String name) {
        Matcher number = (Kind.SEGMENT.is(name) ? Kind.SEGMENT : Kind.LOG).pattern.matcher(name);
        return number.matches() ? Long.parseLong(number.group(1)) : 0;
    }
}
