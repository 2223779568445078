package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scratch space accounts for the space of its files and keeps a reserve free. */
class ScratchSpaceTest {
    @TempDir
    Path directory;

    @Test
    void reservingFailsBeforeTheDiskIsFull() throws IOException {
        AtomicLong free = new AtomicLong(100 << 20);
        ScratchSpace space = new ScratchSpace(directory, 40 << 20, () -> free.get());
        try (TempFile file = new TempFile(space)) {
            DiskSpaceException e = assertThrows(DiskSpaceException.class, () -> {
                for (int i = 0; i < 100; i++) {
                    file.reserve(1 << 20);
                    free.addAndGet(-(1 << 20));
                }
            });
            assertTrue(free.get() >= 40 << 20 && free.get() < 60 << 20, () -> "free: " + free.get());
            assertEquals(free.get(), e.free());
        }
        free.set(100 << 20);
        space.alsoKeepFree(50 << 20);
        space.require(10 << 20);
        assertEquals(
                (101 << 20) + 1,
                assertThrows(DiskSpaceException.class, () -> space.require((11 << 20) + 1))
                        .needed());
    }

    @Test
    void peakIsTheMaximumAtOneTime() throws IOException {
        ScratchSpace space = new ScratchSpace(directory);
        for (int i = 1; i <= 3; i++) {
            try (TempFile a = new TempFile(space);
                    TempFile b = new TempFile(space)) {
                a.append(ByteBuffer.allocate(1_000 * i));
                b.append(ByteBuffer.allocate(10));
            }
        }
        space.take(5);
        assertEquals(3_010, space.peak());
    }

    @Test
    void arraysInFilesEqualArraysInHeap() throws IOException {
        Random random = new Random(1);
        int n = 100_003;
        try (TempFile file = new TempFile(directory)) {
            for (Optional<TempFile> where : List.of(Optional.<TempFile>empty(), Optional.of(file))) {
                ScratchInts ints = new ScratchInts(n, where);
                ScratchLongs longs = new ScratchLongs(n, where);
                ScratchBits bits = new ScratchBits(n, where);
                ScratchBits more = new ScratchBits(n, where);
                BitSet model = new BitSet(n);
                for (int i = 0; i < n; i++) {
                    ints.set(i, i * 31);
                    assertEquals(0, longs.get(n - 1 - i));
                    longs.set(n - 1 - i, i * 0x1234_5678_9ABCL);
                    int drawn = random.nextInt(n);
                    assertEquals(
                            !model.get(drawn),
                            (i % 2 == 0 ? bits : more).add(drawn) && !(i % 2 == 0 ? more : bits).contains(drawn));
                    model.set(drawn);
                }
                bits.addAll(more);
                assertEquals(model.cardinality(), bits.count());
                DeadDocuments dead = bits.asDead();
                for (int i = 0; i < n; i++) {
                    assertEquals(i * 31, ints.get(i));
                    assertEquals(i * 0x1234_5678_9ABCL, longs.get(n - 1 - i));
                    assertEquals(model.get(i), dead.contains(i));
                }
                assertThrows(IndexOutOfBoundsException.class, () -> bits.add(n));
                assertThrows(IndexOutOfBoundsException.class, () -> longs.get(n));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "1, 1", "32, 32", "33, 32 1", "100, 32 32 32 4"})
    void bytesInHeapAreInPartsOfTheSizeThatAddressesExpect(long length, String sizes) throws IOException {
        assertArrayEquals(
                Stream.of(sizes.split(" "))
                        .filter(s -> !s.isEmpty())
                        .mapToInt(Integer::parseInt)
                        .toArray(),
                Stream.of(FileMapping.parts(length, 5, (from, n) -> ByteBuffer.allocate((int) n)))
                        .mapToInt(ByteBuffer::capacity)
                        .toArray());
    }
}
