package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * Writes one table of lines front to back from sorted entries, in tasks that each write the lines of one run and can be
 * carried out on any threads: the bytes are the same.
 */
final class TableWriter {
    private static final int BUFFER = 1 << 16;
    private static final int PIECE = 1 << 14;

    private final FileChannel channel;
    private final long offset;
    private final TableShape shape;
    private final EntryRuns entries;
    private final EntryRuns overflow;
    private final int piece;

    /**
     * @param offset where in the file the table begins
     * @param overflow takes what no line had room for: for {@link #tasks} twice as many runs as the entries have, for
     *     {@link #writeAll} one
     */
    TableWriter(FileChannel channel, long offset, TableShape shape, EntryRuns entries, EntryRuns overflow) {
        this(channel, offset, shape, entries, overflow, PIECE);
    }

    /** @param piece entries handed on together, so that tests reach the borders between pieces */
    TableWriter(FileChannel channel, long offset, TableShape shape, EntryRuns entries, EntryRuns overflow, int piece) {
        this.piece = piece;
        this.channel = channel;
        this.offset = offset;
        this.shape = shape;
        this.entries = entries;
        this.overflow = overflow;
    }

    /**
     * One task a run; run i must hold only minutiae whose top bits are i of the number of runs, a power of two. A line
     * belongs to the run its first minutia would be in, and takes what it needs from the head of the next.
     */
    List<Callable<Void>> tasks() {
        List<Callable<Void>> tasks = new ArrayList<>();
        int runBits = Integer.numberOfTrailingZeros(entries.runs());
        for (int i = 0; i < entries.runs(); i++) {
            int run = i;
            tasks.add(() -> {
                write(run, firstLine(run, runBits), firstLine(run + 1, runBits), left -> putParted(left, run, runBits));
                return null;
            });
        }
        return tasks;
    }

    /** Writes every line in one go, from entries that may stand in any runs so long as their order is right. */
    void writeAll() throws IOException {
        write(
                0,
                0,
                shape.lines(),
                left -> overflow.put(0, left.minutiae.toLongArray(), left.payloads.toLongArray(), left.size()));
    }

    /**
     * A run's own minutiae that were left go to run 2i + 1. Those it took from the head of a later run j go to run 2j:
     * one line alone reaches over the border, so nobody else puts there.
     */
    private void putParted(Unplaced left, int run, int runBits) throws IOException {
        long[] minutiae = left.minutiae.toLongArray();
        long[] payloads = left.payloads.toLongArray();
        for (int from = 0, to; from < minutiae.length; from = to) {
            int owner = runOf(minutiae[from], runBits);
            to = from + 1;
            while (to < minutiae.length && runOf(minutiae[to], runBits) == owner) {
                to++;
            }
            overflow.put(
                    owner == run ? 2 * run + 1 : 2 * owner,
                    Arrays.copyOfRange(minutiae, from, to),
                    Arrays.copyOfRange(payloads, from, to),
                    to - from);
        }
    }

    private int runOf(long minutia, int runBits) {
        return runBits == 0 ? 0 : (int) (minutia >>> (shape.bits() - runBits));
    }

    private long firstLine(long run, int runBits) {
        if (run == 1L << runBits) {
            return shape.lines();
        }
        if (run == 0) {
            return 0;
        }
        long first = run << (shape.bits() - runBits);
        long line = shape.lineOf(first);
        return shape.firstOf(line) == first ? line : line + 1;
    }

    /** Takes the entries that lines had no room for, ascending, in pieces: heap must not grow with the table. */
    private interface Overflow {
        void put(Unplaced left) throws IOException;
    }

    /** Writes some lines from the entries of this run on. */
    private void write(int run, long firstLine, long endLine, Overflow to) throws IOException {
        if (firstLine == endLine) {
            // Small tables have fewer lines than runs; a run without any costs nothing.
            return;
        }
        EntryReader in = new EntryReader(entries, run);
        LinePacker packer = new LinePacker(shape);
        ByteBuffer out = ByteBuffer.allocate((int) Math.min(BUFFER, (endLine - firstLine) * TableShape.LINE))
                .order(ByteOrder.LITTLE_ENDIAN);
        long at = offset + firstLine * TableShape.LINE;
        LineEntries gathered = new LineEntries();
        Unplaced left = new Unplaced();
        IntArrayList unplaced = new IntArrayList();
        while (in.more() && shape.lineOf(in.minutia()) < firstLine) {
            in.advance();
        }
        for (long line = firstLine; line < endLine; line++) {
            gathered.size = 0;
            while (in.more() && shape.lineOf(in.minutia()) == line) {
                gathered.add(in.minutia(), in.payload());
                in.advance();
            }
            packer.pack(gathered.minutiae, gathered.payloads, 0, gathered.size, unplaced);
            left.add(gathered, unplaced);
            if (left.size() >= piece) {
                to.put(left);
                left.clear();
            }
            for (long word : packer.line) {
                out.putLong(word);
            }
            if (!out.hasRemaining()) {
                at = flush(out, at);
            }
        }
        flush(out, at);
        to.put(left);
    }

    private long flush(ByteBuffer out, long at) throws IOException {
        out.flip();
        int n = out.remaining();
        Channels.writeFully(channel, out, at);
        out.clear();
        return at + n;
    }

    /** The entries of one line. Plain arrays, because the packer reads each entry many times. */
    private static final class LineEntries {
        long[] minutiae = new long[64];
        long[] payloads = new long[64];
        int size;

        void add(long minutia, long payload) {
            if (size == minutiae.length) {
                minutiae = Arrays.copyOf(minutiae, size * 2);
                payloads = Arrays.copyOf(payloads, size * 2);
            }
            minutiae[size] = minutia;
            payloads[size++] = payload;
        }
    }

    /** The entries that did not fit into their lines, in ascending order. */
    private static final class Unplaced {
        final LongArrayList minutiae = new LongArrayList();
        final LongArrayList payloads = new LongArrayList();

        int size() {
            return minutiae.size();
        }

        void add(LineEntries line, IntArrayList indexes) {
            for (int i = 0; i < indexes.size(); i++) {
                minutiae.addLong(line.minutiae[indexes.getInt(i)]);
                payloads.addLong(line.payloads[indexes.getInt(i)]);
            }
        }

        void clear() {
            minutiae.clear();
            payloads.clear();
        }
    }
}
