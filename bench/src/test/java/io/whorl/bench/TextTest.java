package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.TextBenchmarks.FingerprintBenchmark.FoldFloor;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lab.DataFolder;
import io.whorl.lab.Folders;
import io.whorl.testing.Repeated;
import io.whorl.write.NewDocument;
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

class TextTest {
    @Test
    void englishTextHasItsSizeAndIsAscii() throws Exception {
        int bytes = 3_000_000;
        for (List<byte[]> documents : List.of(
                EnglishText.documents("no such folder", bytes), EnglishText.documents(DataFolder.AUTO, bytes))) {
            assertEquals(bytes, documents.stream().mapToInt(d -> d.length).sum());
            for (byte[] document : documents) {
                for (byte b : document) {
                    assertTrue(b >= 0);
                }
            }
        }
    }

    @Test
    void generatedEnglishIsReproducible() throws Exception {
        assertArrayEquals(
                EnglishText.generated().get(3), EnglishText.generated().get(3));
    }

    @Test
    void singletonTextHasDistinctChunksOfFourWords() throws Exception {
        SingletonText text = new SingletonText(300, 30);
        Set<String> chunks = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (int d = 0; d < text.documents(); d++) {
            String[] words = new String(text.text(d), StandardCharsets.US_ASCII).split(" ");
            assertEquals(33, words.length);
            for (int w = 0; w + 4 <= words.length; w++) {
                assertTrue(words[w].matches("[a-z]{4}"), words[w]);
                chunks.add(String.join(" ", Arrays.copyOfRange(words, w, w + 4)));
            }
            ids.add(text.id(d));
        }
        assertEquals(300 * 30, chunks.size());
        assertEquals(300, ids.size());
    }

    @Test
    void foldFloorFoldsToLowerCaseAndSpaces() throws Exception {
        byte[] text = "The Federalist: No. 10!".getBytes(StandardCharsets.US_ASCII);
        byte[] folded = new byte[text.length];
        FoldFloor.fold(text, folded, 0);
        assertEquals("the federalist  no  10 ", new String(folded, StandardCharsets.US_ASCII));
    }

    @Test
    void generatedCollectionHasVersionsAndQueries() throws Exception {
        TextCollection collection = TextCollection.load(DataFolder.AUTO, TextCollection.GENERATED);
        byte[] first = collection.documents().get(0).utf8();
        byte[] second = collection.documents().get(1).utf8();
        byte[] newer = Arrays.copyOfRange(first, first.length / 2, first.length);
        assertArrayEquals(newer, Arrays.copyOf(second, second.length / 2));
        List<byte[]> queries = collection.aboutAThousandWords(10);
        assertEquals(10, queries.size());
        assertTrue(queries.stream().mapToInt(TextCollection::words).allMatch(n -> n >= 950 && n <= 1_050));
    }

    @Test
    void thousandWordDocumentsAreCutFromTheTextAndDiffer() throws Exception {
        TextCollection collection = TextCollection.load(DataFolder.AUTO, TextCollection.GENERATED);
        // The text has about 200,000 words, so cutting starts again.
        List<NewDocument> cut = collection.thousandWords(500);
        assertEquals(500, cut.stream().map(NewDocument::id).distinct().count());
        assertEquals(
                500,
                cut.stream()
                        .map(d -> new String(d.utf8(), StandardCharsets.UTF_8))
                        .distinct()
                        .count());
        for (NewDocument document : cut) {
            assertEquals(1_000, TextCollection.words(document.utf8()));
        }
        String text = new String(collection.documents().get(0).utf8(), StandardCharsets.UTF_8);
        String first = new String(cut.get(0).utf8(), StandardCharsets.UTF_8);
        assertTrue(first.startsWith(text.substring(0, Math.min(text.length(), first.length() - 1))), first);
    }

    @Test
    void missingCollectionIsReported(@TempDir Path empty) throws Exception {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> TextCollection.load(empty.toString(), "linuxdocs-none"))
                .getMessage();
        assertTrue(message.contains("linuxdocs-none.tar.gz") && message.contains("--data"), message);
    }

    @Test
    void workFolderIsKeptIfNamedAndDeletedIfTemporary(@TempDir Path named) throws Exception {
        Path made;
        try (WorkFolder work = WorkFolder.in(named.toString())) {
            made = work.made("set", folder -> write(folder.resolve("table"), "once"));
            work.made("set", folder -> write(folder.resolve("table"), "twice"));
        }
        assertEquals("once", Files.readString(made.resolve("table")));
        assertEquals(4, Folders.bytes(named));
        Path temporary;
        try (WorkFolder work = WorkFolder.in(WorkFolder.TEMPORARY)) {
            temporary = work.fresh("gone");
            write(temporary.resolve("table"), "soon");
        }
        assertTrue(Files.notExists(temporary.getParent()));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // Sets of single minutiae.

    private final SingletonSet set = new SingletonSet(200_000, 7_000);

    @Test
    void minutiaeAreDistinctAndWithinTheirBits() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 2 * set.count(); i++) {
            assertTrue(set.minutia(i) >>> SingletonSet.BITS == 0, "wider than W");
            assertTrue(seen.add(set.minutia(i)), "repeated at " + i);
        }
    }

    @Test
    void firstMinutiaeNeverChange() {
        long[] first = {set.minutia(0), set.minutia(1), set.minutia(2)};
        assertArrayEquals(new long[] {0L, 0xE011884B8EL, 0x812545449FL}, first, Arrays.toString(first));
    }

    @Test
    void highAndLowBitsOfMinutiaeAreUniform() {
        // 1,023 degrees of freedom: a chi-square above 1,200 has a probability of one in ten thousand.
        assertTrue(chiSquare(30) < 1_200, "high bits: " + chiSquare(30));
        assertTrue(chiSquare(0) < 1_200, "low bits: " + chiSquare(0));
    }

    @Test
    void documentsHaveEqualSharesInOrder() {
        int[] held = new int[set.documents()];
        for (int i = 0; i < set.count(); i++) {
            held[set.document(i)]++;
            assertTrue(i == 0 || set.document(i) >= set.document(i - 1));
        }
        int average = set.count() / set.documents();
        assertTrue(Arrays.stream(held).allMatch(n -> n == average || n == average + 1));
    }

    @Test
    void minutiaeOfADocumentAreThoseThatItHolds() {
        int i = 0;
        for (int d = 0; d < set.documents(); d++) {
            for (long minutia : set.minutiae(d)) {
                assertEquals(d, set.document(i));
                assertEquals(set.minutia(i++), minutia);
            }
        }
        assertEquals(set.count(), i);
    }

    @Test
    void hitsAreInTheSetAndMissesAreNot() {
        Set<Long> held = new HashSet<>(Repeated.list((int) set.count(), i -> set.minutia(i)));
        assertTrue(Arrays.stream(set.hits(10_000, 1)).allMatch(held::contains));
        assertTrue(Arrays.stream(set.misses(10_000, 2)).noneMatch(held::contains));
        assertArrayEquals(set.hits(100, 1), new SingletonSet(200_000, 7_000).hits(100, 1));
    }

    @Test
    void countsOutOfRangeAreRejected() {
        assertEquals(
                "count is 0; it must be from 1 to 1073741824",
                assertThrows(IllegalArgumentException.class, () -> new SingletonSet(0, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new SingletonSet(1, 0));
    }

    private double chiSquare(int shift) {
        int[] counts = new int[1 << 10];
        for (int i = 0; i < set.count(); i++) {
            counts[(int) (set.minutia(i) >>> shift) & (counts.length - 1)]++;
        }
        double expected = (double) set.count() / counts.length;
        return Arrays.stream(counts)
                .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                .sum();
    }

    // Made dumps.

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
