package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents that carry maps to their places in the source. */
class MappedDocumentsTest extends ReadingFixture {
    private static final ReaderOptions MAPPED =
            ReaderOptions.DEFAULT.mapped(true).threads(2);

    @BeforeEach
    void write() throws IOException {
        write("page.html", "<html><p>One <b>wo</b>rd &amp; more");
        write("plain.txt", "One word & more");
        write("table.jsonl", "{\"id\":\"row\",\"text\":\"One \\u0077ord & more\"}\n");
        write("letter.eml", "From: a@b\nSubject: One\nTo: c@d\n\nword & more\n");
    }

    private Map<String, Document> read(ReaderOptions options) throws IOException {
        return ReadAll.of(options, dir).documents().stream().collect(Collectors.toMap(Document::id, d -> d));
    }

    @Test
    void documentsHaveNoMapsUnlessTheyAreRequested() throws IOException {
        assertTrue(read(ReaderOptions.DEFAULT).values().stream()
                .allMatch(document -> document.map().isEmpty()));
    }

    @Test
    void theMapLeadsFromTheTextToTheDocument() throws IOException {
        Document page = read(MAPPED).get("page.html");
        assertEquals("One word & more", page.text());
        TextRange range = page.map().orElseThrow().original(new TextRange(4, 10, 4, 10));
        byte[] slice =
                Arrays.copyOfRange(Files.readAllBytes(dir.resolve("page.html")), range.startByte(), range.endByte());
        assertEquals("wo</b>rd &amp;", new String(slice, StandardCharsets.UTF_8));
    }

    @Test
    void textThatIsNotConvertedMapsToItself() throws IOException {
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
        byte[] page = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        write("japanese.html", page);
        Document document = read(MAPPED).get("japanese.html");
        assertEquals("\u8a00\u8449", document.text());
        assertTrue(document.map().isEmpty());
    }

    @Test
    void theMapOfAMailLeadsToItsSubjectAndBody() throws IOException {
        Document letter = read(MAPPED).get("letter.eml");
        assertEquals("One\n\nword & more\n", letter.text());
        TextRange range = letter.map().orElseThrow().original(new TextRange(0, 9, 0, 9));
        assertEquals(new TextRange(19, 36, 19, 36), range);
    }

    @Test
    void theTextsAreTheSameWithMapsAndWithout() throws IOException {
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
