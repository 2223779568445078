package io.whorl.bench.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticDumpTest {
    private final SyntheticDump dump = new SyntheticDump(7, 3_000, 2_400);

    @Test
    void dumpIsReadBackUnchanged(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("dump.jsonl");
        try (OutputStream out = Files.newOutputStream(file)) {
            dump.write(out);
        }
        try (CorpusReader corpus =
                CorpusReader.open(List.of(file), ReaderOptions.DEFAULT, s -> Assertions.fail(s.toString()))) {
            for (long d = 0; d < dump.documents(); d++) {
                Document document = corpus.next().orElseThrow();
                assertEquals(dump.id(d), document.id());
                assertEquals(text(d), new String(document.utf8(), StandardCharsets.US_ASCII));
            }
            assertEquals(Optional.empty(), corpus.next());
        }
    }

    @Test
    void dumpHasCopiesVersionsAndNewDocuments() {
        Set<String> texts = new HashSet<>();
        Set<String> sentences = new HashSet<>();
        int copies = 0;
        int recased = 0;
        int versions = 0;
        for (long d = 0; d < dump.documents(); d++) {
            String text = text(d);
            boolean upper = !text.equals(text.toLowerCase(Locale.ROOT));
            List<String> own = Arrays.asList(text.split("\n"));
            long old = own.stream().filter(sentences::contains).count();
            if (!texts.add(text)) {
                copies++;
            } else if (upper && texts.contains(text.toLowerCase(Locale.ROOT))) {
                recased++;
            } else if (old > own.size() / 2 && old < own.size()) {
                versions++;
            }
            sentences.addAll(own);
        }
        // The shares are near 1, 1 and 14 of 64. They are not exact, because some bases are versions themselves.
        assertTrue(copies > 10 && copies < 200, copies + " copies");
        assertTrue(recased > 10 && recased < 100, recased + " in other case");
        assertTrue(versions > 200 && versions < 800, versions + " versions");
    }

    @Test
    void theTruthNamesTheSourceOfEachDocument() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        dump.writeTruth(out);
        List<String> rows = out.toString(StandardCharsets.US_ASCII).lines().toList();
        assertEquals("file\tgroup\tkind\tchanged", rows.get(0));
        assertEquals(dump.documents() + 1, rows.size());
        Map<String, Set<String>> sentencesOf = new HashMap<>();
        int derived = 0;
        for (int d = 0; d < dump.documents(); d++) {
            String[] row = rows.get(d + 1).split("\t");
            assertEquals(dump.id(d), row[0]);
            Set<String> own =
                    new HashSet<>(Arrays.asList(text(d).toLowerCase(Locale.ROOT).split("\n")));
            Set<String> group = sentencesOf.computeIfAbsent(row[1], any -> new HashSet<>());
            Set<String> known = new HashSet<>(own);
            known.retainAll(group);
            assertTrue(group.isEmpty() || known.size() * 2 > own.size(), rows.get(d + 1));
            assertTrue(row[2].equals("original") || !row[1].equals("source-" + row[0].substring(4)), rows.get(d + 1));
            assertEquals(row[2].equals("version"), !row[3].equals("0"));
            derived += row[2].equals("original") ? 0 : 1;
            group.addAll(own);
        }
        // A quarter, give or take what chance allows.
        assertTrue(derived > 650 && derived < 850, derived + " versions and copies");
        Set<String> all = new HashSet<>();
        sentencesOf.forEach((group, sentences) -> sentences.forEach(s -> assertTrue(all.add(s), group + ": " + s)));
    }

    @Test
    void differentSeedsGiveDifferentDumps() {
        SyntheticDump other = new SyntheticDump(8, 3_000, 2_400);
        for (long d = 0; d < 100; d++) {
            assertTrue(!Arrays.equals(dump.text(d), other.text(d)), dump.id(d));
        }
    }

    private String text(long d) {
        return new String(dump.text(d), StandardCharsets.US_ASCII);
    }
}
