package io.whorl.store;

import static io.whorl.bulk.TestFiles.assertDamaged;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentTable.FormTable;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.SegmentHeader.Section;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredText.TextEncoder;
import io.whorl.store.TestSegments.TestTable;
import io.whorl.testing.ForgedFiles;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests whole segment files with adversarial minutiae, mapped in parts of several sizes, the count of their users, the
 * lock of a writer, and the stored forms of texts and fingerprints.
 */
class SegmentTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private Path file;
    private Path index;

    @BeforeEach
    void name() {
        file = directory.resolve("s.whs");
        index = directory.resolve("index");
    }

    private static final int FEW_DOCUMENTS = 50;
    private static final int BLOCK = 1 << 12;

    /** The bytes that one task verifies. */
    private static final int PIECE = 1 << 24;

    @Test
    void unfinishedSegmentIsRefused() throws IOException {
        try (SegmentWriter out = new SegmentWriter(file, SCHEME)) {
            out.addList(new byte[2_000], 0, 2_000);
            out.readLists(0, new byte[10], 10);
        }
        assertTrue(Files.size(file) > SegmentHeader.SIZE);
        assertDamaged(file, () -> Segment.open(file));
    }

    @Test
    void privateSegmentIsUnlinkedAndReadable() throws IOException {
        TestSegments.write(file, SCHEME, List.of(new TestSegments.Doc("a", 7, 0, new byte[0])), out -> {}, 30);
        Segment segment = Segment.openPrivate(file);
        assertFalse(Files.exists(file));
        assertEquals(List.of("a"), List.of(segment.documents().id(0)));
        assertEquals(7, segment.documents().words(0));
        Files.write(file, new byte[3_000]);
        assertThrows(CorruptIndexException.class, () -> Segment.openPrivate(file));
        assertFalse(Files.exists(file), "a file that is not a segment is removed, too");
    }

    /** Without this check, nothing would reveal that the numbers are read with the wrong scheme. */
    @Test
    void headerThatContradictsItsSchemeIsRefused() throws IOException {
        TestSegments.write(file, SCHEME, List.of(), out -> {}, 30);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(40, header.getInt(64));
        assertEquals(0, header.getInt(68));
        header.putInt(68, 1);
        header.putInt(SegmentHeader.SIZE - 4, Checksum.of(bytes, 0, SegmentHeader.SIZE - 4));
        Path forged = Files.write(directory.resolve("forged.whs"), bytes);
        assertEquals(64, assertDamaged(forged, () -> Segment.open(forged)).offset());
    }

    @Test
    void extrasWithInvalidEndsAreRefused() {
        for (long end : new long[] {6, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            byte[] ends = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(end)
                    .putLong(5)
                    .array();
            FormTable table = new FormTable(
                    DocumentSource.Form.EXTRA,
                    2,
                    MappedBytes.of(new byte[5]),
                    new FixedNumbers(MappedBytes.of(ends), 8));
            assertThrows(IndexOutOfBoundsException.class, () -> table.stored(0));
            assertThrows(IndexOutOfBoundsException.class, () -> table.stored(1));
        }
    }

    /**
     * A read past the end, or at an offset with more bits than a part number, must throw. It must not return other
     * bytes, and must not loop forever.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void offsetsOutsideASectionAreRefused() {
        MappedBytes bytes = TestTable.parts(new byte[1_000], 6);
        for (long at : new long[] {1_000, 1_024, 1L << 38, 1L << 62, -1, Long.MIN_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> new Varint.Reader(bytes, at).next());
            assertThrows(IndexOutOfBoundsException.class, () -> bytes.copy(at, new byte[5], 0, 5));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> bytes.copy(996, new byte[5], 0, 5));
    }

    // A check finds the same problems whatever its memory.

    @Test
    void intactFamiliesAndListsHaveNoProblemsInAnyMemory() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(4, 40, 60);
        List.copyOf(corpus.keySet()).forEach(id -> {
            corpus.put("copy of " + id, corpus.get(id));
            corpus.put("Z/" + id, corpus.get(id));
        });
        Scheme scheme = Scheme.builder().granularity(2).build();
        BuildOptions options = BuildOptions.DEFAULT.duplicates(Duplicates.ALIAS).storeFingerprints(true);
        RandomCorpus.index(index, scheme, corpus, options);
        Segment segment = TestFiles.segment(index);
        assertFalse(segment.documents().families().isEmpty());
        for (int memory : new int[] {0, 500, 1 << 20}) {
            assertEquals(List.of(), problems(segment, memory), "memory " + memory);
        }
        assertLie("but no documents share postings", segment, Section.FAMILIES, (i, old) -> i);
        assertLie(" words; there are 0", segment, Section.WORDS, (i, old) -> 0);
        assertLie("but has another mean logarithm", segment, Section.MEAN_LOGS, (i, old) -> i % 8);
        assertLie("is not greater than the previous one", segment, Section.IDS, (i, old) -> i == 2 ? 127 : old);
        assertLie(" lists do not begin where", segment, Section.LIST_STARTS, (i, old) -> 0);
        assertLie("has another stored fingerprint", segment, Section.FINGERPRINTS, (i, old) -> i < 9 ? old + 1 : old);
        Segment one =
                TestSegments.write(file, SCHEME, List.of(new TestSegments.Doc("a", 7, 0, new byte[5])), out -> {}, 30);
        assertLie("the forms in EXTRAS end at byte 4 of 5", one, Section.EXTRA_ENDS, (i, old) -> 4);
    }

    /** A section is changed by the place and the value of its bytes, with valid checksums. */
    private Segment forged(Segment sound, Section section, IntBinaryOperator change) throws IOException {
        byte[] bytes = Files.readAllBytes(sound.file());
        int from = (int) sound.header().offset(section);
        for (int i = 0; i < sound.header().length(section); i++) {
            bytes[from + i] = (byte) change.applyAsInt(i, bytes[from + i]);
        }
        return Segment.open(Files.write(directory.resolve("forged.whs"), ForgedFiles.segment(bytes)));
    }

    private void assertLie(String problem, Segment sound, Section section, IntBinaryOperator change)
            throws IOException {
        List<String> found = problems(forged(sound, section, change), 1_000);
        assertTrue(found.stream().anyMatch(one -> one.contains(problem)), problem + " in " + found);
    }

    /** The problems that one thread finds; three find the same. */
    private static List<String> problems(Segment segment, long memory) throws IOException {
        List<String> problems = SegmentCheck.problems(segment, memory, ParallelTasks::runInTurn, 1);
        return DaemonThreads.with(3, threads -> {
            assertEquals(problems, SegmentCheck.problems(segment, memory, ParallelTasks.Runner.on(threads), 3));
            assertEquals(problems, SegmentCheck.problems(segment, ParallelTasks.Runner.on(threads), 3));
            return problems;
        });
    }

    @Test
    void checkOnAnInterruptedThreadFailsAsInterrupted() throws IOException {
        RandomCorpus.index(index, SCHEME, RandomCorpus.of(1, 1, 9), BuildOptions.DEFAULT);
        Segment segment = TestFiles.segment(index);
        SegmentCheck check = new SegmentCheck(segment);
        Thread.currentThread().interrupt();
        try {
            assertThrows(InterruptedIOException.class, () -> check.postings(ParallelTasks::runInTurn, 1 << 20, 1));
        } finally {
            assertTrue(Thread.interrupted(), "the interrupt is lost");
        }
    }

    /** A segment whose documents hold equally many minutiae; the records of some say one more. */
    private Segment recorded(int minutiae, int gap, IntPredicate wrong) throws IOException {
        List<TestSegments.Doc> documents = Repeated.list(
                FEW_DOCUMENTS,
                d -> new TestSegments.Doc(
                        String.format("%04d", d), d, minutiae / FEW_DOCUMENTS + (wrong.test(d) ? 1 : 0), new byte[0]));
        return TestSegments.write(
                directory.resolve("s.whs"),
                SCHEME,
                documents,
                out -> {},
                LongStream.range(0, minutiae).map(i -> i << gap).toArray(),
                LongStream.range(0, minutiae).map(i -> i % FEW_DOCUMENTS).toArray(),
                30);
    }

    @Test
    void wrongRecordsAreFoundInAnyMemoryAndWithManyParts() throws IOException {
        Segment large = recorded(400_000, 21, d -> d % 30 == 7);
        assertTrue(large.table().parts() > 3, large.table().parts() + " parts");
        List<String> found = problems(large, 1_000);
        assertEquals(2, found.size(), found::toString);
        assertTrue(found.get(0).contains("document 7 has 8000 minutiae; its record says 8001"), found.get(0));
        assertTrue(found.get(1).contains("document 37 has 8000 minutiae"), found.get(1));
        for (int wrong : new int[] {0, 1, 24, 49}) {
            Segment segment = recorded(400, 30, d -> d == wrong);
            for (int memory : new int[] {0, 500, 1 << 20}) {
                found = problems(segment, memory);
                assertEquals(1, found.size(), found::toString);
                assertTrue(found.get(0).contains("document " + wrong + " has 8 minutiae; its record says 9"));
            }
        }
    }

    /** All mean logarithms are changed, with valid checksums. */
    @Test
    void aWrongMeanLogarithmIsFound() throws IOException {
        Map<String, byte[]> corpus = Map.of(
                "a", RandomCorpus.utf8("one two three"),
                "b", RandomCorpus.utf8("one two four"),
                "c", RandomCorpus.utf8("five six seven eight"),
                "d", RandomCorpus.utf8("nine"));
        RandomCorpus.index(index, Scheme.builder().granularity(2).build(), corpus, BuildOptions.DEFAULT);
        Segment sound = TestFiles.segment(index);
        assertEquals(Math.log(2) / 2, sound.documents().meanLog(0), 1.0 / 2_048);
        assertEquals(List.of(), SegmentCheck.problems(sound));
        for (byte mean : new byte[] {0, 1}) {
            Segment forged = forged(sound, Section.MEAN_LOGS, (i, old) -> mean);
            for (int memory : new int[] {0, 1 << 20}) {
                List<String> problems = problems(forged, memory);
                assertEquals(mean == 0 ? 2 : 4, problems.size(), problems::toString);
                String found =
                        "document 1 has a mean logarithm of " + mean * 257 / 2_048.0 + "; its lists require 0.34";
                assertTrue(problems.get(1).contains(found), problems::toString);
            }
        }
    }

    // The checksums of the blocks of a file, and the end mark.

    /** So the bits that remember which blocks are verified take at most 2 MiB. */
    @Test
    void aFileHasAtMost16MillionBlocks() {
        assertEquals(4 + 8, CheckedFile.length(BLOCK) - BLOCK);
        assertEquals(2 * 4 + 8, CheckedFile.length(BLOCK + 8) - BLOCK - 8);
        for (long end : new long[] {1L << 36, 1L << 37, 1L << 42}) {
            assertEquals((4L << 24) + 8, CheckedFile.length(end) - end);
            assertEquals((4L << 23) + 4 + 8, CheckedFile.length(end + 8) - end - 8);
        }
    }

    @Test
    void aFileWithoutEndMarkIsRefused() throws IOException {
        TestSegments.write(file, SCHEME, List.of(), out -> {}, 30);
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 1; i <= 8; i++) {
            Path damaged =
                    Files.write(directory.resolve("damaged" + i), TestFiles.flipped(bytes, 8 * (bytes.length - i)));
            long found = assertDamaged(damaged, () -> Segment.open(damaged)).offset();
            assertEquals(bytes.length - 8, found);
        }
    }

    @Test
    void changedByteOfAnyPieceIsFound() throws IOException {
        byte[] list = new byte[1 << 20];
        Random random = new Random(2);
        for (int at = Varint.put(list, 0, list.length - 3L); at < list.length; at++) {
            list[at] = (byte) random.nextInt(128);
        }
        Segment segment = TestSegments.write(
                file,
                SCHEME,
                List.of(),
                out -> {
                    for (int i = 0; i < 40; i++) {
                        out.addList(list, 0, list.length);
                    }
                },
                30);
        assertEquals(List.of(), damaged(segment));
        byte[] bytes = Files.readAllBytes(file);
        int lists = (int) segment.header().offset(Section.LISTS);
        for (int at : new int[] {0, PIECE - 1, PIECE, 2 * PIECE, 40 * list.length - 1}) {
            byte[] flipped = TestFiles.flipped(bytes, 8 * (lists + at));
            Segment damaged = Segment.open(Files.write(directory.resolve("damaged-" + at), flipped));
            int block = (lists + at) / BLOCK * BLOCK;
            long end = Math.min((damaged.header().end() + 7) & -8, block + BLOCK);
            CheckedFile.Bytes found =
                    new CheckedFile.Bytes(Math.max(segment.header().start(), block), end);
            assertEquals(List.of(found), damaged(damaged), "byte " + at);
        }
        for (int block = 7; block < 10; block++) {
            bytes[block * BLOCK] ^= 1;
        }
        assertEquals(
                List.of(new CheckedFile.Bytes(7 * BLOCK, 10 * BLOCK)),
                damaged(Segment.open(Files.write(directory.resolve("adjacent"), bytes))));
    }

    @Test
    void aReadVerifiesEveryBlockThatItTouches() throws IOException {
        List<TestSegments.Doc> nine = Repeated.list(9, d -> new TestSegments.Doc("d" + d, 7, 0, new byte[3 * BLOCK]));
        SegmentHeader header =
                TestSegments.write(file, SCHEME, nine, out -> {}, 30).header();
        long extra = header.offset(Section.EXTRAS);
        long end = header.offset(Section.EXTRA_ENDS);
        for (long at : new long[] {extra, extra + BLOCK, extra + 3 * BLOCK - 1, end}) {
            byte[] flipped = TestFiles.flipped(Files.readAllBytes(file), (int) at * 8);
            Path damaged = Files.write(directory.resolve("damaged-" + at), flipped);
            DocumentTable table = Segment.open(damaged).documents();
            long found = assertDamaged(damaged, () -> table.extra(0)).offset();
            assertEquals(Math.max(header.start(), at / BLOCK * BLOCK), found, "byte " + at);
        }
    }

    @Test
    void aListThatClaimsMoreThanTheLastByteIsDamaged() {
        FixedNumbers starts = new FixedNumbers(MappedBytes.of(new byte[1]), 1);
        DocumentLists lists = new DocumentLists(MappedBytes.of(new byte[] {3, 0, 0}), starts, 30, false);
        DocumentLists.Cursor list = lists.cursor(0);
        list.next();
        assertThrows(IndexOutOfBoundsException.class, () -> list.tally(0, 30, 1, new int[30], new int[31], 0));
    }

    private static List<CheckedFile.Bytes> damaged(Segment segment) throws IOException {
        CheckedFile file = segment.checkedFile();
        long end = segment.header().end();
        List<CheckedFile.Bytes> damaged = file.damaged(0, end, ParallelTasks::runInTurn);
        assertEquals(
                damaged,
                DaemonThreads.with(3, threads -> file.damaged(0, end, tasks -> ParallelTasks.runAll(tasks, threads))));
        return damaged;
    }

    /** An interrupt closes the file of the lock, and with it the lock itself. */
    @Test
    void anInterruptedHolderReleasesTheLock() throws IOException {
        WriterLock lock = WriterLock.acquire(directory.resolve("LOCK"), "another writer");
        Thread.currentThread().interrupt();
        try {
            assertThrows(ClosedByInterruptException.class, () -> lock.announce("which is interrupted"));
        } finally {
            assertTrue(Thread.interrupted());
        }
        lock.close();
        WriterLock next = WriterLock.acquire(directory.resolve("LOCK"), "another writer");
        lock.close();
        assertReason(
                RefusedException.Reason.LOCKED, () -> WriterLock.acquire(directory.resolve("LOCK"), "another writer"));
        next.close();
    }

    // A new state replaces the old one only if a reader can open it.

    @Test
    void unreadableSegmentsAndThoseOfAnotherSchemeAreRefused() throws IOException {
        RandomCorpus.index(index, SCHEME, RandomCorpus.of(1, 1, 9), BuildOptions.DEFAULT);
        Scheme scheme = IndexFiles.readManifest(index).scheme();
        byte[] manifest = Files.readAllBytes(index.resolve("MANIFEST"));
        byte[] segment = TestFiles.bytes(index);
        Files.write(index.resolve("segment-000003.whs"), Arrays.copyOf(segment, segment.length - 1));
        Map<SegmentFile, Scheme> refused = Map.of(
                SegmentFile.whole("segment-000002.whs", 100),
                scheme,
                SegmentFile.whole("segment-000003.whs", segment.length),
                scheme,
                SegmentFile.whole("segment-000001.whs", segment.length),
                scheme.toBuilder().granularity(5).build());
        try (IndexDirectory locked = IndexDirectory.open(index)) {
            refused.forEach((file, its) -> assertThrows(
                    IOException.class,
                    () -> locked.replace(its, StoredKinds.NONE, List.of(file), 2, Optional.empty())));
            assertArrayEquals(manifest, Files.readAllBytes(index.resolve("MANIFEST")));
            assertEquals(1, locked.manifest().orElseThrow().generation());
            assertArrayEquals(segment, TestFiles.bytes(index));
        }
    }

    // The stored forms of texts and fingerprints give everything back. The checksums of the file show damage.

    private static final int[] WIDTHS = {32, 33, 40, 63, 64};
    private final TextEncoder encoder = new TextEncoder();

    private static StoredFingerprint random(Random random, int n, int bits, boolean counted) {
        TreeSet<Long> minutiae = new TreeSet<>(Long::compareUnsigned);
        long mask = -1L >>> (Long.SIZE - bits);
        while (minutiae.size() < n) {
            long minutia = random.nextLong() & mask;
            // Neighbours, gaps of all sizes, and both ends of the range.
            minutiae.add(random.nextInt(8) == 0 ? minutia >>> random.nextInt(bits) : minutia);
            if (random.nextInt(8) == 0 && minutiae.size() < n) {
                minutiae.add((minutiae.first() + 1) & mask);
            }
            if (random.nextInt(64) == 0 && minutiae.size() < n) {
                minutiae.add(random.nextBoolean() ? 0 : mask);
            }
        }
        int[] frequencies = new int[counted ? n : 0];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] =
                    1 + (random.nextInt(4) == 0 ? random.nextInt(Integer.MAX_VALUE) >>> random.nextInt(31) : 0);
        }
        return new StoredFingerprint(
                minutiae.stream().mapToLong(Long::longValue).toArray(), frequencies);
    }

    private static byte[] encode(StoredFingerprint f, boolean counted) {
        return new FingerprintEncoder(counted).encode(f.minutiae(), f.frequencies(), f.minutiae().length);
    }

    @Test
    void everyFingerprintComesBack() {
        Random random = new Random(1);
        for (int bits : WIDTHS) {
            for (boolean counted : new boolean[] {false, true}) {
                FingerprintEncoder reused = new FingerprintEncoder(counted);
                for (int n = 0; n < 600; n += 1 + n / 6) {
                    StoredFingerprint f = random(random, n, bits, counted);
                    byte[] stored = reused.encode(f.minutiae(), f.frequencies(), n);
                    assertEquals(f, StoredFingerprint.decode(stored, n, bits, counted));
                    assertArrayEquals(encode(f, counted), stored);
                    assertEquals(n == 0, stored.length == 0);
                }
            }
        }
    }

    /** A uniform fingerprint of n minutiae of W bits cannot take less than log2(2^W ÷ n) + log2(e) bits a minutia. */
    @Test
    void theSizeIsNearTheLeastPossible() {
        Random random = new Random(2);
        long[] minutiae = random.longs(20_000, 0, 1L << 40).distinct().sorted().toArray();
        for (int n : new int[] {100, 1_000, minutiae.length}) {
            long[] some = Arrays.copyOf(minutiae, n);
            double spread = (double) some[n - 1] / n;
            double least = n * (Math.log(spread) / Math.log(2) + 1 / Math.log(2)) / 8;
            byte[] stored = new FingerprintEncoder(false).encode(some, new int[0], n);
            assertTrue(stored.length < least * 1.02 + 8, stored.length + " bytes; the least is " + least);
        }
    }

    @Test
    void aFormOfAnotherLengthIsRefused() {
        Random random = new Random(5);
        for (boolean counted : new boolean[] {false, true}) {
            for (int n : new int[] {0, 1, 3, 150}) {
                StoredFingerprint f = random(random, n, 40, counted);
                byte[] stored = encode(f, counted);
                for (int i = 0; i < stored.length; i++) {
                    assertRefused(Arrays.copyOf(stored, i), n, counted);
                }
                assertRefused(Arrays.copyOf(stored, stored.length + 1), n, counted);
                assertRefused(stored, n + 1, counted);
                if (n > 0) {
                    assertRefused(stored, n - 1, counted);
                }
            }
        }
        byte[] one = encode(new StoredFingerprint(new long[] {7}, new int[0]), false);
        assertMessage(
                IllegalArgumentException.class,
                "2147483647 minutiae",
                () -> StoredFingerprint.decode(one, Integer.MAX_VALUE, 40, false));
    }

    private static void assertRefused(byte[] damaged, long n, boolean counted) {
        String reason = assertThrows(
                        IllegalArgumentException.class, () -> StoredFingerprint.decode(damaged, n, 40, counted))
                .getMessage();
        assertTrue(reason.startsWith("it") || reason.startsWith("a "), reason);
    }

    /** Someone who forges a file computes valid checksums, so every other check must hold. */
    @Test
    void forgedFormsAreRefusedOrDecodedInBounds() {
        Random random = new Random(6);
        int decoded = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] forged = new byte[1 + random.nextInt(40)];
            random.nextBytes(forged);
            for (int b = random.nextInt(3); b > 0; b--) {
                forged[random.nextInt(forged.length)] = 0;
            }
            int bits = WIDTHS[i % WIDTHS.length];
            try {
                long[] minutiae = StoredFingerprint.decode(forged, random.nextInt(12), bits, i % 2 == 0)
                        .minutiae();
                for (int m = 0; m < minutiae.length; m++) {
                    assertTrue(m == 0 || Long.compareUnsigned(minutiae[m - 1], minutiae[m]) < 0, "not ascending");
                    assertEquals(0, minutiae[m] & ~(-1L >>> (Long.SIZE - bits)));
                }
                decoded++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("it") || e.getMessage().startsWith("a "), e.getMessage());
            }
        }
        assertTrue(decoded > 0, "no forged form was decoded");
    }

    @Test
    void aFormThatFitsTheLimitExactlyIsEncodedAndALargerOneIsRefused() {
        Random random = new Random(6);
        for (boolean counted : new boolean[] {false, true}) {
            for (int n : new int[] {1, 127, 128, 129, 5_000}) {
                StoredFingerprint f = random(random, n, 40, counted);
                byte[] expected = encode(f, counted);
                int length = expected.length;
                FingerprintEncoder exact = new FingerprintEncoder(counted, length);
                assertArrayEquals(expected, exact.encode(f.minutiae(), f.frequencies(), n));
                FingerprintEncoder less = new FingerprintEncoder(counted, length - 1);
                LimitExceededException e =
                        assertThrows(LimitExceededException.class, () -> less.encode(f.minutiae(), f.frequencies(), n));
                assertEquals("bytes of a stored fingerprint", e.limit());
                assertEquals(length - 1, e.most());
                assertEquals(length, e.value());
                StoredFingerprint small = random(random, 1, 40, counted);
                if (length > 64) {
                    assertArrayEquals(
                            encode(small, counted), less.encode(small.minutiae(), small.frequencies(), 1), "reused");
                }
            }
        }
    }

    /** Twice a gibibyte is more than an int. */
    @Test
    void theBufferGrowsUpToTheLargestArray() {
        int most = Integer.MAX_VALUE - 8;
        assertEquals(1 << 14, FingerprintEncoder.grown(1 << 13, most));
        assertEquals(most, FingerprintEncoder.grown(1 << 30, most));
        assertEquals(most, FingerprintEncoder.grown(most - 1, most));
    }

    // The stored form of texts gives every text back. The checksums of the file show damage.

    /** BuildTest stores texts of all kinds. A text that does not get smaller is stored as it is. */
    @Test
    void aTextTakesAtMostAHeaderMoreThanItsBytes() {
        Random random = new Random(1);
        for (int length = 0; length < 70_000; length += 1 + length / 3) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            byte[] stored = encoder.encode(noise);
            assertArrayEquals(noise, StoredText.decode(stored));
            assertTrue(stored.length > 0 && stored.length <= length + StoredText.MOST_HEADER, length + " bytes");
        }
    }

    @Test
    void aTextThatIsCutOffIsRefusedAndAForgedOneIsDecodedInBounds() {
        for (byte[] text : new byte[][] {
            {}, "a".getBytes(StandardCharsets.UTF_8), "one two three ".repeat(9).getBytes(StandardCharsets.UTF_8)
        }) {
            byte[] stored = encoder.encode(text);
            for (int bit = 0; bit < stored.length * 8; bit++) {
                decoded(TestFiles.flipped(stored, bit));
                decoded(Arrays.copyOf(stored, bit / 8)).ifPresent(found -> assertArrayEquals(text, found));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> StoredText.decode(StoredText.NONE));
        byte[] forged = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 3, 0};
        assertMessage(IllegalArgumentException.class, "it has 2147483647 bytes in 2", () -> StoredText.decode(forged));
        StoredText.checkLength(StoredText.MOST);
        assertMessage(
                LimitExceededException.class, "split the document", () -> StoredText.checkLength(StoredText.MOST + 1));
    }

    /** Empty if it is refused. The bits after the end of the deflated bytes do not matter. */
    private static Optional<byte[]> decoded(byte[] damaged) {
        try {
            return Optional.of(StoredText.decode(damaged));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("it"), e.getMessage());
            return Optional.empty();
        }
    }
}
