package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script takes every path of a writer, so that kills reach them all. */
class ScriptTest {
    @Test
    void theScriptMakesBothKindsOfCommitsAndFillsTheLiveTier(@TempDir Path directory) throws IOException {
        for (long seed : new long[] {3, 4, 5, 9}) {
            Script script = new Script(seed);
            int sealed = 0;
            String before = "";
            Path index = directory.resolve("index-" + seed);
            try (IndexWriter writer = IndexWriter.create(
                    index,
                    Script.SCHEME,
                    Script.TIGHT.toBuilder().mergeFactor(64).build())) {
                for (int k = 1; k <= 60; k++) {
                    script.give(writer, k);
                    assertEquals(k, writer.commit());
                    String newest = newestSegment(index);
                    boolean added = newest.compareTo(before) > 0;
                    sealed += added && !Script.isDirect(k) ? 1 : 0;
                    assertTrue(!Script.isDirect(k) || added, "commit " + k + " of seed " + seed);
                    before = newest;
                }
            }
            assertTrue(sealed > 0, "of seed " + seed);
        }
    }

    /** The name of the newest segment. Their number may fall at any time, because background merges drop dead ones. */
    private static String newestSegment(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.startsWith("segment-") && name.endsWith(".whs"))
                    .max(Comparator.naturalOrder())
                    .orElse("");
        }
    }
}
