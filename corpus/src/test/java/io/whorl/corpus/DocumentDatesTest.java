package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The dates that sources state for their documents, and the forms of dates. */
class DocumentDatesTest {
    @TempDir
    Path folder;

    private List<String> dates(FormatOptions formats, Path... sources) throws IOException {
        ReadAll read = ReadAll.of(ReaderOptions.DEFAULT.formats(formats), sources);
        return read.documents().stream().map(d -> d.date().orElse("-")).toList();
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    @Test
    void dateFieldOfJsonObjectsIsADate() throws IOException {
        Path json = file(
                "a.jsonl",
                "{\"id\":\"a\",\"text\":\"one\",\"when\":\"2024-01-02\"}\n"
                        + "{\"id\":\"b\",\"text\":\"two\",\"when\":1700000000}\n"
                        + "{\"id\":\"c\",\"text\":\"three\",\"when\":{\"year\":2024}}\n"
                        + "{\"id\":\"d\",\"text\":\"four\",\"when\":null}\n"
                        + "{\"id\":\"e\",\"text\":\"five\"}\n");
        FormatOptions when = FormatOptions.DEFAULT.dateField("when");
        assertEquals(List.of("2024-01-02", "1700000000", "-", "-", "-"), dates(when, json));
        assertEquals(List.of("-", "-", "-", "-", "-"), dates(FormatOptions.DEFAULT, json));
    }

    @Test
    void dateColumnOfTablesIsADate() throws IOException {
        Path table = file("a.csv", "id,text,when\na,one,2024\nb,two,\n");
        assertEquals(List.of("2024", "-"), dates(FormatOptions.DEFAULT.dateField("when"), table));
        assertEquals(List.of("-", "-"), dates(FormatOptions.DEFAULT.dateField("other"), table));
    }

    @Test
    void mailsStateTheirDates() throws IOException {
        String mail = "Message-ID: <1@a>\nDate: Fri,\n  1 Mar 2024 12:30:00 +0100\nSubject: s\n\nbody\n";
        Path box = file("a.mbox", "From a\n" + mail + "\nFrom b\nSubject: undated\n\nbody\n");
        assertEquals(List.of("Fri, 1 Mar 2024 12:30:00 +0100", "-"), dates(FormatOptions.DEFAULT, box));
        assertEquals(List.of("Fri, 1 Mar 2024 12:30:00 +0100"), dates(FormatOptions.DEFAULT, file("a.eml", mail)));
    }

    @Test
    void recordsOfWebArchivesStateTheirDates() throws IOException {
        String body = "some text of a page";
        Path warc = file(
                "a.warc",
                "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\nWARC-Date: 2024-03-01T12:30:00Z\r\n"
                        + "Content-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n\r\n" + body
                        + "\r\n\r\n");
        assertEquals(List.of("2024-03-01T12:30:00Z"), dates(FormatOptions.DEFAULT, warc));
    }

    @Test
    void revisionsOfPagesStateTheirDates() throws IOException {
        Path xml = file(
                "a.xml",
                "<mediawiki><siteinfo></siteinfo><page><title>A</title><ns>0</ns>"
                        + "<revision><timestamp>2024-03-01T12:30:00Z"
                        + "</timestamp><text>Some text.</text></revision></page></mediawiki>");
        assertEquals(List.of("2024-03-01T12:30:00Z"), dates(FormatOptions.DEFAULT, xml));
    }

    @Test
    void fileTimesAreDatesOnlyOnRequest() throws IOException {
        Path text = file("a.txt", "some text");
        FileTime time = FileTime.from(Instant.parse("2020-05-06T07:08:09Z"));
        Files.setLastModifiedTime(text, time);
        Path packed = Files.write(folder.resolve("b.txt.gz"), Packed.gzip("more text"));
        Files.setLastModifiedTime(packed, time);
        Path zip = folder.resolve("c.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            ZipEntry entry = new ZipEntry("member.txt");
            entry.setLastModifiedTime(FileTime.from(Instant.parse("2021-05-06T07:08:10Z")));
            out.putNextEntry(entry);
            out.write("text of a member".getBytes());
        }
        FormatOptions requested = FormatOptions.DEFAULT.fileDates(true);
        assertEquals(
                List.of("2020-05-06T07:08:09Z", "2020-05-06T07:08:09Z", "2021-05-06T07:08:10Z"),
                dates(requested, text, packed, zip));
        assertEquals(List.of("-", "-", "-"), dates(FormatOptions.DEFAULT, text, packed, zip));
    }

    @Test
    void mailKeepsItsOwnDateAlthoughFileTimesAreRequested() throws IOException {
        Path mail = file("a.eml", "Date: Fri, 1 Mar 2024 12:30:00 +0100\nSubject: s\n\nbody\n");
        FormatOptions requested = FormatOptions.DEFAULT.fileDates(true);
        assertEquals(
                Optional.of("Fri, 1 Mar 2024 12:30:00 +0100"),
                Optional.of(dates(requested, mail).get(0)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2024|2024-01-01T00:00:00Z",
                "0001|0001-01-01T00:00:00Z",
                "2024-03|2024-03-01T00:00:00Z",
                "2024-02-29|2024-02-29T00:00:00Z",
                "20240229|2024-02-29T00:00:00Z",
                "' 2024-03-01T12 '|2024-03-01T12:00:00Z",
                "2024-03-01T12:30|2024-03-01T12:30:00Z",
                "2024-03-01 12:30:05|2024-03-01T12:30:05Z",
                "2024-03-01t12:30:05z|2024-03-01T12:30:05Z",
                "2024-03-01T12:30:05.123456789Z|2024-03-01T12:30:05.123456789Z",
                "'2024-03-01T12:30:05,5+01:00'|2024-03-01T11:30:05.500Z",
                "2024-03-01T12:30-0330|2024-03-01T16:00:00Z",
                "2024-03-01 12:30:00 +02|2024-03-01T10:30:00Z",
                "2024-03-01 12:30:00 UTC|2024-03-01T12:30:00Z",
                "2024-03-01T12:30:00+01:00[Europe/Berlin]|2024-03-01T11:30:00Z",
                "2024-12-31T24:00:00Z|2025-01-01T00:00:00Z",
                "2016-12-31T23:59:60Z|2017-01-01T00:00:00Z",
                "20240301T123005Z|2024-03-01T12:30:05Z",
                "20240301T1230+0100|2024-03-01T11:30:00Z",
                "20240301123005|2024-03-01T12:30:05Z",
                "20240301123005678|2024-03-01T12:30:05.678Z",
                "'Fri, 1 Mar 2024 12:30:00 +0100'|2024-03-01T11:30:00Z",
                "'Tue, 3 Jun 2008 11:05:30 GMT'|2008-06-03T11:05:30Z",
                "'1 Mar 24 12:30 EST'|2024-03-01T17:30:00Z",
                "'Sat, 01 Jan 99 00:00:00 -0800 (PST)'|1999-01-01T08:00:00Z",
                "'Sunday, 06-Nov-94 08:49:37 GMT'|1994-11-06T08:49:37Z",
                "'Sun Nov  6 08:49:37 1994'|1994-11-06T08:49:37Z",
                "'Thu Mar  5 10:00:00 PDT 2009'|2009-03-05T17:00:00Z",
                "'3 June 2008'|2008-06-03T00:00:00Z",
                "123456789|1973-11-29T21:33:09Z",
                "1700000000|2023-11-14T22:13:20Z",
                "1700000000.25|2023-11-14T22:13:20.250Z",
                "1700000000123|2023-11-14T22:13:20.123Z",
                "999999999999|2001-09-09T01:46:39.999Z",
            })
    void knownFormsAreRead(String text, Instant date) {
        assertEquals(Optional.of(date), DateText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "0000",
                "12345",
                "202403",
                "2024-13",
                "2023-02-29",
                "2024-03-01T25:00",
                "2024-03-01T12:60",
                "2024-03-01T12:30:05+19:00",
                "03/04/2024",
                "31.12.2024",
                "20241301",
                "2024010203",
                "202401020304",
                "12345678901",
                "17000000001234",
                "-1700000000",
                "31 Feb 2024",
                "1 Foo 2024 12:00",
                "2024-W10-1"
            })
    void uncertainAndImpossibleDatesAreNotRead(String text) {
        assertEquals(Optional.empty(), DateText.parse(text));
    }

    @Test
    void longTextIsNotRead() {
        assertEquals(Optional.empty(), DateText.parse("2024" + " ".repeat(500)));
        assertEquals(Optional.empty(), DateText.parse("(".repeat(100) + ")".repeat(100)));
    }
}
