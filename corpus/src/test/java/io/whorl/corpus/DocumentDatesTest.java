package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The dates that sources state for their documents, and the forms of dates. */
class DocumentDatesTest extends ReadingFixture {
    private static final FormatOptions WHEN = FormatOptions.DEFAULT.dateField("when");
    private static final String MAIL = "Date: Fri,\n  1 Mar 2024 12:30:00 +0100\nSubject: s\n\nbody\n";

    private void assertDates(FormatOptions formats, String expected, String name, Object content) throws IOException {
        String dates = read(formats, name, content).documents().stream()
                .map(d -> d.date().orElse("-"))
                .collect(Collectors.joining(" | "));
        assertEquals(expected, dates);
    }

    @Test
    void sourcesStateTheDatesOfTheirDocuments() throws IOException {
        String json = "{\"id\":\"a\",\"text\":\"one\",\"when\":\"2024-01-02\"}\n"
                + "{\"id\":\"b\",\"text\":\"two\",\"when\":1700000000}\n"
                + "{\"id\":\"c\",\"text\":\"three\",\"when\":{\"year\":2024}}\n"
                + "{\"id\":\"d\",\"text\":\"four\",\"when\":null}\n"
                + "{\"id\":\"e\",\"text\":\"five\"}\n";
        assertDates(WHEN, "2024-01-02 | 1700000000 | - | - | -", "a.jsonl", json);
        assertDates(FormatOptions.DEFAULT, "- | - | - | - | -", "a.jsonl", json);
        String table = "id,text,when\na,one,2024\nb,two,\n";
        assertDates(WHEN, "2024 | -", "a.csv", table);
        assertDates(WHEN.dateField("other"), "- | -", "a.csv", table);
        String box = "From a\nMessage-ID: <1@a>\n" + MAIL + "\nFrom b\nSubject: undated\n\nbody\n";
        assertDates(FormatOptions.DEFAULT, "Fri, 1 Mar 2024 12:30:00 +0100 | -", "a.mbox", box);
        // A mail keeps its own date although the times of files are requested.
        for (boolean fileDates : new boolean[] {false, true}) {
            FormatOptions formats = FormatOptions.DEFAULT.fileDates(fileDates);
            assertDates(formats, "Fri, 1 Mar 2024 12:30:00 +0100", "a.eml", MAIL);
        }
        String body = "some text of a page";
        String warc = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n"
                + "WARC-Date: 2024-03-01T12:30:00Z\r\nContent-Type: text/plain\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body + "\r\n\r\n";
        assertDates(FormatOptions.DEFAULT, "2024-03-01T12:30:00Z", "a.warc", warc);
        String wiki = "<mediawiki><siteinfo></siteinfo><page><title>A</title><ns>0</ns><revision>"
                + "<timestamp>2024-03-01T12:30:00Z</timestamp><text>Some text.</text></revision></page></mediawiki>";
        assertDates(FormatOptions.DEFAULT, "2024-03-01T12:30:00Z", "a.xml", wiki);
    }

    @Test
    void fileTimesAreDatesOnlyOnRequest() throws IOException {
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            ZipEntry entry = new ZipEntry("member.txt");
            entry.setLastModifiedTime(FileTime.from(Instant.parse("2021-05-06T07:08:10Z")));
            out.putNextEntry(entry);
            out.write(Packed.utf8("text of a member"));
        }
        Path text = write("a.txt", "some text");
        Path packed = write("b.txt.gz", Packed.gzip("more text"));
        for (Path file : List.of(text, packed)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-05-06T07:08:09Z")));
        }
        Path[] files = {text, packed, write("c.zip", zip.toByteArray())};
        FormatOptions requested = FormatOptions.DEFAULT.fileDates(true);
        assertEquals(
                List.of("2020-05-06T07:08:09Z", "2020-05-06T07:08:09Z", "2021-05-06T07:08:10Z"),
                ReadAll.of(ReaderOptions.DEFAULT.formats(requested), files).documents().stream()
                        .map(d -> d.date().orElse("-"))
                        .toList());
        assertTrue(ReadAll.of(files).documents().stream().allMatch(d -> d.date().isEmpty()));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "dates.csv", delimiter = '|', quoteCharacter = '\'')
    void knownFormsAreRead(String text, Instant date) {
        assertEquals(Optional.of(date), DateText.parse(text));
    }

    @Test
    void uncertainAndImpossibleDatesAreNotRead() {
        for (String text : ("¦yesterday¦0000¦12345¦202403¦2024-13¦2023-02-29¦2024-03-01T25:00¦2024-03-01T12:60¦"
                        + "2024-03-01T12:30:05+19:00¦03/04/2024¦31.12.2024¦20241301¦2024010203"
                        + "¦202401020304¦12345678901¦"
                        + "17000000001234¦-1700000000¦31 Feb 2024¦1 Foo 2024 12:00¦2024-W10-1")
                .split("¦")) {
            assertEquals(Optional.empty(), DateText.parse(text), text);
        }
    }

    @Test
    void longTextIsNotRead() {
        assertEquals(Optional.empty(), DateText.parse("2024" + " ".repeat(500)));
        assertEquals(Optional.empty(), DateText.parse("(".repeat(100) + ")".repeat(100)));
    }

    // Maps to places in the source.

    private static final ReaderOptions MAPPED =
            ReaderOptions.DEFAULT.mapped(true).threads(2);

    /** Reads four documents of different formats. */
    private Map<String, Document> mapped(ReaderOptions options) throws IOException {
        write("page.html", "<html><p>One <b>wo</b>rd &amp; more");
        write("plain.txt", "One word & more");
        write("table.jsonl", "{\"id\":\"row\",\"text\":\"One \\u0077ord & more\"}\n");
        write("letter.eml", "From: a@b\nSubject: One\nTo: c@d\n\nword & more\n");
        return ReadAll.of(options, dir).documents().stream().collect(Collectors.toMap(Document::id, d -> d));
    }

    @Test
    void documentsHaveNoMapsUnlessTheyAreRequested() throws IOException {
        assertTrue(mapped(ReaderOptions.DEFAULT).values().stream()
                .allMatch(document -> document.map().isEmpty()));
    }

    @Test
    void theMapLeadsFromTheTextToTheDocument() throws IOException {
        Document page = mapped(MAPPED).get("page.html");
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
            TextMap map = mapped(MAPPED).get(id).map().orElseThrow();
            assertTrue(map.isIdentity());
            assertEquals(any, map.original(any));
        }
        ReaderOptions unconverted = MAPPED.convert(false);
        assertTrue(mapped(unconverted).get("page.html").map().orElseThrow().isIdentity());
    }

    @Test
    void formatsThatDoNotKnowPlacesHaveNoMap() throws IOException {
        byte[] page = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        write("japanese.html", page);
        Document document = mapped(MAPPED).get("japanese.html");
        assertEquals("\u8a00\u8449", document.text());
        assertTrue(document.map().isEmpty());
    }

    @Test
    void theMapOfAMailLeadsToItsSubjectAndBody() throws IOException {
        Document letter = mapped(MAPPED).get("letter.eml");
        assertEquals("One\n\nword & more\n", letter.text());
        TextRange range = letter.map().orElseThrow().original(new TextRange(0, 9, 0, 9));
        assertEquals(new TextRange(19, 36, 19, 36), range);
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
