package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.testing.LongForm;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.junit.jupiter.api.Test;

/** Limits of readers, also for archives that expand to far more than their size. */
class LimitTest extends ReadingFixture {
    private static final int MAX = 100_000;

    /** The document limit. */
    private static final int LARGE = LongForm.of(4 << 20, 64 << 20);

    /** Bytes that any file may expand to: one GiB in the long form, as by default. */
    private static final int ALLOWANCE = 16 * LARGE;

    @Test
    void membersAboveTheLimitAreSkippedAndTheNextAreRead() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("just", "x".repeat(MAX));
        members.put("over", "x".repeat(MAX + 1));
        members.put("far", "x".repeat(50 * MAX));
        members.put("next", "n");
        byte[] tar = TestArchives.tar(members);
        Map<String, byte[]> archives =
                Map.of("x.tar", tar, "x.tgz", Packed.gzip(tar), "x.zip", TestArchives.zip(members));
        for (Map.Entry<String, byte[]> archive : archives.entrySet()) {
            ReadAll all = ReadAll.of(MAX, write(archive.getKey(), archive.getValue()))
                    .skips(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE);
            assertEquals(List.of("just", "next"), all.ids());
            assertEquals(MAX, all.documents().get(0).utf8().length);
            assertEquals(dir.resolve(archive.getKey()) + "!over", all.place(0));
        }
    }

    @Test
    void compressedBombsAreSkipped() throws IOException {
        byte[] zeros = new byte[20_000_000];
        Path gz = write("bomb.gz", Packed.gzip(zeros));
        Path zst = write("bomb.zst", TestArchives.zstd(zeros));
        ReadAll.of(1, gz, zst, ok()).gives("ok=x").skips(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE);
    }

    @Test
    void anEndlessTarNameIsRejected() throws IOException {
        TarArchiveEntry name = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
        name.setSize(1L << 40);
        byte[] header = new byte[512];
        name.writeEntryHeader(header, ZipEncodingHelper.getZipEncoding("UTF-8"), true);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        out.writeBytes(new byte[2048]);
        ReadAll all = read("x.tar", out.toByteArray()).gives();
        assertTrue(all.detail(0).contains("1099511627776 bytes"), all.skipped()::toString);
    }

    @Test
    void optionsOutOfRangeAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(0));
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(2_000_000_001));
        assertThrows(
                NullPointerException.class,
                () -> FormatOptions.DEFAULT.maxDocument(1).idField(null));
    }

    /** The delivered ids and the reports, without the bytes of the documents. */
    private record Result(List<String> ids, List<Skipped> skipped) {
        static Result of(ReaderOptions options, Path... sources) throws IOException {
            Result result = new Result(new ArrayList<>(), new ArrayList<>());
            try (CorpusReader reader = CorpusReader.open(List.of(sources), options, result.skipped::add)) {
                for (Optional<Document> d = reader.next(); d.isPresent(); d = reader.next()) {
                    result.ids.add(d.get().id());
                }
            }
            return result;
        }
    }

    private static ReaderOptions options(int maxExpansion) {
        return ReaderOptions.DEFAULT
                .formats(FormatOptions.DEFAULT.maxDocument(LARGE))
                .maxExpansion(maxExpansion)
                .expansionAllowance(ALLOWANCE);
    }

    /** Compresses like zeros, but is text. */
    private static byte[] same(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    private Path ok() throws IOException {
        return write("ok", "x");
    }

    private Path repeated(String name, byte[] piece, int times) throws IOException {
        Path file = dir.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < times; i++) {
                out.write(piece);
            }
        }
        return file;
    }

    /** Decompressed to its end, the file would exceed the expansion limit. */
    @Test
    void aLargeCompressedFileIsSkippedWithoutDecompressingIt() throws IOException {
        Path gz = repeated("zeros.gz", Packed.gzip(same(LARGE)), 160);
        Result all = Result.of(options(1), gz, ok());
        assertEquals(List.of("ok"), all.ids());
        assertEquals(
                List.of(new Skipped(
                        gz.toString(), Skipped.Reason.TOO_LARGE, "larger than the limit of " + LARGE + " bytes")),
                all.skipped());
    }

    @Test
    void readingOfABombStopsAndTheNextSourceIsRead() throws IOException {
        byte[] member = Arrays.copyOf(TestArchives.tarOf("zeros", same(LARGE)), 512 + LARGE);
        Path tgz = repeated("bomb.tgz", Packed.gzip(member), 160);
        Result all = Result.of(options(1), tgz, ok());
        assertEquals("ok", all.ids().get(all.ids().size() - 1));
        Skipped last = all.skipped().get(all.skipped().size() - 1);
        assertEquals(tgz.toString(), last.place());
        // Not TOO_LARGE, which concerns one document: here all later documents of the file are missing.
        assertEquals(Skipped.Reason.DAMAGED, last.reason());
        assertTrue(last.detail().contains("it unpacks to more than 1 times its size"), last.detail());
        // Each member has the size of the document limit and counts twice: in the tar and as its own content.
        assertTrue(all.ids().size() <= 10, all.ids().toString());
    }

    /** Small at every level and large at the bottom: the expansion counts at all levels together. */
    @Test
    void readingOfNestedZipBombsStops() throws IOException {
        byte[] zip = TestArchives.zipOf(new String[] {"0"}, same(1 << 20));
        for (int level = 0; level < 4; level++) {
            String[] names = new String[16];
            byte[][] bodies = new byte[16][];
            for (int i = 0; i < names.length; i++) {
                names[i] = level + "-" + i + ".zip";
                bodies[i] = zip;
            }
            zip = TestArchives.zipOf(names, bodies);
        }
        Path bomb = write("bomb.zip", zip);
        Result all = Result.of(options(2), bomb, ok());
        assertEquals("ok", all.ids().get(all.ids().size() - 1));
        assertEquals(
                List.of(Skipped.Reason.DAMAGED),
                all.skipped().stream().map(Skipped::reason).toList());
        assertTrue(all.ids().size() < 1_100, all.ids().size() + " documents");
    }

    /** All entries of the directory are at one member, so a small file has a large content. */
    @Test
    void membersThatOverlapAreNotUnpacked() throws IOException {
        int members = 5_000;
        byte[] one = TestArchives.zip(Map.of("0000", "x".repeat(1 << 16)));
        ByteBuffer zip = ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN);
        int end = one.length - 22;
        int directory = zip.getInt(end + 16);
        ByteBuffer bomb = ByteBuffer.allocate(directory + members * (end - directory) + 22)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(one, 0, directory);
        for (int i = 0; i < members; i++) {
            int entry = bomb.position();
            bomb.put(one, directory, end - directory);
            bomb.put(entry + 46, Packed.utf8(String.format("%04d", i)));
        }
        int size = bomb.position() - directory;
        bomb.put(one, end, 22);
        bomb.putShort(bomb.limit() - 14, (short) members).putShort(bomb.limit() - 12, (short) members);
        bomb.putInt(bomb.limit() - 10, size);
        Path file = write("bomb.zip", bomb.array());
        Result all = Result.of(options(1), file, ok());
        assertEquals(2, all.ids().size(), all.ids().size() + " documents");
        assertEquals(members - 1, all.skipped().size());
        assertEquals(Skipped.Reason.DAMAGED, all.skipped().get(0).reason());
        assertTrue(
                all.skipped().get(0).detail().contains("overlaps"),
                all.skipped().get(0).detail());
    }

    /** Only the expansion of a file is limited. The gap in the sparse file uses no disk space. */
    @Test
    void uncompressedFilesOfAnySizeAreRead() throws IOException {
        Path tar = write("x.tar", TestArchives.tarOf("a", Packed.utf8("x")));
        try (FileChannel file = FileChannel.open(tar, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(TestArchives.tarOf("b", Packed.utf8("y"))), ALLOWANCE + (1L << 20));
        }
        Result all = Result.of(options(1), tar);
        assertEquals(List.of("a", "b"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    private static final int MIB = 1 << 20;

    /** Writes concatenated gzip members, so that the file is small. */
    private Path large(String name, String before, int mebibytes, String after) throws IOException {
        byte[] xs = new byte[MIB];
        Arrays.fill(xs, (byte) 'x');
        byte[] packed = Packed.gzip(xs);
        try (OutputStream out = Files.newOutputStream(dir.resolve(name))) {
            out.write(Packed.gzip(Packed.utf8(before)));
            for (int i = 0; i < mebibytes; i++) {
                out.write(packed);
            }
            out.write(Packed.gzip(Packed.utf8(after)));
        }
        return dir.resolve(name);
    }

    @Test
    void recordsLargerThanTheHeapAreSkipped() throws IOException, InterruptedException {
        List<Path> files = List.of(
                large(
                        "a.jsonl.gz",
                        "{\"id\":1,\"text\":\"",
                        LongForm.of(256, 1_024),
                        "\"}\n{\"id\":2,\"text\":\"t\"}\n"),
                large("b.json.gz", "[{\"id\":3,\"text\":\"", 64, "\"},{\"id\":4,\"text\":\"t\"}]"),
                large("c.csv.gz", "id,text\n5,\"", 64, "\"\n6,t\n"),
                large("d.gz", "", 64, ""));
        assertEquals(
                List.of(
                        "a.jsonl.gz:1 TOO_LARGE",
                        "2",
                        "b.json.gz:1 TOO_LARGE",
                        "4",
                        "c.csv.gz:2 TOO_LARGE",
                        "6",
                        "d.gz TOO_LARGE"),
                ReadAll.inSmallHeap(LimitTest.class, 40 * MIB, files.toArray()));
    }

    public static void main(String[] files) throws IOException {
        ReaderOptions options = ReaderOptions.DEFAULT.formats(FormatOptions.DEFAULT.maxDocument(MIB));
        List<Path> sources = Arrays.stream(files).map(Path::of).toList();
        try (CorpusReader reader = CorpusReader.open(
                sources,
                options,
                skipped -> System.out.println(Path.of(skipped.place()).getFileName() + " " + skipped.reason()))) {
            for (Optional<Document> d = reader.next(); d.isPresent(); d = reader.next()) {
                System.out.println(d.get().id());
            }
        }
    }
}
