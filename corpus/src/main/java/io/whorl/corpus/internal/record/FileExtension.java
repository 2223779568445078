package io.whorl.corpus.internal.record;

import java.util.Locale;
import java.util.Set;

/** The file extension of a dump, without compressions. */
final class FileExtension {
    private static final Set<String> COMPRESSIONS = Set.of("gz", "bz2", "xz", "zst", "zstd");

    private FileExtension() {}

    /** Returns the extension in lower case, such as {@code csv}; empty if the name has none. */
    static String of(String name) {
        String rest = name;
        String extension = last(rest);
        // A file called x.jsonl.gz may contain plain lines.
        while (COMPRESSIONS.contains(extension)) {
            rest = rest.substring(0, rest.length() - extension.length() - 1);
            extension = last(rest);
        }
        return extension;
    }

    private static String last(String name) {
        int dot = name.lastIndexOf('.');
        return dot <= name.lastIndexOf('/') ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
