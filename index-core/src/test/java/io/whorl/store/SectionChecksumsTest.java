package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.concurrent.WorkThreads;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checksums of pieces are combined to that of the whole. */
class SectionChecksumsTest {
    private static final int PIECE = 1 << 24;

    @TempDir
    Path directory;

    @Test
    void checksumsOfTwoPartsGiveThatOfTheWhole() {
        Random random = new Random(1);
        byte[] bytes = new byte[100_000];
        random.nextBytes(bytes);
        for (int i = 0; i < 200; i++) {
            int end = random.nextInt(i < 20 ? 40 : bytes.length);
            int middle = random.nextInt(end + 1);
            assertEquals(
                    Checksum.of(bytes, 0, end),
                    Checksum.combined(
                            Checksum.of(bytes, 0, middle), Checksum.of(bytes, middle, end - middle), end - middle));
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
        assertEquals(List.of(), wrong(segment));
        byte[] bytes = Files.readAllBytes(file);
        int lists = (int) segment.header().offset(Section.LISTS);
        for (int at : new int[] {0, PIECE - 1, PIECE, 2 * PIECE, 40 * list.length - 1}) {
            bytes[lists + at] ^= 1;
            Segment damaged = Segment.open(Files.write(directory.resolve("damaged-" + at), bytes));
            assertEquals(List.of(Section.LISTS), wrong(damaged), "byte " + at);
            bytes[lists + at] ^= 1;
        }
    }

    private static List<Section> wrong(Segment segment) throws IOException {
        EnumSet<Section> all = EnumSet.allOf(Section.class);
        List<Section> wrong = SectionChecksums.wrong(segment, all, ParallelTasks::runInTurn);
        assertEquals(
                wrong,
                WorkThreads.with(
                        3,
                        threads ->
                                SectionChecksums.wrong(segment, all, tasks -> ParallelTasks.runAll(tasks, threads))));
        return wrong;
    }
}
