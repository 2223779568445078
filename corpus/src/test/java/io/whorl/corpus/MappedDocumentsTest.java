package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that carry maps to their places in the source. */
class MappedDocumentsTest {
    private static final ReaderOptions MAPPED =
            ReaderOptions.DEFAULT.mapped(true).threads(2);

    @TempDir
    Path folder;

    private Map<String, Document> read(ReaderOptions options) throws IOException {
        Map<String, Document> documents = new LinkedHashMap<>();
        try (CorpusReader reader = CorpusReader.open(List.of(folder), options, skipped -> {})) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                documents.put(next.get().id(), next.get());
            }
        }
        return documents;
    }

    private void write() throws IOException {
        Files.writeString(folder.resolve("page.html"), "<html><p>One <b>wo</b>rd &amp; more");
        Files.writeString(folder.resolve("plain.txt"), "One word & more");
        Files.writeString(folder.resolve("table.jsonl"), "{\"id\":\"row\",\"text\":\"One \\u0077ord & more\"}\n");
        Files.writeString(folder.resolve("letter.eml"), "From: a@b\nSubject: One\nTo: c@d\n\nword & more\n");
    }

    @Test
    void documentsHaveNoMapsUnlessTheyAreRequested() throws IOException {
        write();
        assertTrue(read(ReaderOptions.DEFAULT).values().stream()
                .allMatch(document -> document.map().isEmpty()));
    }

    @Test
    void theMapLeadsFromTheTextToTheDocument() throws IOException {
        write();
        Document page = read(MAPPED).get("page.html");
        assertEquals("One word & more", page.text());
        TextRange range = page.map().orElseThrow().original(new TextRange(4, 10, 4, 10));
        byte[] slice =
                Arrays.copyOfRange(Files.readAllBytes(folder.resolve("page.html")), range.startByte(), range.endByte());
        assertEquals("wo</b>rd &amp;", new String(slice, StandardCharsets.UTF_8));
    }

    @Test
    void textThatIsNotConvertedMapsToItself() throws IOException {
        write();
        TextRange any = new TextRange(4, 10, 4, 10);
        for (String id : List.of("plain.txt", "row")) {
            TextMap map = read(MAPPED).get(id).map().orElseThrow();
            assertTrue(map.isIdentity());
            assertEquals(any, map.original(any));
        }
        ReaderOptions unconverted = MAPPED.convert(false);
        assertTrue(read(unconverted).get("page.html").map().orElseThrow().isIdentity());
    }

    @Test
    void formatsThatDoNotKnowPlacesHaveNoMap() throws IOException {
        write();
        byte[] page = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        Files.write(folder.resolve("japanese.html"), page);
        Document document = read(MAPPED).get("japanese.html");
        assertEquals("\u8a00\u8449", document.text());
        assertTrue(document.map().isEmpty());
    }

    @Test
    void theMapOfAMailLeadsToItsSubjectAndBody() throws IOException {
        write();
        Document letter = read(MAPPED).get("letter.eml");
        assertEquals("One\n\nword & more\n", letter.text());
        TextRange range = letter.map().orElseThrow().original(new TextRange(0, 9, 0, 9));
        assertEquals(new TextRange(19, 36, 19, 36), range);
    }

    @Test
    void theTextsAreTheSameWithMapsAndWithout() throws IOException {
        write();
        Map<String, Document> without = read(ReaderOptions.DEFAULT);
        read(MAPPED).forEach((id, document) -> assertEquals(without.get(id).text(), document.text()));
    }

    @Test
    void anExtractorMapsSingleDocuments() throws Exception {
        TextExtractor extractor = TextExtractor.of(ReaderOptions.DEFAULT);
        byte[] page = "<p>a &lt; b".getBytes(StandardCharsets.UTF_8);
        TextMap map = extractor.mappedText("page.html", page).map().orElseThrow();
        assertFalse(map.isIdentity());
        assertEquals(new TextRange(5, 9, 5, 9), map.original(new TextRange(2, 3, 2, 3)));
        assertTrue(extractor.mappedText("a.txt", page).map().orElseThrow().isIdentity());
    }
}
