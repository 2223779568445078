package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script takes every path of a writer, so that kills reach them all. */
class ScriptTest {
    @Test
    void theScriptMakesBothKindsOfCommitsAndFillsTheLiveTier(@TempDir Path directory) throws IOException {
        for (long seed : new long[] {3, 4, 5, 9}) {
            Script script = new Script(seed);
            int sealed = 0;
            int before = 0;
            try (IndexWriter writer = IndexWriter.create(
                    directory.resolve("index-" + seed),
                    Script.SCHEME,
                    Script.TIGHT.toBuilder().mergeFactor(64).build())) {
                for (int k = 1; k <= 60; k++) {
                    script.give(writer, k);
                    assertEquals(k, writer.commit());
                    int segments = writer.snapshot().stats().segments();
                    sealed += segments > before && !Script.isDirect(k) ? 1 : 0;
                    assertTrue(!Script.isDirect(k) || segments > before, "commit " + k + " of seed " + seed);
                    before = segments;
                }
            }
            assertTrue(sealed > 0, "of seed " + seed);
        }
    }
}
