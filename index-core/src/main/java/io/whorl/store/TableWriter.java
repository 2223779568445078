package io.whorl.store;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.store.LineTable.LineHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

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

    /**
     * Packs the minutiae of one line into its 64 bytes, and returns those that must go to the next table. Equal
     * minutiae give equal bytes. Reusable; one thread at a time.
     */
    static final class LinePacker {
        static final int WORDS = TableShape.LINE / 8;

        private final int stored;
        private final int payloadBits;
        private final long remainderMask;
        private final MultiplierSearch search;
        /** The line that was packed last, in the first {@link #WORDS} elements. The one after them stays 0. */
        final long[] line = new long[WORDS + 1];

        LinePacker(TableShape shape) {
            stored = shape.storedBits();
            payloadBits = shape.payloadBits();
            remainderMask = -1L >>> (64 - shape.remainderBits());
            search = new MultiplierSearch(shape);
        }

        /**
         * Packs {@code minutiae[from..to)} and their payloads into {@link #line}.
         *
         * @param unplaced receives, in ascending order, the indexes of the minutiae that do not fit; cleared first
         */
        void pack(long[] minutiae, long[] payloads, int from, int to, IntArrayList unplaced) {
            Arrays.fill(line, 0);
            unplaced.clear();
            search.choose(minutiae, from, to);
            long multiplier = search.multiplier();
            int limit = search.limit();
            int bitmap = 0;
            for (int i = from; i < to; i++) {
                int c = (int) (product(minutiae[i], multiplier) >>> stored);
                if (c < limit) {
                    bitmap |= 1 << c;
                } else {
                    unplaced.addInt(i);
                }
            }
            line[0] = LineHeader.header(bitmap, unplaced.isEmpty(), (int) multiplier);
            for (int i = from; i < to; i++) {
                long y = product(minutiae[i], multiplier);
                if ((int) (y >>> stored) < limit) {
                    put(bitmap, y, payloads[i]);
                }
            }
        }

        /** Whether a minutia stays in the line for which {@link #search} has chosen. */
        boolean stays(long minutia) {
            return (int) (product(minutia, search.multiplier()) >>> stored) < search.limit();
        }

        /**
         * Packs the first {@code n} minutiae and their payloads, all of which stay, into the {@link #line} for which
         * {@link #search} has chosen. The line has others, which do not.
         */
        void packStaying(long[] minutiae, long[] payloads, int n) {
            Arrays.fill(line, 0);
            long multiplier = search.multiplier();
            int bitmap = 0;
            for (int i = 0; i < n; i++) {
                bitmap |= 1 << (int) (product(minutiae[i], multiplier) >>> stored);
            }
            line[0] = LineHeader.header(bitmap, false, (int) multiplier);
            for (int i = 0; i < n; i++) {
                put(bitmap, product(minutiae[i], multiplier), payloads[i]);
            }
        }

        MultiplierSearch search() {
            return search;
        }

        /** @param y the remainder times the multiplier */
        private void put(int bitmap, long y, long payload) {
            int c = (int) (y >>> stored);
            int rank = Integer.bitCount(bitmap & ((1 << c) - 1));
            int at = TableShape.HEADER_BITS + rank * (stored + payloadBits);
            long rest = y & ((1L << stored) - 1);
            if (stored + payloadBits <= 64) {
                put(at, payload << stored | rest);
            } else {
                put(at, rest);
                put(at + stored, payload);
            }
        }

        private long product(long minutia, long multiplier) {
            return minutia * multiplier & remainderMask;
        }

        /** Writes the bits of a value. No branch for values that end in the next word: which do is unpredictable. */
        private void put(int at, long value) {
            int word = at >>> 6;
            int shift = at & 63;
            line[word] |= value << shift;
            line[word + 1] |= value >>> 1 >>> (63 - shift);
        }
    }

    /**
     * Chooses the multiplier of a line: the first that maps each minutia to its own class, or, if there is none or the
     * line has too many minutiae, the one that keeps the most. Multipliers are tried in a fixed order. A try has no
     * branches, and one look-up in a small table for each minutia; most tries fail, at a place that a processor cannot
     * predict. Reusable; one thread at a time.
     */
    static final class MultiplierSearch {
        /** A limit above all classes: every minutia stays in the line. */
        static final int NO_LIMIT = LineHeader.CLASSES;

        /** Multipliers to try for a line that may be able to hold all its minutiae: all. */
        private static final int TRIES = LineHeader.MULTIPLIERS;
        /** Multipliers to try for a line with too many minutiae. */
        private static final int FULL_TRIES = 96;
        /** Lines with more minutiae are made by an adversary. */
        private static final int MOST_COUNTED = 64;

        private static final int CLASS_SHIFT = Long.SIZE - TableShape.CLASS_BITS;
        private static final int CLASSES = 1 << TableShape.CLASS_BITS;
        private static final long LOW_BITS = 0x5555555555555555L;

        /** The bit of each class. */
        private static final int[] BIT = new int[CLASSES];
        /** A one for each class, in counters of two bits. */
        private static final long[] ONE = new long[CLASSES];

        private static final long[] MULTIPLIERS = multipliers();

        static {
            for (int c = 0; c < CLASSES; c++) {
                BIT[c] = 1 << c;
                ONE[c] = 1L << 2 * c;
            }
        }

        private final int capacity;
        private final int shift;
        /** The remainders of the minutiae in the upper bits. The class is in the highest bits of a product. */
        private long[] remainders = new long[MOST_COUNTED];
        /** The counters of each multiplier, for minutiae that come in pieces; see {@link #counted}. */
        private long[] inPieces = {};

        private int multiplier;
        private int limit;
        private int mostKept;

        MultiplierSearch(TableShape shape) {
            capacity = shape.capacity();
            shift = Long.SIZE - shape.remainderBits();
        }

        /** Chooses {@link #multiplier} and {@link #limit} for {@code minutiae[from..to)}. */
        void choose(long[] minutiae, int from, int to) {
            int n = to - from;
            load(minutiae, from, n);
            limit = NO_LIMIT;
            if (n > capacity || !findFitting(n)) {
                findFullest(n);
            }
        }

        private void load(long[] minutiae, int from, int n) {
            if (remainders.length < n) {
                remainders = new long[Math.max(n, remainders.length * 2)];
            }
            for (int i = 0; i < n; i++) {
                remainders[i] = minutiae[from + i] << shift;
            }
        }

        /** Begins to choose for more minutiae than a line holds, which come in pieces. */
        void beginPieces() {
            inPieces = new long[FULL_TRIES];
        }

        /** Takes the first {@code n} minutiae of an array as the next piece. */
        void addPiece(long[] minutiae, int n) {
            load(minutiae, 0, n);
            for (int t = 0; t < FULL_TRIES; t++) {
                inPieces[t] = counted(n, MULTIPLIERS[t], inPieces[t]);
            }
        }

        /** Chooses {@link #multiplier} and {@link #limit} for all pieces. */
        void endPieces() {
            mostKept = -1;
            for (int t = 0; t < FULL_TRIES; t++) {
                consider(MULTIPLIERS[t], inPieces[t]);
            }
        }

        int multiplier() {
            return multiplier;
        }

        /** Each class below the limit has at most one minutia, and all of them fit. */
        int limit() {
            return limit;
        }

        /** Finds the first multiplier that maps each minutia to its own class. */
        private boolean findFitting(int n) {
            for (int t = 0; t < TRIES; t += 4) {
                long a = MULTIPLIERS[t];
                long b = MULTIPLIERS[t + 1];
                long c = MULTIPLIERS[t + 2];
                long d = MULTIPLIERS[t + 3];
                int ofA = 0;
                int ofB = 0;
                int ofC = 0;
                int ofD = 0;
                for (int i = 0; i < n; i++) {
                    long x = remainders[i];
                    ofA |= BIT[(int) (x * a >>> CLASS_SHIFT)];
                    ofB |= BIT[(int) (x * b >>> CLASS_SHIFT)];
                    ofC |= BIT[(int) (x * c >>> CLASS_SHIFT)];
                    ofD |= BIT[(int) (x * d >>> CLASS_SHIFT)];
                }
                if (fits(ofA, n, a) || fits(ofB, n, b) || fits(ofC, n, c) || fits(ofD, n, d)) {
                    return true;
                }
            }
            return false;
        }

        private boolean fits(int classes, int n, long m) {
            multiplier = (int) m;
            return Integer.bitCount(classes) == n;
        }

        /** Finds the first multiplier that keeps the most minutiae, and its limit. */
        private void findFullest(int n) {
            mostKept = -1;
            for (int t = 0; t < FULL_TRIES && mostKept < capacity; t++) {
                consider(MULTIPLIERS[t], counters(n, MULTIPLIERS[t]));
            }
        }

        /** Takes a multiplier if it keeps more minutiae than those before. */
        private void consider(long m, long counters) {
            long repeated = counters & ~LOW_BITS;
            // The classes below the first that more than one minutia has.
            long below = repeated == 0 ? -1 : ((repeated & -repeated) >>> 1) - 1;
            long once = counters & LOW_BITS & below;
            int kept = Math.min(capacity, Long.bitCount(once));
            if (kept > mostKept) {
                mostKept = kept;
                multiplier = (int) m;
                limit = repeated == 0 ? NO_LIMIT : Long.numberOfTrailingZeros(repeated) / 2;
                for (int over = Long.bitCount(once) - capacity; over > 0; over--) {
                    limit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(once)) / 2;
                    once &= ~ONE[limit];
                }
            }
        }

        /** The number of minutiae of each class in two bits; of classes that more than one has, at least 2. */
        private long counters(int n, long m) {
            if (n <= MOST_COUNTED) {
                long counters = 0;
                for (int i = 0; i < n; i++) {
                    counters += ONE[(int) (remainders[i] * m >>> CLASS_SHIFT)];
                }
                // A counter that overflows loses three, and the highest one four.
                if (Long.bitCount(counters & LOW_BITS) + 2 * Long.bitCount(counters & ~LOW_BITS) == n) {
                    return counters;
                }
            }
            return counted(n, m, 0);
        }

        /** Adds minutiae to counters that stop at two. */
        private long counted(int n, long m, long before) {
            long counters = before;
            for (int i = 0; i < n; i++) {
                int c = (int) (remainders[i] * m >>> CLASS_SHIFT);
                counters += (counters >>> 2 * c & 2) == 0 ? ONE[c] : 0;
            }
            return counters;
        }

        /**
         * All odd 12-bit numbers in a fixed order. The order matters only for byte-identical output; a reader accepts
         * any multiplier.
         */
        private static long[] multipliers() {
            long[] odd = new long[TRIES];
            for (int t = 0; t < TRIES; t++) {
                odd[t] = 2 * ((1229 * t + 643) % TRIES) + 1;
            }
            return odd;
        }
    }
}
