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

/** Archives in archives, and records in them. */
class NestingTest {
    @TempDir
    Path dir;

    private static final byte[] LINES = TestArchives.utf8("{\"id\":\"r\",\"text\":\"x\"}\n");

    private static final String PAGE =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>gr\u00fcn";

    private static final String MAIL =
            "From a 1\nSubject: first\n\n>From me\n\nFrom b 2\nMessage-ID: <2@b>\n\nsecond\n";

    private static final String WIKI =
            "<mediawiki><page><title>A</title><ns>0</ns><revision><text>[[b|link]] {{c}}</text>"
                    + "</revision></page><page><title>B</title><ns>1</ns></page></mediawiki>";

    @Test
    void nestedArchivesAreNamedByTheirPath() throws IOException {
        byte[] inner = TestArchives.tar(Map.of("./m", "one"));
        byte[] zip = TestArchives.zipOf(
                new String[] {"t/a.tar.xz", "b.txt.bz2", "c.jsonl.zst", "d.html"},
                TestArchives.xz(inner),
                TestArchives.bzip2(TestArchives.utf8("two")),
                TestArchives.zstd(LINES),
                TestArchives.utf8("plain"));
        List<String> there = List.of("t/a.tar.xz!m=one", "b.txt=two", "r=x", "d.html=plain");
        ReadAll top = ReadAll.of(Files.write(dir.resolve("x.zip"), zip));
        assertEquals(there, top.pairs());
        assertEquals(List.of(), top.skipped());
        assertEquals(
                dir.resolve("x.zip") + "!t/a.tar.xz!m", top.documents().get(0).place());
        assertEquals(
                dir.resolve("x.zip") + "!c.jsonl.zst:1", top.documents().get(2).place());
        byte[] gz = TestArchives.gzip(TestArchives.tarOf("z.zip", zip));
        assertEquals(
                List.of("z.zip!t/a.tar.xz!m=one", "z.zip!b.txt=two", "r=x", "z.zip!d.html=plain"),
                ReadAll.of(Files.write(dir.resolve("y.tgz"), gz)).pairs());
        Path only = Files.createDirectory(dir.resolve("only"));
        Files.write(only.resolve("x.zip"), zip);
        assertEquals("x.zip!t/a.tar.xz!m=one", ReadAll.of(only).pairs().get(0));
    }

    @Test
    void fiftyNestedArchivesAreTooDeep() throws IOException {
        byte[] tar = TestArchives.tar(Map.of("deep", "x"));
        byte[] gzip = TestArchives.utf8("x");
        for (int i = 0; i < 50; i++) {
            tar = TestArchives.tarOf("t" + i, tar);
            gzip = TestArchives.gzip(gzip);
        }
        byte[] zip = TestArchives.zipOf(new String[] {"tar", "gz", "next"}, tar, gzip, TestArchives.utf8("n"));
        ReadAll all = ReadAll.of(Files.write(dir.resolve("x.zip"), zip));
        assertEquals(List.of("next=n"), all.pairs());
        assertEquals(List.of(Skipped.Reason.INVALID, Skipped.Reason.INVALID), all.reasons());
        assertEquals(
                dir.resolve("x.zip") + "!tar!t49!t48!t47!t46!t45!t44!t43",
                all.skipped().get(0).place());
        ReaderOptions deeper = ReaderOptions.DEFAULT.maxDepth(60);
        assertEquals(3, ReadAll.of(deeper, dir.resolve("x.zip")).documents().size());
        assertEquals(
                1,
                ReadAll.of(ReaderOptions.DEFAULT.maxDepth(1), dir.resolve("x.zip"))
                        .documents()
                        .size());
    }

    /** Imitates an endless archive by one that contains two copies of its kind, down to the depth limit. */
    @Test
    void archivesThatContainThemselvesEndAtTheDepthLimit() throws IOException {
        byte[] zip = TestArchives.zipOf(new String[] {"leaf"}, TestArchives.utf8("x"));
        for (int i = 0; i < 8; i++) {
            zip = TestArchives.zipOf(new String[] {"l.zip", "r.zip"}, zip, zip);
        }
        ReadAll all = ReadAll.of(ReaderOptions.DEFAULT.maxDepth(4), Files.write(dir.resolve("x.zip"), zip));
        assertEquals(List.of(), all.documents());
        assertEquals(16, all.skipped().size());
    }

    @Test
    void namesThatLeaveTheArchiveAreOnlyIds() throws IOException {
        byte[] tar = TestArchives.concat(
                TestArchives.tarOf("../../out", TestArchives.utf8("a")),
                TestArchives.tarOf("/etc/abs", TestArchives.utf8("b")));
        Path in = Files.createDirectories(dir.resolve("a/b/c"));
        ReadAll all = ReadAll.of(Files.write(in.resolve("x.tar"), tar));
        assertEquals(List.of("../../out=a", "/etc/abs=b"), all.pairs());
        try (var files = Files.walk(dir)) {
            assertEquals(
                    List.of(in.resolve("x.tar")),
                    files.filter(Files::isRegularFile).toList());
        }
    }

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
        Path file = dir.resolve("dumps.tar");
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
                dir.resolve("dumps.tar") + "!wiki.xml:2!B", all.skipped().get(0).place());
    }

    @Test
    void documentsCanBeReadUnconverted() throws IOException {
        Path file = Files.write(dir.resolve("a.xml"), TestArchives.utf8(WIKI));
        ReadAll all = ReadAll.of(ReaderOptions.DEFAULT.convert(false), file);
        assertEquals(List.of("A=[[b|link]] {{c}}"), all.pairs());
    }

    @Test
    void truncatedCompressedDumpsYieldTheCompleteRecords() throws IOException {
        byte[] packed = warcGz();
        Path file = Files.write(dir.resolve("cut.warc.gz"), Arrays.copyOf(packed, packed.length - 30));
        ReadAll all = ReadAll.of(file);
        assertEquals(List.of("http://a/"), all.ids());
        assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons());
    }
}
