package io.whorl.corpus;

import io.whorl.corpus.internal.io.NameBytes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Makes document ids from file names (DEFINITIONS, Identifiers and sources). */
final class DocumentNames {
    private DocumentNames() {}

    /** The name of a file without its directory. */
    static String file(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : decoded(name, file);
    }

    /** The path of a file below a directory, with {@code /} on every system. */
    static String relative(Path directory, Path file) {
        return decoded(directory.relativize(file), file);
    }

    /** The path of a file as it was given, for the places of its documents. */
    static String place(Path file) {
        String plain = file.toString();
        boolean slashes = file.getFileSystem().getSeparator().equals("/");
        return slashes ? (plain.startsWith("/") ? "/" : "") + decoded(file, file) : plain;
    }

    private static String decoded(Path end, Path file) {
        String plain = slashes(end);
        boolean simple = plain.chars().allMatch(c -> c < 0x80 && c != '\\');
        // The file system decodes names with loss, but URIs keep their bytes.
        return simple ? plain : NameBytes.decode(bytes(file.toUri().getRawPath(), end.getNameCount()));
    }

    private static String slashes(Path path) {
        StringBuilder s = new StringBuilder();
        for (Path name : path) {
            s.append(s.length() == 0 ? "" : "/").append(name);
        }
        return s.toString();
    }

    private static byte[] bytes(String rawPath, int names) {
        int from = rawPath.length();
        for (int i = 0; i < names; i++) {
            from = rawPath.lastIndexOf('/', from - 1);
        }
        String name = rawPath.substring(from + 1).replace("+", "%2B");
        return URLDecoder.decode(name, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    }
}
