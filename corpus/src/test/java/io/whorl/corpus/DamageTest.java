package io.whorl.corpus;

import static io.whorl.corpus.TestArchives.zstd;
import static io.whorl.testing.Packed.concat;
import static io.whorl.testing.Packed.gzip;
import static io.whorl.testing.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.LongForm;
import io.whorl.testing.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DamageTest extends ReadingFixture {
    private final Map<String, String> members = new LinkedHashMap<>();
    private final List<String> pairs = new ArrayList<>();
    private Path good;

    @BeforeEach
    void members() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 12; i++) {
            String text = random.ints(random.nextInt(1200), 'a', 'z')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            members.put("m" + i, text);
            pairs.add("m" + i + "=" + text);
        }
        good = write("good", "g");
    }

    private byte[] lines() {
        StringBuilder s = new StringBuilder();
        members.forEach((id, text) -> s.append("{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n"));
        return utf8(s.toString());
    }

    /**
     * Reads the bytes and then a good file, which must always be delivered; returns the result without the good file.
     */
    private ReadAll readWithGood(String name, byte[] bytes) throws IOException {
        ReadAll all = ReadAll.of(write(name, bytes), good);
        int last = all.documents().size() - 1;
        assertEquals("good=g", all.pairs().get(last));
        return new ReadAll(all.documents().subList(0, last), all.skipped());
    }

    private int truncations(String name, byte[] whole, int longFormStep) throws IOException {
        int step = LongForm.of(5, 1) * longFormStep;
        int most = 0;
        // The last length is one byte short of the whole.
        for (int length = 1 + (whole.length - 2) % step; length < whole.length; length += step) {
            ReadAll all = readWithGood(name, Arrays.copyOf(whole, length));
            int n = all.documents().size();
            assertEquals(pairs.subList(0, n), all.pairs(), "cut to " + length);
            assertEquals(List.of(Reason.DAMAGED), all.reasons(), "cut to " + length);
            assertTrue(n >= most, "cut to " + length + ": fewer documents than a shorter file");
            most = n;
        }
        return most;
    }

    @Test
    void truncatedArchivesYieldTheDocumentsBeforeTheCut() throws IOException {
        assertEquals(12, truncations("x.tar.gz", gzip(TestArchives.tar(members)), 17));
        assertEquals(12, truncations("x.jsonl.gz", gzip(lines()), 17));
        assertEquals(12, truncations("x.zip", TestArchives.zip(members), 17));
        truncations("x.tar.zst", zstd(TestArchives.tar(members)), 17);
        assertEquals(12, truncations("x.tar.bz2", TestArchives.bzip2(TestArchives.tar(members)), 97));
        truncations("x.tar.xz", TestArchives.xz(TestArchives.tar(members)), 97);
    }

    @Test
    void recordsBeforeABreakNearTheBeginningAreRead() throws IOException {
        Map<String, String> files = Map.of(
                "x.jsonl.gz", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\n",
                "x.json.gz", "[{\"id\":\"a\",\"text\":\"x\"}, {\"id\":\"b\",\"text\":\"y\"}]",
                "x.csv.gz", "id,text\na,x\nb,y\n");
        for (Map.Entry<String, String> file : files.entrySet()) {
            ReadAll all = readWithGood(file.getKey(), concat(gzip(utf8(file.getValue())), utf8("damage")));
            assertEquals(List.of("a=x", "b=y"), all.pairs(), file.getKey());
            assertEquals(List.of(Reason.DAMAGED), all.reasons(), file.getKey());
        }
    }

    /** The truncation is visible at every level but reported once. */
    @Test
    void truncatedNestedArchivesYieldTheDocumentsBeforeTheCut() throws IOException {
        byte[] tar = TestArchives.tar(members);
        byte[] zipped = TestArchives.zip(members);
        pairs.replaceAll(pair -> "in!" + pair);
        assertEquals(12, truncations("x.tar", Arrays.copyOf(TestArchives.tarOf("in", tar), 512 + tar.length), 67));
        assertEquals(12, truncations("x.tgz", gzip(TestArchives.tarOf("in", gzip(tar))), 89));
        assertEquals(12, truncations("x.tgz", gzip(TestArchives.tarOf("in", zipped)), 89));
    }

    @Test
    void archivesNextToADamagedOneAreRead() throws IOException {
        byte[] cut = Arrays.copyOf(gzip(TestArchives.tar(members)), 900);
        byte[] cutZip = Arrays.copyOf(TestArchives.zip(members), 900);
        byte[] lines = utf8("{\"id\":\"l\",\"text\":\"x\"}");
        String[] names = {"a.tar.gz", "b.zip", "c.jsonl.gz", "d.tar", "e"};
        byte[] zip = TestArchives.zipOf(names, cut, cutZip, gzip(lines), utf8("no tar"), utf8("last"));
        for (byte[] bytes : List.of(zip, gzip(zip), gzip(TestArchives.tarOf("in", zip)))) {
            ReadAll all = readWithGood("x", bytes);
            List<String> ids = all.ids();
            assertEquals(List.of("l"), ids.stream().filter("l"::equals).toList());
            assertTrue(ids.get(ids.size() - 1).endsWith("e"), ids.toString());
            assertTrue(ids.stream().filter(id -> id.contains("!m")).count() > 0, ids.toString());
            all.skips(Reason.DAMAGED, Reason.DAMAGED, Reason.DAMAGED);
            assertTrue(all.place(1).endsWith("!b.zip"), all.place(1));
        }
    }

    @Test
    void truncatedArraysAndTablesYieldTheRowsBeforeTheCut() throws IOException {
        String array = new String(lines(), StandardCharsets.UTF_8).strip().replace("\n", ",\n");
        assertEquals(12, truncations("x.json.gz", gzip(utf8("[" + array + "]")), 89));
        assertEquals(12, truncations("x.json.bz2", TestArchives.bzip2(utf8("[" + array + "]")), 89));
        StringBuilder rows = new StringBuilder("id,text\n");
        members.forEach((id, text) -> rows.append(id + ",\"" + text + "\"\n"));
        assertEquals(12, truncations("x.csv.gz", gzip(utf8(rows.toString())), 17));
    }

    @Test
    void zstdFramesBeforeTheDamageAreDelivered() throws IOException {
        byte[] bytes = new byte[0];
        for (String line : new String(lines(), StandardCharsets.UTF_8).split("(?<=\n)")) {
            bytes = concat(bytes, zstd(utf8(line)));
        }
        for (int cut = 1; cut < bytes.length / 2; cut += LongForm.of(31, 5)) {
            ReadAll all = readWithGood("x.jsonl.zst", Arrays.copyOf(bytes, bytes.length - cut));
            assertEquals(pairs.subList(0, all.documents().size()), all.pairs());
            assertTrue(all.documents().size() >= 11 || cut > 1);
            assertTrue(all.reasons().equals(List.of(Reason.DAMAGED)) || frameBorder(bytes, cut));
        }
    }

    /** True if a zstd frame starts this many bytes before the end: a cut there is invisible. */
    private static boolean frameBorder(byte[] bytes, int fromEnd) {
        int at = bytes.length - fromEnd;
        return (bytes[at] & 0xff) == 0x28 && (bytes[at + 1] & 0xff) == 0xb5 && bytes[at + 2] == 0x2f;
    }

    @Test
    void aTarWithoutItsEndMarkIsTruncated() throws IOException {
        byte[] tar = TestArchives.tar(members);
        int end = tar.length;
        while (tar[end - 1] == 0) {
            end--;
        }
        int mark = (end + 511) / 512 * 512;
        assertEquals(12, truncations("x.tar", Arrays.copyOf(tar, mark + 1), 67));
        assertEquals(
                List.of(), readWithGood("x.tar", Arrays.copyOf(tar, mark + 512)).skipped());
    }

    private void flips(String name, byte[] whole, int from, int count) throws IOException {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            byte[] bytes = whole.clone();
            int at = from + random.nextInt(bytes.length - from);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            ReadAll all = readWithGood(name, bytes);
            // A few bits describe codes that the data do not use.
            assertTrue(!all.skipped().isEmpty() || all.pairs().equals(pairs), name + " flipped at " + at);
        }
    }

    @Test
    void flippedBitsAreDetected() throws IOException {
        byte[] tar = TestArchives.tar(members);
        flips("x.jsonl.zst", zstd(lines()), 0, LongForm.of(50, 200));
        flips("x.tar.bz2", TestArchives.bzip2(tar), 6, LongForm.of(40, 150));
        flips("x.tar.xz", TestArchives.xz(tar), 6, LongForm.of(40, 150));
        // After the header, whose time and system bytes have no effect.
        flips("x.tar.gz", gzip(tar), 10, LongForm.of(100, 400));
    }

    @Test
    void documentsJustBeforeDamagedGzipDataAreDelivered() throws IOException {
        byte[] tar = TestArchives.tar(members);
        // A block of a reserved type follows all members: invalid wherever the buffers of the reader end.
        byte[] head = gzip(tar);
        byte[] bytes = concat(head, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7, 7, 7});
        ReadAll all = readWithGood("x.tar.gz", bytes);
        assertEquals(pairs, all.pairs());
        all.skips(Reason.DAMAGED);
        all = readWithGood("x.tar.gz", concat(head, utf8("rubbish"))).skips(Reason.DAMAGED);
        assertEquals(pairs, all.pairs());
    }

    @Test
    void aDamagedTarHeaderEndsTheArchive() throws IOException {
        byte[] tar = TestArchives.tar(new LinkedHashMap<>(Map.of("a", "one")));
        byte[] second = TestArchives.tar(Map.of("b", "two"));
        second[3] ^= 1;
        ReadAll all = readWithGood("x.tar", concat(Arrays.copyOf(tar, 1024), second));
        all.gives("a=one").skips(Reason.DAMAGED);
        assertEquals(
                1, readWithGood("x.tar", concat(tar, utf8("rubbish"))).skipped().size());
    }

    @Test
    void otherMembersOfADamagedZipAreRead() throws IOException {
        byte[] zip = TestArchives.zip(members);
        zip[35] ^= 0x10;
        ReadAll all = readWithGood("x.zip", zip);
        assertEquals(pairs.subList(1, 12), all.pairs());
        all.skips(Reason.DAMAGED);
        assertEquals(dir.resolve("x.zip") + "!m0", all.place(0));
    }

    // Limits of readers, also for archives that expand to far more than their size.

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
                    .skips(Reason.TOO_LARGE, Reason.TOO_LARGE);
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
        ReadAll.of(1, gz, zst, ok()).gives("ok=x").skips(Reason.TOO_LARGE, Reason.TOO_LARGE);
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
                        gz.toString(), 0, 0, Reason.TOO_LARGE, "larger than the limit of " + LARGE + " bytes")),
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
        assertEquals(Reason.DAMAGED, last.reason());
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
                List.of(Reason.DAMAGED),
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
        assertEquals(Reason.DAMAGED, all.skipped().get(0).reason());
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

    private Path large(String name, String before, int mebibytes, String after) throws IOException {
        Path file = repeated(name, Packed.gzip(before), 1);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            out.write(Files.readAllBytes(repeated("middle", Packed.gzip(same(MIB)), mebibytes)));
            out.write(Packed.gzip(after));
        }
        return file;
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
                ReadAll.inSmallHeap(DamageTest.class, 40 * MIB, files.toArray()));
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
