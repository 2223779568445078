package io.whorl.corpus;

import static io.whorl.corpus.TestArchives.concat;
import static io.whorl.corpus.TestArchives.gzip;
import static io.whorl.corpus.TestArchives.utf8;
import static io.whorl.corpus.TestArchives.zstd;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayOutputStream;
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
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerFormatsTest {
    private static final String LINES = "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}\n";
    private static final List<String> BOTH = List.of("a=one", "b=two");

    @TempDir
    Path dir;

    private final Map<String, String> members = new LinkedHashMap<>();

    @BeforeEach
    void members() {
        members.put("./a", "one");
        members.put("b", "two");
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(dir.resolve(name), bytes);
    }

    private void expect(List<String> pairs, String name, byte[] bytes) throws IOException {
        ReadAll all = ReadAll.of(write(name, bytes));
        assertEquals(List.of(), all.skipped());
        assertEquals(pairs, all.pairs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.tar", "x.tar.gz", "x.tgz", "x.zip", "x", "x.txt", "x.jsonl"})
    void formatsAreDetectedByContent(String name) throws IOException {
        byte[] tar = TestArchives.tar(members);
        expect(BOTH, name, tar);
        expect(BOTH, name, gzip(tar));
        expect(BOTH, name, zstd(tar));
        expect(BOTH, name, TestArchives.bzip2(tar));
        expect(BOTH, name, TestArchives.xz(tar));
        expect(BOTH, name, TestArchives.zip(members));
    }

    /** The flag of an encrypted member is set in both headers of the first member. */
    @Test
    void zipMembersThatCannotBeReadAreNamed() throws IOException {
        byte[] zip = TestArchives.zip(members);
        String text = new String(zip, StandardCharsets.ISO_8859_1);
        zip[text.indexOf("PK\3\4") + 6] |= 1;
        zip[text.indexOf("PK\1\2") + 8] |= 1;
        ReadAll all = ReadAll.of(write("x", zip));
        assertEquals(List.of("b=two"), all.pairs());
        assertEquals(List.of(Skipped.Reason.INVALID), reasons(all));
        assertTrue(all.skipped().get(0).place().endsWith("!a"), all.skipped()::toString);
        // Without the directory, nobody knows where an encrypted member ends.
        all = ReadAll.of(write("x", gzip(zip)));
        assertEquals(List.of(), all.pairs());
        assertEquals(List.of(Skipped.Reason.INVALID, Skipped.Reason.DAMAGED), reasons(all));
        assertTrue(all.skipped().get(0).place().endsWith("!a"), all.skipped()::toString);
    }

    private static List<Skipped.Reason> reasons(ReadAll all) {
        return all.skipped().stream().map(Skipped::reason).toList();
    }

    @Test
    void jsonLinesAreReadPlainAndCompressed() throws IOException {
        expect(BOTH, "x.jsonl", utf8(LINES));
        expect(BOTH, "x.NDJSON", utf8(LINES));
        expect(BOTH, "x.jsonl.gz", gzip(utf8(LINES)));
        expect(BOTH, "x.jsonl.zst", zstd(utf8(LINES)));
        expect(BOTH, "x.jsonl.gz", utf8(LINES));
        expect(BOTH, "x.jsonl", utf8("\ufeff" + LINES));
        expect(List.of(), "empty.jsonl", new byte[0]);
    }

    @Test
    void anyOtherFileIsOneDocument() throws IOException {
        String text = "A text of more than one tar header's bytes. ".repeat(50);
        expect(List.of("x.txt=" + text), "x.txt", utf8(text));
        expect(List.of("x.txt=" + text), "x.txt.gz", gzip(utf8(text)));
        expect(List.of("x.txt=" + text), "x.txt.zst", zstd(utf8(text)));
        expect(List.of("x.txt=" + text), "x.txt.BZ2", TestArchives.bzip2(utf8(text)));
        expect(List.of("x.txt=" + text), "x.txt.xz", TestArchives.xz(utf8(text)));
        expect(List.of("notes.txt=BZh9 is how bzip2 begins."), "notes.txt", utf8("BZh9 is how bzip2 begins."));
        expect(List.of("x.txt="), "x.txt.bz2", TestArchives.bzip2(new byte[0]));
        String settings = "{\"name\":\"a\",\"text\":7}";
        expect(List.of("x.json=" + settings), "x.json", utf8(settings));
        expect(List.of("empty="), "empty", new byte[0]);
        expect(List.of("nul=\0\n\0"), "nul", utf8("\0\n\0"));
        ReadAll zeros = ReadAll.of(write("zeros", new byte[2048]));
        assertEquals(List.of(), zeros.ids());
        assertEquals(List.of(Skipped.Reason.NOT_TEXT), zeros.reasons());
    }

    @Test
    void gzipAndZstdAreReadToTheEndOfTheLastMember() throws IOException {
        byte[] tar = TestArchives.tar(members);
        for (int cut : new int[] {1, 512, 515, 1024, 1500, tar.length - 1}) {
            byte[] head = Arrays.copyOf(tar, cut);
            byte[] tail = Arrays.copyOfRange(tar, cut, tar.length);
            expect(BOTH, "x.tar.gz", concat(gzip(head), gzip(new byte[0]), gzip(tail), new byte[700]));
            expect(BOTH, "x.tar.zst", concat(zstd(head), zstd(tail)));
            expect(BOTH, "x.tar.bz2", concat(TestArchives.bzip2(head), TestArchives.bzip2(tail)));
            expect(BOTH, "x.tar.xz", concat(TestArchives.xz(head), TestArchives.xz(tail)));
        }
        expect(BOTH, "x.jsonl.gz", concat(gzip(utf8(LINES.substring(0, 9))), gzip(utf8(LINES.substring(9)))));
    }

    @Test
    void gzipHeadersMayContainNamesCommentsAndExtraFields() throws IOException {
        byte[] plain = gzip(utf8("one"));
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7, 'n', 0, 'c', 0, 1, 2};
        byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
        expect(List.of("x=one"), "x.gz", concat(header, body));
    }

    @Test
    void concatenatedArchivesAreAllRead() throws IOException {
        byte[] a = TestArchives.tar(Map.of("a", "one"));
        byte[] b = TestArchives.tar(Map.of("b", "two"));
        expect(BOTH, "x.tar", concat(a, b));
        expect(BOTH, "x.tar.gz", concat(gzip(a), gzip(b)));
        expect(BOTH, "x.tar", concat(Arrays.copyOf(a, 2 * 512 + 512), b));
    }

    @Test
    void emptyArchivesYieldNothing() throws IOException {
        expect(List.of(), "x.tar", TestArchives.tar(Map.of()));
        expect(List.of(), "x.tar.gz", gzip(TestArchives.tar(Map.of())));
        expect(List.of(), "x.zip", TestArchives.zip(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.tar", "x.tgz", "x.tar.gz", "x.gz", "x.zst", "x.zip", "x.bz2", "x.txz"})
    void aFileThatIsAnArchiveOnlyByNameIsDamaged(String name) throws IOException {
        for (String text : List.of("", "no archive", "no archive ".repeat(100))) {
            ReadAll all = ReadAll.of(write(name, utf8(text)), write("good", utf8("one")));
            assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons());
            assertEquals(dir.resolve(name).toString(), all.skipped().get(0).place());
            assertEquals(List.of("good=one"), all.pairs());
        }
        ReadAll packed = ReadAll.of(write("x.tar.gz", gzip(utf8("no archive"))));
        assertEquals(List.of(Skipped.Reason.DAMAGED), packed.reasons());
    }

    @Test
    void membersOfUnknownTypesAreReported() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            for (byte type : new byte[] {
                TarConstants.LF_NORMAL,
                TarConstants.LF_DIR,
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_FIFO,
                'Z',
                TarConstants.LF_CONTIG
            }) {
                TarArchiveEntry entry = new TarArchiveEntry("member-" + (char) type, type);
                boolean holds = type == TarConstants.LF_NORMAL || type == TarConstants.LF_CONTIG || type == 'Z';
                entry.setSize(holds ? 4 : 0);
                tar.putArchiveEntry(entry);
                if (holds) {
                    tar.write(TestArchives.utf8("text"));
                }
                tar.closeArchiveEntry();
            }
        }
        ReadAll all = ReadAll.of(Files.write(dir.resolve("a.tar"), out.toByteArray()));
        assertEquals(List.of("member-0", "member-7"), all.ids());
        assertEquals(List.of(Skipped.Reason.INVALID), all.reasons());
        assertTrue(
                all.skipped().get(0).place().endsWith("a.tar!member-Z"),
                all.skipped().toString());
    }
}
