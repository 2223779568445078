package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whole segment files with adversarial minutiae, mapped in parts of several sizes. */
class SegmentTest {
    private static final int DOCUMENTS = 500;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {32, 40, 57, 64})
    void contentsDoNotDependOnTheSizeOfTheParts(int bits) throws IOException {
        Random random = new Random(bits);
        long base = random.nextLong();
        long[] minutiae = random.longs(30_000)
                .map(m -> m >>> 64 - bits)
                .map(m -> m % 3 == 0 ? m : base + (m & 0x3FFF) & -1L >>> 64 - bits)
                .map(m -> m ^ Long.MIN_VALUE)
                .sorted()
                .distinct()
                .map(m -> m ^ Long.MIN_VALUE)
                .toArray();
        long[] holders = Arrays.stream(minutiae)
                .map(m -> Long.remainderUnsigned(m * 31, DOCUMENTS))
                .toArray();
        long[] held = new long[DOCUMENTS];
        Arrays.stream(holders).forEach(h -> held[(int) h]++);
        List<TestSegments.Doc> documents = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            documents.add(new TestSegments.Doc(String.format("%04d", d), d, held[d], new byte[d % 7]));
        }
        Path file = directory.resolve("s.whs");
        Scheme scheme = Scheme.builder().bits(bits).build();
        Segment whole = TestSegments.write(file, scheme, documents, out -> {}, minutiae, holders, 30);
        assertTrue(whole.header().spilled() > 0, "the segment must have spilled entries");
        for (int partBits : new int[] {6, 7, 11, 16, 30}) {
            Segment segment = Segment.open(file, partBits);
            assertEquals(List.of(), SegmentCheck.problems(segment));
            MinutiaCursor cursor = segment.table().cursor();
            Set<Long> visited = new HashSet<>();
            for (int i = 0; i < minutiae.length; i++) {
                assertTrue(cursor.next());
                assertTrue(visited.add(cursor.minutia()), "a minutia was returned twice");
                assertEquals(holders[i], segment.table().find(minutiae[i]));
            }
            assertFalse(cursor.next());
            assertTrue(Arrays.stream(minutiae).allMatch(visited::contains));
            for (int d = 0; d < DOCUMENTS; d++) {
                assertEquals(d, segment.documents().find(documents.get(d).id()));
                assertEquals(d % 7, segment.documents().extra(d).length);
            }
        }
    }

    @Test
    void unfinishedSegmentIsRefused() throws IOException {
        Path file = directory.resolve("s.whs");
        try (SegmentWriter out = new SegmentWriter(file, Scheme.builder().build())) {
            out.addList(new byte[2_000], 0, 2_000);
            out.readLists(0, new byte[10], 10);
        }
        assertTrue(Files.size(file) > SegmentHeader.SIZE);
        CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Segment.open(file));
        assertEquals(file, e.file());
    }

    @Test
    void privateSegmentIsUnlinkedAndReadable() throws IOException {
        Path file = directory.resolve("s.whs");
        TestSegments.write(
                file, Scheme.builder().build(), List.of(new TestSegments.Doc("a", 7, 0, new byte[0])), out -> {}, 30);
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
        Path file = directory.resolve("s.whs");
        TestSegments.write(file, Scheme.builder().build(), List.of(), out -> {}, 30);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(40, header.getInt(64));
        assertEquals(0, header.getInt(68));
        header.putInt(68, 1);
        header.putInt(SegmentHeader.SIZE - 4, Checksum.of(bytes, 0, SegmentHeader.SIZE - 4));
        Path forged = Files.write(directory.resolve("forged.whs"), bytes);
        assertEquals(
                64,
                assertThrows(CorruptIndexException.class, () -> Segment.open(forged))
                        .offset());
    }

    @Test
    void extrasWithInvalidEndsAreRefused() {
        for (long end : new long[] {6, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            byte[] ends = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(end)
                    .putLong(5)
                    .array();
            FixedNumbers none = new FixedNumbers(MappedBytes.of(new byte[0]), 1);
            DocumentTable table = new DocumentTable(
                    2,
                    MappedBytes.of(new byte[0]),
                    none,
                    none,
                    none,
                    MappedBytes.of(new byte[5]),
                    new FixedNumbers(MappedBytes.of(ends), 8),
                    none);
            assertThrows(IndexOutOfBoundsException.class, () -> table.extra(0));
            assertThrows(IndexOutOfBoundsException.class, () -> table.extra(1));
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
}
