package io.whorl.cli.passages;

import io.whorl.align.Passage;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.output.Escapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes passages as XML files of PAN's format, as PAN's scorer reads them: one for each pair, or one for each text
 * with the passages of all its sources.
 *
 * @param written the names of the files of this run, so that texts of the same name in different directories do not
 *     collide
 */
public record PanXml(Path directory, Set<String> written) {
    private static final int MAX_NAME = 200;
    /** File systems take names of this many bytes. */
    private static final int MAX_BYTES = 255;

    /** How the names of the files end. */
    public static final String EXTENSION = ".xml";

    /** A passage of a source. Offsets are in code points of the files. */
    public record Detection(String source, Passage passage) {}

    /**
     * Creates the directory if it does not exist.
     *
     * @throws IOException if it cannot be created
     */
    public static PanXml in(Path directory) throws IOException {
        return new PanXml(Files.createDirectories(directory), new HashSet<>());
    }

    /** Writes the file of a pair, such as {@code susp1-src2.xml}, and replaces that of an earlier run. */
    public void pair(String a, String b, List<Passage> passages) throws IOException {
        write(
                stem(a) + "-" + stem(b),
                a,
                passages.stream().map(p -> new Detection(b, p)).toList());
    }

    /** Writes the file of a text, such as {@code susp1.xml}, and replaces that of an earlier run. */
    public void text(String id, List<Detection> detections) throws IOException {
        write(stem(id), id, detections);
    }

    private void write(String file, String id, List<Detection> detections) throws IOException {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"")
                .append(Escapes.xml(name(id)))
                .append("\">\n");
        for (Detection detection : detections) {
            Passage passage = detection.passage();
            xml.append(String.format(
                    Locale.ROOT,
                    "  <feature name=\"detected-plagiarism\" this_offset=\"%d\" this_length=\"%d\""
                            + " source_reference=\"%s\" source_offset=\"%d\" source_length=\"%d\"/>\n",
                    passage.a().start(),
                    passage.a().length(),
                    Escapes.xml(name(detection.source())),
                    passage.b().start(),
                    passage.b().length()));
        }
        xml.append("</document>\n");
        ResultFile.at(directory.resolve(fileName(file)))
                .write(out -> out.write(xml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a name that no other file of this run has. Some file systems ignore the case of letters. */
    private String fileName(String wanted) {
        String name = wanted.replaceAll("[\\p{Cntrl}/\\\\:]", "_");
        name = name.length() > MAX_NAME ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME / 2)) : name;
        String unique = cut(name, EXTENSION.length());
        for (int n = 2; !written.add(unique.toLowerCase(Locale.ROOT)); n++) {
            unique = cut(name, ("-" + n + EXTENSION).length()) + "-" + n;
        }
        return unique + EXTENSION;
    }

    /** Shortens a name so that the file system takes it with so many bytes after it. */
    private static String cut(String name, int after) {
        String cut = name;
        while (cut.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES - after) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }

    private static String stem(String id) {
        String name = name(id);
        return name.endsWith(".txt") ? name.substring(0, name.length() - ".txt".length()) : name;
    }

    /** The last part of a path or an id. */
    private static String name(String id) {
        String name = id.substring(id.lastIndexOf('/') + 1);
        return name.isEmpty() ? id : name;
    }
}
