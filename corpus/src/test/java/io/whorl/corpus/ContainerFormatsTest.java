package io.whorl.corpus;

import static io.whorl.corpus.TestArchives.zstd;
import static io.whorl.testing.Packed.concat;
import static io.whorl.testing.Packed.gzip;
import static io.whorl.testing.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives and compressed files: how they are recognised and nested, and how their members are named. */
class ContainerFormatsTest extends ReadingFixture {
    private static final String LINES = "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}\n";
    private static final String[] BOTH = {"a=one", "b=two"};

    private final Map<String, String> members = new LinkedHashMap<>();

    @BeforeEach
    void members() {
        members.put("./a", "one");
        members.put("b", "two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.tar", "x.tar.gz", "x.tgz", "x.zip", "x", "x.txt", "x.jsonl"})
    void formatsAreDetectedByContent(String name) throws IOException {
        byte[] tar = TestArchives.tar(members);
        for (byte[] archive : List.of(
                tar, gzip(tar), zstd(tar), TestArchives.bzip2(tar), TestArchives.xz(tar), TestArchives.zip(members))) {
            read(name, archive).gives(BOTH).skips();
        }
    }

    /** The flag of an encrypted member is set in both headers of the first member. */
    @Test
    void zipMembersThatCannotBeReadAreNamed() throws IOException {
        byte[] zip = TestArchives.zip(members);
        String text = new String(zip, StandardCharsets.ISO_8859_1);
        zip[text.indexOf("PK\3\4") + 6] |= 1;
        zip[text.indexOf("PK\1\2") + 8] |= 1;
        ReadAll all = read("x", zip).gives("b=two").skips(Reason.INVALID);
        assertTrue(all.place(0).endsWith("!a"), all.place(0));
        // Without the directory, nobody knows where an encrypted member ends.
        all = read("x", gzip(zip)).gives().skips(Reason.INVALID, Reason.DAMAGED);
        assertTrue(all.place(0).endsWith("!a"), all.place(0));
    }

    @Test
    void jsonLinesAreReadPlainAndCompressed() throws IOException {
        for (String name : List.of("x.jsonl", "x.NDJSON", "x.jsonl.gz")) {
            read(name, LINES).gives(BOTH).skips();
        }
        read("x.jsonl.zst", zstd(utf8(LINES))).gives(BOTH).skips();
        read("x.jsonl", "\ufeff" + LINES).gives(BOTH).skips();
        for (String name : List.of("x.jsonl", "x.csv", "x.TSV", "x.warc", "x.wet", "x.arc", "x.mbox")) {
            read(name, "").gives().skips();
        }
    }

    @Test
    void anyOtherFileIsOneDocument() throws IOException {
        String text = "A text of more than one tar header's bytes. ".repeat(50);
        Map<String, byte[]> packed = Map.of(
                "x.txt", utf8(text),
                "x.txt.gz", gzip(utf8(text)),
                "x.txt.zst", zstd(utf8(text)),
                "x.txt.BZ2", TestArchives.bzip2(utf8(text)),
                "x.txt.xz", TestArchives.xz(utf8(text)));
        for (Map.Entry<String, byte[]> file : packed.entrySet()) {
            read(file.getKey(), file.getValue()).gives("x.txt=" + text).skips();
        }
        read("x.txt.bz2", TestArchives.bzip2(new byte[0])).gives("x.txt=").skips();
        for (String[] file : new String[][] {
            {"notes.txt", "BZh9 is how bzip2 begins."}, {"x.json", "{\"name\":\"a\",\"text\":7}"},
            {"empty", ""}, {"nul", "\0\n\0"}
        }) {
            read(file[0], file[1]).gives(file[0] + "=" + file[1]).skips();
        }
        read("zeros", new byte[2048]).gives().skips(Reason.NOT_TEXT);
    }

    @Test
    void compressedFilesAreReadToTheEndOfTheLastMember() throws IOException {
        byte[] tar = TestArchives.tar(members);
        for (int cut : new int[] {1, 512, 515, 1024, 1500, tar.length - 1}) {
            byte[] head = Arrays.copyOf(tar, cut);
            byte[] tail = Arrays.copyOfRange(tar, cut, tar.length);
            for (byte[] packed : List.of(
                    concat(gzip(head), gzip(new byte[0]), gzip(tail), new byte[700]),
                    concat(zstd(head), zstd(tail)),
                    concat(TestArchives.bzip2(head), TestArchives.bzip2(tail)),
                    concat(TestArchives.xz(head), TestArchives.xz(tail)))) {
                read("x.tar.gz", packed).gives(BOTH).skips();
            }
        }
        read("x.jsonl.gz", concat(gzip(utf8(LINES.substring(0, 9))), gzip(utf8(LINES.substring(9)))))
                .gives(BOTH)
                .skips();
    }

    @Test
    void gzipHeadersMayContainNamesCommentsAndExtraFields() throws IOException {
        byte[] plain = gzip(utf8("one"));
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7, 'n', 0, 'c', 0, 1, 2};
        byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
        read("x.gz", concat(header, body)).gives("x=one").skips();
    }

    @Test
    void concatenatedArchivesAreAllReadAndEmptyOnesYieldNothing() throws IOException {
        byte[] a = TestArchives.tar(Map.of("a", "one"));
        byte[] b = TestArchives.tar(Map.of("b", "two"));
        for (byte[] both :
                List.of(concat(a, b), concat(gzip(a), gzip(b)), concat(Arrays.copyOf(a, 2 * 512 + 512), b))) {
            read("x.tar", both).gives(BOTH).skips();
        }
        byte[] empty = TestArchives.tar(Map.of());
        read("empty.tar", empty).gives().skips();
        read("empty.tar.gz", gzip(empty)).gives().skips();
        read("empty.zip", TestArchives.zip(Map.of())).gives().skips();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.tar", "x.tgz", "x.tar.gz", "x.gz", "x.zst", "x.zip", "x.bz2", "x.txz"})
    void aFileThatIsAnArchiveOnlyByNameIsDamaged(String name) throws IOException {
        for (String text : List.of("", "no archive", "no archive ".repeat(100))) {
            ReadAll all = ReadAll.of(write(name, text), write("good", "one"))
                    .gives("good=one")
                    .skips(Reason.DAMAGED);
            assertEquals(dir.resolve(name).toString(), all.place(0));
        }
        read("x.tar.gz", gzip(utf8("no archive"))).skips(Reason.DAMAGED);
    }

    // Names of members.

    private static void member(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] body) throws IOException {
        entry.setSize(body.length);
        tar.putArchiveEntry(entry);
        tar.write(body);
        tar.closeArchiveEntry();
    }

    @Test
    void onlyRegularMembersAreDocumentsAndUnknownTypesAreReported() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            for (byte type : new byte[] {
                TarConstants.LF_DIR,
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_FIFO,
                TarConstants.LF_CHR,
                TarConstants.LF_NORMAL,
                TarConstants.LF_CONTIG,
                TarConstants.LF_OLDNORM,
                'Z'
            }) {
                boolean holds = type == TarConstants.LF_NORMAL || type == TarConstants.LF_CONTIG || type == 'Z';
                member(tar, new TarArchiveEntry("type" + type, type), utf8(holds ? "text" : ""));
            }
        }
        ReadAll all = read("x.tar", out.toByteArray())
                .gives("type48=text", "type55=text", "type0=")
                .skips(Reason.INVALID);
        assertTrue(all.place(0).endsWith("x.tar!type90"), all.place(0));
    }

    @Test
    void membersKeepTheirPathsWithoutLeadingDots() throws IOException {
        List<String> ids = List.of(
                "a", "b", "a/./b", "../up", "/absolute", "x\ny", "d\u00e9j\u00e0/\ud83d\ude00", "l".repeat(300));
        Map<String, String> named = new LinkedHashMap<>();
        ids.forEach(id -> named.put(id.equals("a") ? "./a" : id.equals("b") ? "././b" : id, ""));
        assertEquals(ids, read("x.tar", TestArchives.tar(named)).ids());
        assertEquals(ids, read("x.zip", TestArchives.zip(named)).ids());
    }

    /** 0xff is no UTF-8. A backslash that looks like an escape is escaped, so that no two names have one id. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void fileNamesThatAreNotUtf8KeepTheirBytes() throws IOException {
        for (String name : List.of("bad%FF.txt", "bad%FE.txt", "bad%5Cxff.txt", "bad%5Cxfg", "caf%C3%A9", "caf%E9/a")) {
            Path file = Path.of(URI.create(dir.toUri() + name));
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        ReadAll all = ReadAll.of(dir).skips();
        assertEquals(
                Map.of(
                        "bad\\xff.txt", "bad%FF.txt",
                        "bad\\xfe.txt", "bad%FE.txt",
                        "bad\\x5cxff.txt", "bad%5Cxff.txt",
                        "bad\\xfg", "bad%5Cxfg",
                        "caf\u00e9", "caf%C3%A9",
                        "caf\\xe9/a", "caf%E9/a"),
                all.documents().stream().collect(Collectors.toMap(Document::id, Document::text)));
        for (Document document : all.documents()) {
            assertEquals(dir + "/" + document.id(), document.place());
        }
        ReadAll one = ReadAll.of(Path.of(URI.create(dir.toUri() + "bad%FF.txt")));
        assertEquals(List.of("bad\\xff.txt"), one.ids());
    }

    @Test
    void memberNamesThatAreNotUtf8KeepTheirBytes() throws IOException {
        String tail = "l".repeat(300);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "ISO-8859-1")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            for (String name : List.of("bad\u00ff", "./bad\u00fe", "bad\\xff", "\u00ff" + tail, "\u00fe" + tail)) {
                member(tar, new TarArchiveEntry(name), utf8("t"));
            }
            // The path in an extended header replaces the name, and may have any bytes, too.
            for (byte[] path :
                    List.of("13 path=pax\u00ff\n".getBytes(StandardCharsets.ISO_8859_1), utf8("14 path=pax\u00e9\n"))) {
                member(tar, new TarArchiveEntry("attributes", TarConstants.LF_PAX_EXTENDED_HEADER_LC), path);
                member(tar, new TarArchiveEntry("cut"), utf8("t"));
            }
        }
        assertEquals(
                List.of("bad\\xff", "bad\\xfe", "bad\\x5cxff", "\\xff" + tail, "\\xfe" + tail, "pax\\xff", "pax\u00e9"),
                read("x.tar", out.toByteArray()).ids());
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(zipped)) {
            zip.setEncoding("ISO-8859-1");
            for (String name : List.of("bad\u00ff", "bad\u00fe", "a\\b")) {
                zip.putArchiveEntry(new ZipArchiveEntry(name));
                zip.write(utf8("t"));
                zip.closeArchiveEntry();
            }
        }
        // A zip file in another archive is read by the headers of its members.
        for (byte[] archive : List.of(zipped.toByteArray(), gzip(zipped.toByteArray()))) {
            assertEquals(
                    List.of("bad\\xff", "bad\\xfe", "a/b"),
                    read("x.zip", archive).ids());
        }
    }

    @Test
    void emptyIdsAreInvalidAndMailsWithoutIdsAreNamedByTheirMailbox() throws IOException {
        ReadAll all = read("x.jsonl", "{\"id\":\"\",\"text\":\"t\"}").gives().skips(Reason.INVALID);
        assertEquals("its id is empty", all.detail(0));
        assertEquals(dir.resolve("x.jsonl") + ":1", all.place(0));
        ReadAll mails = ReadAll.of(
                write("one.mbox", "From a\nSubject: x\n\nfirst\n"),
                write("two.mbox", "From a\nSubject: x\n\nsecond\n"));
        assertEquals(List.of("one.mbox:1", "two.mbox:1"), mails.skips().ids());
    }

    // Archives in archives, and dumps in them.

    @Test
    void nestedArchivesAreNamedByTheirPath() throws IOException {
        byte[] zip = TestArchives.zipOf(
                new String[] {"t/a.tar.xz", "b.txt.bz2", "c.jsonl.zst", "d.html"},
                TestArchives.xz(TestArchives.tar(Map.of("./m", "one"))),
                TestArchives.bzip2(utf8("two")),
                zstd(utf8("{\"id\":\"r\",\"text\":\"x\"}\n")),
                utf8("plain"));
        ReadAll top = read("x.zip", zip)
                .gives("t/a.tar.xz!m=one", "b.txt=two", "r=x", "d.html=plain")
                .skips();
        assertEquals(
                dir.resolve("x.zip") + "!t/a.tar.xz!m", top.documents().get(0).place());
        assertEquals(
                dir.resolve("x.zip") + "!c.jsonl.zst:1", top.documents().get(2).place());
        read("y.tgz", gzip(TestArchives.tarOf("z.zip", zip)))
                .gives("z.zip!t/a.tar.xz!m=one", "z.zip!b.txt=two", "r=x", "z.zip!d.html=plain");
        write("only/x.zip", zip);
        assertEquals(
                "x.zip!t/a.tar.xz!m=one",
                ReadAll.of(dir.resolve("only")).pairs().get(0));
    }

    @Test
    void fiftyNestedArchivesAreTooDeep() throws IOException {
        byte[] tar = TestArchives.tar(Map.of("deep", "x"));
        byte[] gzip = utf8("x");
        for (int i = 0; i < 50; i++) {
            tar = TestArchives.tarOf("t" + i, tar);
            gzip = gzip(gzip);
        }
        byte[] zip = TestArchives.zipOf(new String[] {"tar", "gz", "next"}, tar, gzip, utf8("n"));
        ReadAll all = read("x.zip", zip).gives("next=n").skips(Reason.INVALID, Reason.INVALID);
        assertEquals(dir.resolve("x.zip") + "!tar!t49!t48!t47!t46!t45!t44!t43", all.place(0));
        for (int[] depth : new int[][] {{60, 3}, {1, 1}}) {
            ReadAll some = read(ReaderOptions.DEFAULT.maxDepth(depth[0]), "x.zip", zip);
            assertEquals(depth[1], some.documents().size());
        }
    }

    /** Imitates an endless archive by one that contains two copies of its kind, down to the depth limit. */
    @Test
    void archivesThatContainThemselvesEndAtTheDepthLimit() throws IOException {
        byte[] zip = TestArchives.zipOf(new String[] {"leaf"}, utf8("x"));
        for (int i = 0; i < 8; i++) {
            zip = TestArchives.zipOf(new String[] {"l.zip", "r.zip"}, zip, zip);
        }
        ReadAll all = read(ReaderOptions.DEFAULT.maxDepth(4), "x.zip", zip).gives();
        assertEquals(16, all.skipped().size());
    }

    @Test
    void namesThatLeaveTheArchiveAreOnlyIds() throws IOException {
        byte[] tar = concat(TestArchives.tarOf("../../out", utf8("a")), TestArchives.tarOf("/etc/abs", utf8("b")));
        read("a/b/c/x.tar", tar).gives("../../out=a", "/etc/abs=b");
        try (var files = Files.walk(dir)) {
            assertEquals(
                    List.of(dir.resolve("a/b/c/x.tar")),
                    files.filter(Files::isRegularFile).toList());
        }
    }

    private static final String WIKI =
            "<mediawiki><page><title>A</title><ns>0</ns><revision><text>[[b|link]] {{c}}</text>"
                    + "</revision></page><page><title>B</title><ns>1</ns></page></mediawiki>";

    /** Each record is a separate gzip member, as crawlers write them. */
    private static byte[] warcGz() {
        byte[] page = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>gr\u00fcn"
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] member = gzip(WarcTest.record("response", "http://a/", "application/http", page));
        return concat(member, member);
    }

    @Test
    void dumpsInAnArchiveAreRead() throws IOException {
        String mails = "From a 1\nSubject: first\n\n>From me\n\nFrom b 2\nMessage-ID: <2@b>\n\nsecond\n";
        byte[] zip = TestArchives.zipOf(
                new String[] {"crawl.warc.gz", "list.mbox", "wiki.xml", "one.eml"},
                warcGz(),
                utf8(mails),
                utf8(WIKI),
                utf8("Subject: alone\n\nbody\n"));
        ReadAll all = read("dumps.zip", zip).skips(Reason.LEFT_OUT);
        assertEquals(
                List.of(
                        "http://a/=grün",
                        "http://a/=grün",
                        "list.mbox:1=first\n\nFrom me",
                        "2@b=second",
                        "A=link",
                        "one.eml=alone\n\nbody"),
                all.pairs().stream().map(String::strip).toList());
        assertEquals(dir.resolve("dumps.zip") + "!wiki.xml:2!B", all.place(0));
        read(ReaderOptions.DEFAULT.convert(false), "a.xml", WIKI).gives("A=[[b|link]] {{c}}");
        assertEquals(List.of("http://a/"), cut("cut.warc.gz", warcGz()).ids());
        ReadAll xz = cut("cut.xz", TestArchives.xz(utf8("one two")));
        assertEquals("its data end too early", xz.detail(0));
    }

    private ReadAll cut(String name, byte[] packed) throws IOException {
        return read(name, Arrays.copyOf(packed, packed.length - 30)).skips(Reason.DAMAGED);
    }
}
