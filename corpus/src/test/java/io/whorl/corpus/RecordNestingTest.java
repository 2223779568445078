package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads dumps of records that are compressed, nested and converted to text. */
class RecordNestingTest {
    private static final String PAGE =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>gr\u00fcn";
    private static final String MAIL =
            "From a 1\nSubject: first\n\n>From me\n\nFrom b 2\nMessage-ID: <2@b>\n\nsecond\n";
    private static final String WIKI =
            "<mediawiki><page><title>A</title><ns>0</ns><revision><text>[[b|link]] {{c}}</text>"
                    + "</revision></page><page><title>B</title><ns>1</ns></page></mediawiki>";

    @TempDir
    private Path directory;

    private static byte[] warc() {
        byte[] page = PAGE.getBytes(StandardCharsets.ISO_8859_1);
        return TestArchives.concat(
                TestArchives.utf8("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n"
                        + "Content-Type: application/http\r\nContent-Length: " + page.length + "\r\n\r\n"),
                page,
                TestArchives.utf8("\r\n\r\n"));
    }

    /** Each record is a separate gzip member, as crawlers write them. */
    private static byte[] warcGz() {
        return TestArchives.concat(TestArchives.gzip(warc()), TestArchives.gzip(warc()));
    }

    private Path tar(Map<String, byte[]> members) throws IOException {
        Path file = directory.resolve("dumps.tar");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(file), "UTF-8")) {
            for (Map.Entry<String, byte[]> member : members.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(member.getKey());
                entry.setSize(member.getValue().length);
                tar.putArchiveEntry(entry);
                tar.write(member.getValue());
                tar.closeArchiveEntry();
            }
        }
        return file;
    }

    @Test
    void dumpsInAnArchiveAreRead() throws IOException {
        Map<String, byte[]> members = new LinkedHashMap<>();
        members.put("crawl.warc.gz", warcGz());
        members.put("list.mbox", TestArchives.utf8(MAIL));
        members.put("wiki.xml", TestArchives.utf8(WIKI));
        members.put("one.eml", TestArchives.utf8("Subject: alone\n\nbody\n"));
        ReadAll all = ReadAll.of(tar(members));
        assertEquals(
                List.of(
                        "http://a/=grün",
                        "http://a/=grün",
                        "list.mbox:1=first\n\nFrom me\n",
                        "2@b=second\n",
                        "A=link",
                        "one.eml=alone\n\nbody\n"),
                all.pairs().stream()
                        .map(pair -> pair.replaceFirst(
                                "\\s+$", pair.startsWith("http") || pair.startsWith("A=") ? "" : "\n"))
                        .toList());
        assertEquals(1, all.skipped().size());
        assertEquals(
                directory.resolve("dumps.tar") + "!wiki.xml:2!B",
                all.skipped().get(0).place());
    }

    @Test
    void documentsCanBeReadUnconverted() throws IOException {
        Path file = Files.write(directory.resolve("a.xml"), TestArchives.utf8(WIKI));
        ReadAll all = ReadAll.of(ReaderOptions.DEFAULT.convert(false), file);
        assertEquals(List.of("A=[[b|link]] {{c}}"), all.pairs());
    }

    @Test
    void truncatedCompressedDumpsYieldTheCompleteRecords() throws IOException {
        byte[] packed = warcGz();
        Path file = Files.write(directory.resolve("cut.warc.gz"), Arrays.copyOf(packed, packed.length - 30));
        ReadAll all = ReadAll.of(file);
        assertEquals(List.of("http://a/"), all.ids());
        assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons());
    }
}
