package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads real collections and compares them with what is known of them. */
@NeedsData
class SampleCollectionsTest {
    @Test
    void everyPackagingYieldsTheSameHundredDocuments() throws IOException {
        ReadAll plain = ReadAll.of(TestData.of("clough-stevenson/docs"));
        assertEquals(100, plain.documents().size());
        // The archives contain the directory with its name.
        Set<String> expected =
                new HashSet<>(plain.pairs().stream().map(pair -> "docs/" + pair).toList());
        for (String packed : List.of("dumps/clough.tar.gz", "dumps/clough.zip")) {
            ReadAll all = ReadAll.of(TestData.of(packed));
            assertEquals(100, all.documents().size());
            assertEquals(expected, new HashSet<>(all.pairs()));
            assertEquals(List.of(), all.skipped());
        }
    }

    @Test
    void jsonLinesInZstdAreRead() throws IOException {
        ReadAll all = ReadAll.of(TestData.of("dumps/pan13-train-susp.jsonl.zst"));
        assertEquals(1827, all.documents().size());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void tarInGzipYieldsTheListedFiles() throws IOException {
        Path list = TestData.of("linuxdocs-small.tsv");
        ReadAll all = ReadAll.of(TestData.of("linuxdocs-small.tar.gz"));
        assertEquals(1355, all.documents().size());
        assertEquals(List.of(), all.skipped());
        Set<String> named = new HashSet<>();
        for (String line : Files.readAllLines(list)) {
            named.add(line.split("\t", 2)[0]);
        }
        named.retainAll(new HashSet<>(all.ids()));
        assertEquals(1355, named.size());
    }
}
