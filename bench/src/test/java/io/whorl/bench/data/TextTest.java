package io.whorl.bench.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.jmh.TextBenchmarks.FingerprintBenchmark.FoldFloor;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.files.Folders;
import io.whorl.write.NewDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
}
