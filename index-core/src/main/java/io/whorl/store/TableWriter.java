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
 * Writes one table of lines front to back, from sorted entries. The work is split into tasks that each write the lines
 * of one run. The bytes do not depend on the threads that run the tasks.
 */
final class TableWriter {
    private static final int BUFFER = 1 << 16;
    private static final int PIECE = 1 << 14;
    /** Enough to keep any number of threads busy to the end. */
    private static final int MOST_TASKS = 1 << 12;
    /** The fewest entries of a line to hold: more than any line can keep. */
    private static final int LEAST_HELD = 64;

    private final FileChannel channel;
    private final long offset;
    private final TableShape shape;
    private final EntryRuns entries;
    private final EntryRuns overflow;
    private final int piece;

    /**
     * @param offset offset of the table in the file
     * @param overflow receives the entries that did not fit into their lines, in twice as many runs as the entries have
     */
    TableWriter(FileChannel channel, long offset, TableShape shape, EntryRuns entries, EntryRuns overflow) {
        this(channel, offset, shape, entries, overflow, PIECE);
    }

    /** @param piece number of entries to hold or to pass on together, so that tests reach the boundaries of pieces */
    TableWriter(FileChannel channel, long offset, TableShape shape, EntryRuns entries, EntryRuns overflow, int piece) {
        this.piece = piece;
        this.channel = channel;
        this.offset = offset;
        this.shape = shape;
        this.entries = entries;
        this.overflow = overflow;
    }

    /**
     * A task for each run, or for a few if there are many, so that the tasks take little heap. Run i must contain only
     * minutiae whose top bits have the value i; the number of runs is a power of two. A line belongs to the run of its
     * first possible minutia, and takes the rest of its minutiae from the start of the next run.
     */
    List<Callable<Void>> tasks() {
        List<Callable<Void>> tasks = new ArrayList<>();
        int together = Math.max(1, entries.runs() / MOST_TASKS);
        for (int i = 0; i < entries.runs(); i += together) {
            int first = i;
            tasks.add(() -> {
                for (int run = first; run < first + together; run++) {
                    write(run);
                }
                return null;
            });
        }
        return tasks;
    }

    private void write(int run) throws IOException {
        int runBits = Integer.numberOfTrailingZeros(entries.runs());
        write(run, firstLine(run, runBits), firstLine(run + 1L, runBits), left -> putByOwner(left, run, runBits));
    }

    /**
     * The unplaced minutiae of the run itself go to run 2i + 1. Those from the start of a later run j go to run 2j.
     * Only one line crosses that border, so no other task writes there.
     */
    private void putByOwner(Unplaced left, int run, int runBits) throws IOException {
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

    /**
     * The end of the runs with minutiae of lines before this one: without it, each task would look at all later runs.
     */
    private int endRun(long endLine) {
        int runBits = Integer.numberOfTrailingZeros(entries.runs());
        return endLine == shape.lines() ? entries.runs() : runOf(shape.firstOf(endLine) - 1, runBits) + 1;
    }

    /** Receives unplaced entries in ascending order, in pieces, so that heap does not grow with the table. */
    private interface Overflow {
        void put(Unplaced left) throws IOException;
    }

    /** Writes some lines, from the entries of a run and the following ones. */
    private void write(int run, long firstLine, long endLine, Overflow to) throws IOException {
        if (firstLine == endLine) {
            // A small table has fewer lines than runs; a run without lines costs nothing.
            return;
        }
        EntryReader in = new EntryReader(entries, run, endRun(endLine));
        LinePacker packer = new LinePacker(shape);
        ByteBuffer out = ByteBuffer.allocate((int) Math.min(BUFFER, (endLine - firstLine) * TableShape.LINE))
                .order(ByteOrder.LITTLE_ENDIAN);
        long at = offset + firstLine * TableShape.LINE;
        LineEntries gathered = new LineEntries(Math.max(LEAST_HELD, piece));
        Unplaced left = new Unplaced();
        IntArrayList unplaced = new IntArrayList();
        long next = lineOfNext(in);
        while (next < firstLine) {
            in.advance();
            next = lineOfNext(in);
        }
        for (long line = firstLine; line < endLine; line++) {
            gathered.size = 0;
            while (next == line && gathered.add(in.minutia(), in.payload())) {
                in.advance();
                next = lineOfNext(in);
            }
            if (next == line) {
                packCrowded(line, gathered, in, packer, left, to);
                next = lineOfNext(in);
            } else {
                packer.pack(gathered.minutiae, gathered.payloads, 0, gathered.size, unplaced);
                left.add(gathered, unplaced);
            }
            pass(left, to);
            for (int word = 0; word < LinePacker.WORDS; word++) {
                out.putLong(packer.line[word]);
            }
            if (!out.hasRemaining()) {
                at = flush(out, at);
            }
        }
        flush(out, at);
        to.put(left);
    }

    /**
     * Packs a line that has more entries than are held at a time, which only minutiae that were chosen have. Its
     * entries are read twice: to choose the multiplier, and to place them.
     *
     * @param gathered its first entries; used for the next ones
     * @param in the first entry that is not gathered; receives the first one of the next line
     */
    private void packCrowded(
            long line, LineEntries gathered, EntryReader in, LinePacker packer, Unplaced left, Overflow to)
            throws IOException {
        LineEntries first = gathered.copy();
        EntryReader ahead = in.copy();
        packer.search().beginPieces();
        do {
            packer.search().addPiece(gathered.minutiae, gathered.size);
        } while (gather(line, gathered, ahead));
        packer.search().endPieces();
        LineEntries staying = new LineEntries(LEAST_HELD);
        LineEntries placed = first;
        do {
            for (int i = 0; i < placed.size; i++) {
                if (packer.stays(placed.minutiae[i])) {
                    staying.add(placed.minutiae[i], placed.payloads[i]);
                } else {
                    left.add(placed.minutiae[i], placed.payloads[i]);
                }
            }
            pass(left, to);
            placed = gathered;
        } while (gather(line, gathered, in));
        packer.packStaying(staying.minutiae, staying.payloads, staying.size);
    }

    /** Gathers the next entries of a line. Returns whether there are any. */
    private boolean gather(long line, LineEntries gathered, EntryReader in) throws IOException {
        gathered.size = 0;
        while (lineOfNext(in) == line && gathered.add(in.minutia(), in.payload())) {
            in.advance();
        }
        return gathered.size > 0;
    }

    private void pass(Unplaced left, Overflow to) throws IOException {
        if (left.size() >= piece) {
            to.put(left);
            left.clear();
        }
    }

    /** The line of the current entry, or one beyond all lines. */
    private long lineOfNext(EntryReader in) throws IOException {
        return in.more() ? shape.lineOf(in.minutia()) : Long.MAX_VALUE;
    }

    private long flush(ByteBuffer out, long at) throws IOException {
        out.flip();
        int n = out.remaining();
        Channels.writeFully(channel, out, at);
        out.clear();
        return at + n;
    }

    /** Entries of one line, up to a limit. Plain arrays, because the packer reads each entry many times. */
    private static final class LineEntries {
        final int most;
        long[] minutiae = new long[64];
        long[] payloads = new long[64];
        int size;

        LineEntries(int most) {
            this.most = most;
        }

        /** Returns whether there was room. */
        boolean add(long minutia, long payload) {
            if (size == minutiae.length) {
                if (size >= most) {
                    return false;
                }
                minutiae = Arrays.copyOf(minutiae, size * 2);
                payloads = Arrays.copyOf(payloads, size * 2);
            }
            minutiae[size] = minutia;
            payloads[size++] = payload;
            return true;
        }

        LineEntries copy() {
            LineEntries copy = new LineEntries(most);
            copy.minutiae = minutiae.clone();
            copy.payloads = payloads.clone();
            copy.size = size;
            return copy;
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

        void add(long minutia, long payload) {
            minutiae.addLong(minutia);
            payloads.addLong(payload);
        }

        void clear() {
            minutiae.clear();
            payloads.clear();
        }
    }
}
