package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
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
}
