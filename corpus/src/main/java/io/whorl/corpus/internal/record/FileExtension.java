package io.whorl.corpus.internal.record;

import java.util.Locale;
import java.util.Set;

/** What a dump's name ends with, whatever it was compressed by. */
final class FileExtension {
    private static final Set<String> COMPRESSIONS = Set.of("gz", "bz2", "xz", "zst", "zstd");

    private FileExtension() {}

    /** In lower case, such as {@code csv}; empty where the name has no ending. */
    static String ending(String name) {
        String rest = name;
        String ending = last(rest);
        // A name may lie: what is called x.jsonl.gz may hold plain lines.
        while (COMPRESSIONS.contains(ending)) {
            rest = rest.substring(0, rest.length() - ending.length() - 1);
            ending = last(rest);
        }
        return ending;
    }

    private static String last(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
