package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.CorruptIndexException;
import io.whorl.concurrent.WorkThreads;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checksums of the blocks of a file, and the end mark. */
class CheckedFileTest {
    private static final int BLOCK = 1 << 12;
    /** The bytes that one task verifies. */
    private static final int PIECE = 1 << 24;

    @TempDir
    Path directory;

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
        Path file = directory.resolve("s.whs");
        TestSegments.write(file, Scheme.builder().build(), List.of(), out -> {}, 30);
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 1; i <= 8; i++) {
            bytes[bytes.length - i] ^= 1;
            Path damaged = Files.write(directory.resolve("damaged" + i), bytes);
            assertEquals(
                    bytes.length - 8,
                    assertThrows(CorruptIndexException.class, () -> Segment.open(damaged))
                            .offset());
            bytes[bytes.length - i] ^= 1;
        }
    }

    @Test
    void changedByteOfAnyPieceIsFound() throws IOException {
        byte[] list = new byte[1 << 20];
        new Random(2).nextBytes(list);
        Path file = directory.resolve("s.whs");
        Segment segment = TestSegments.write(
                file,
                Scheme.builder().build(),
                List.of(),
                out -> {
                    for (int i = 0; i < 40; i++) {
                        out.addList(list, 0, list.length);
                    }
                },
                30);
        assertEquals(List.of(), damaged(segment));
        byte[] bytes = Files.readAllBytes(file);
        int lists = (int) segment.header().offset(SegmentHeader.Section.LISTS);
        for (int at : new int[] {0, PIECE - 1, PIECE, 2 * PIECE, 40 * list.length - 1}) {
            bytes[lists + at] ^= 1;
            Segment damaged = Segment.open(Files.write(directory.resolve("damaged-" + at), bytes));
            int block = (lists + at) / BLOCK * BLOCK;
            List<CheckedFile.Bytes> found = damaged(damaged);
            assertEquals(1, found.size(), "byte " + at);
            assertEquals(Math.max(segment.header().start(), block), found.get(0).from());
            assertEquals(
                    Math.min(damaged.header().end() + 7 & -8, block + BLOCK),
                    found.get(0).to());
            bytes[lists + at] ^= 1;
        }
        for (int block = 7; block < 10; block++) {
            bytes[block * BLOCK] ^= 1;
        }
        assertEquals(
                List.of(new CheckedFile.Bytes(7 * BLOCK, 10 * BLOCK)),
                damaged(Segment.open(Files.write(directory.resolve("adjacent"), bytes))));
    }

    private static List<CheckedFile.Bytes> damaged(Segment segment) throws IOException {
        CheckedFile file = segment.checkedFile();
        long end = segment.header().end();
        List<CheckedFile.Bytes> damaged = file.damaged(0, end, ParallelTasks::runInTurn);
        assertEquals(
                damaged,
                WorkThreads.with(3, threads -> file.damaged(0, end, tasks -> ParallelTasks.runAll(tasks, threads))));
        return damaged;
    }
}
