package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.CRC32C;

/** Computes the checksums of sections of a segment in pieces, on several threads. */
final class SectionChecksums {
    private static final int PIECE = 1 << 24;
    /** Checksums are computed from copies: one computed in place crashes the JVM if the file has been truncated. */
    private static final int BLOCK = 1 << 16;

    private SectionChecksums() {}

    /** The sections whose checksums do not match, in the order of the file. */
    static List<Section> wrong(Segment segment, Set<Section> sections, ParallelTasks.Runner threads)
            throws IOException {
        List<int[]> computed = new ArrayList<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Section s : sections) {
            MappedBytes bytes = segment.section(s);
            int[] pieces = new int[(int) ((bytes.length() + PIECE - 1) / PIECE)];
            computed.add(pieces);
            for (int i = 0; i < pieces.length; i++) {
                int piece = i;
                tasks.add(() -> MappingFault.settled(() -> {
                    pieces[piece] = checksum(bytes, piece);
                    return null;
                }));
            }
        }
        threads.runAll(tasks);
        List<Section> wrong = new ArrayList<>();
        int at = 0;
        for (Section s : sections) {
            int[] pieces = computed.get(at++);
            if (combined(pieces, segment.section(s).length())
                    != segment.header().checksum(s)) {
                wrong.add(s);
            }
        }
        return wrong;
    }

    private static int checksum(MappedBytes bytes, int piece) {
        long from = (long) piece * PIECE;
        long end = Math.min(bytes.length(), from + PIECE);
        CRC32C crc = new CRC32C();
        byte[] block = new byte[BLOCK];
        for (long at = from; at < end; at += BLOCK) {
            int n = (int) Math.min(BLOCK, end - at);
            bytes.copy(at, block, 0, n);
            crc.update(block, 0, n);
        }
        return (int) crc.getValue();
    }

    private static int combined(int[] pieces, long length) {
        int all = 0;
        for (int i = 0; i < pieces.length; i++) {
            all = Checksum.combined(all, pieces[i], Math.min(PIECE, length - (long) i * PIECE));
        }
        return all;
    }
}
