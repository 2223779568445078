package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PanXmlTest {
    @TempDir
    private Path directory;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void namesThatAreLongInBytesAreCut() throws IOException {
        String a = "\u6587".repeat(80) + ".txt";
        String b = "\u66f8".repeat(80) + ".txt";
        PanXml xml = PanXml.in(directory);
        xml.pair(a, b, List.of());
        xml.pair(a, b, List.of());
        xml.text("\ud842\udfb7".repeat(120), List.of());
        assertEquals(3, names().size());
        for (String name : names()) {
            assertTrue(name.getBytes(StandardCharsets.UTF_8).length <= 255, name);
            assertTrue(Files.readString(directory.resolve(name)).contains("<document reference=\""), name);
        }
    }

    /** XML cannot hold most control characters, not even as references. */
    @Test
    void idsWithControlCharactersStayDifferent() throws IOException {
        PanXml xml = PanXml.in(directory);
        xml.text("a\u0001", List.of());
        xml.text("a\u0002", List.of());
        String all = "";
        for (String name : names()) {
            all += Files.readString(directory.resolve(name));
        }
        assertTrue(all.contains("reference=\"a\\u0001\"") && all.contains("reference=\"a\\u0002\""), all);
    }

    @Test
    void otherNamesAreThoseOfTheTexts() throws IOException {
        PanXml xml = PanXml.in(directory);
        xml.pair("x/a.txt", "y/b.txt", List.of());
        xml.pair("z/A.txt", "b.txt", List.of());
        xml.text("n".repeat(250), List.of());
        assertEquals(List.of("A-b-2.xml", "a-b.xml", "n".repeat(100) + ".xml"), names());
    }
}
