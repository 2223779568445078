package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.FormatOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dates that sources state for their documents. */
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
        Path packed = folder.resolve("b.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("more text".getBytes());
        }
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
}
