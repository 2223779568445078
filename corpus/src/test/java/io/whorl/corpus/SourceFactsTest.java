package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFactsTest {
    private static final FileTime TIME = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path directory;

    @Test
    void factsOfAFileAreSizeTimeAndBothEnds() throws IOException {
        byte[] bytes = new byte[200_000];
        new Random(1).nextBytes(bytes);
        Path file = write("dump", bytes);
        Map<String, String> facts = SourceFacts.of(List.of(file));
        assertEquals(4, facts.size());
        assertEquals(facts, SourceFacts.of(List.of(file)));
        for (int at : new int[] {0, 65_535, 199_999}) {
            byte[] changed = bytes.clone();
            changed[at]++;
            write("dump", changed);
            assertNotEquals(facts, SourceFacts.of(List.of(file)), "byte " + at);
        }
        write("dump", bytes);
        assertEquals(facts, SourceFacts.of(List.of(file)));
        Files.setLastModifiedTime(file, FileTime.fromMillis(5));
        assertNotEquals(facts, SourceFacts.of(List.of(file)));
    }

    @Test
    void factsOfADirectoryDependOnItsFiles() throws IOException {
        Files.createDirectories(directory.resolve("in/sub"));
        write("in/a", new byte[] {1});
        write("in/sub/b", new byte[] {2});
        List<Path> sources = List.of(directory.resolve("in"));
        Map<String, String> facts = SourceFacts.of(sources);
        assertEquals("2", facts.get("number of files in " + directory.resolve("in")));
        write("in/sub/b", new byte[] {2, 3});
        assertNotEquals(facts, SourceFacts.of(sources));
        write("in/sub/b", new byte[] {2});
        assertEquals(facts, SourceFacts.of(sources));
        Files.move(directory.resolve("in/a"), directory.resolve("in/c"));
        assertNotEquals(facts, SourceFacts.of(sources));
    }

    @Test
    void theOrderOfSourcesCounts() throws IOException {
        Path a = write("a", new byte[] {1});
        Path b = write("b", new byte[] {2});
        assertNotEquals(SourceFacts.of(List.of(a, b)), SourceFacts.of(List.of(b, a)));
    }

    private Path write(String name, byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve(name), bytes);
        return Files.setLastModifiedTime(file, TIME);
    }
}
