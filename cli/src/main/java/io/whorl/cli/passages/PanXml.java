package io.whorl.cli.passages;

import io.whorl.align.Passage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes passages as XML files of PAN's format, one for each pair, as PAN's scorer reads them. */
public final class PanXml {
    private final Path directory;

    private PanXml(Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the directory if it does not exist.
     *
     * @throws IOException if it cannot be created
     */
    public static PanXml in(Path directory) throws IOException {
        return new PanXml(Files.createDirectories(directory));
    }

    /** Writes the file of a pair, and replaces an earlier one. Offsets and lengths are in code points. */
    public void write(FilePair pair, List<Passage> passages) throws IOException {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"")
                .append(escaped(name(pair.a())))
                .append("\">\n");
        for (Passage passage : passages) {
            xml.append("  <feature name=\"detected-plagiarism\" this_offset=\"")
                    .append(passage.a().start())
                    .append("\" this_length=\"")
                    .append(passage.a().length())
                    .append("\" source_reference=\"")
                    .append(escaped(name(pair.b())))
                    .append("\" source_offset=\"")
                    .append(passage.b().start())
                    .append("\" source_length=\"")
                    .append(passage.b().length())
                    .append("\"/>\n");
        }
        Files.writeString(directory.resolve(fileName(pair)), xml.append("</document>\n"), StandardCharsets.UTF_8);
    }

    /** {@return {@code susp1-src2.xml} for {@code susp1.txt} and {@code src2.txt}} */
    static String fileName(FilePair pair) {
        return stem(pair.a()) + "-" + stem(pair.b()) + ".xml";
    }

    private static String stem(String path) {
        String name = name(path);
        return name.endsWith(".txt") ? name.substring(0, name.length() - ".txt".length()) : name;
    }

    private static String name(String path) {
        return Path.of(path).getFileName().toString();
    }

    /** XML cannot hold most control characters, not even as references. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '"' -> out.append("&quot;");
                default ->
                    out.appendCodePoint(
                            c < 0x20 || c >= 0xd800 && c < 0xe000 || c >= 0xfffe && c <= 0xffff ? 0xfffd : c);
            }
        });
        return out.toString();
    }
}
