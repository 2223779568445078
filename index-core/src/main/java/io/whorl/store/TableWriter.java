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
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Writes one table of lines front to back, from sorted entries. The work is split into tasks that each write the lines
 * of one run, a group of lines at a time. The bytes depend on neither the threads that run the tasks nor the groups.
 */
final class TableWriter {
    private static final int BUFFER = 1 << 16;
    private static final int PIECE = 1 << 14;
    /** Enough to keep any number of threads busy to the end. */
    private static final int MOST_TASKS = 1 << 12;
    /** Lines of the main table to write together. */
    private static final int GROUP = 32;
    /** The entries to hold of a line of a crowded group: more than any line can keep. */
    private static final int HELD = 64;

    private final FileChannel channel;
    private final long offset;
    private final TableShape shape;
    private final Optional<Regions> regions;
    private final EntryRuns entries;
    private final EntryRuns overflow;
    private final int piece;
    private final int runsTogether;
    private final int runBits;

    /**
     * @param offset offset of the table in the file
     * @param regions the order of an overflow table; the main table has none
     * @param entries run i has the minutiae whose top bits have the value i; for an overflow table, runs 2i and 2i + 1
     *     have them. The number of runs is a power of two
     * @param overflow receives the entries that did not fit into their lines, in two runs for each value of the top
     *     bits
     */
    TableWriter(
            FileChannel channel,
            long offset,
            TableShape shape,
            Optional<Regions> regions,
            EntryRuns entries,
            EntryRuns overflow) {
        this(channel, offset, shape, regions, entries, overflow, PIECE);
    }

    /** @param piece number of entries to hold or to pass on together, so that tests reach the boundaries of pieces */
    TableWriter(
            FileChannel channel,
            long offset,
            TableShape shape,
            Optional<Regions> regions,
            EntryRuns entries,
            EntryRuns overflow,
            int piece) {
        this.channel = channel;
        this.offset = offset;
        this.shape = shape;
        this.regions = regions;
        this.entries = entries;
        this.overflow = overflow;
        this.piece = piece;
        runsTogether = regions.isPresent() ? 2 : 1;
        runBits = Integer.numberOfTrailingZeros(entries.runs() / runsTogether);
    }

    /**
     * A task for each value of the top bits, or for a few if there are many, so that the tasks take little heap. A line
     * belongs to the run of its first possible minutia, and takes the rest of its minutiae from the start of the next
     * run; so does a region.
     */
    List<Callable<Void>> tasks() {
        List<Callable<Void>> tasks = new ArrayList<>();
        int runs = 1 << runBits;
        int together = Math.max(1, runs / MOST_TASKS);
        for (int i = 0; i < runs; i += together) {
            int first = i;
            tasks.add(() -> {
                for (int run = first; run < first + together; run++) {
                    // A small table has fewer lines than runs; a run without lines costs nothing.
                    if (firstLine(run) < firstLine(run + 1L)) {
                        new Lines(run).write();
                    }
                }
                return null;
            });
        }
        return tasks;
    }

    private int runOf(long minutia) {
        return runBits == 0 ? 0 : (int) (minutia >>> (shape.bits() - runBits));
    }

    private long firstLine(long run) {
        if (run == 1L << runBits) {
            return shape.lines();
        }
        if (run == 0) {
            return 0;
        }
        long first = run << (shape.bits() - runBits);
        long undivided = regions.map(Regions::lines).orElse(1L);
        long line = shape.lineOf(first) / undivided * undivided;
        return shape.firstOf(line) == first ? line : line + undivided;
    }

    /** The lines of a run, which one thread writes. */
    private final class Lines {
        private final int run;
        private final long end;
        private final int together;
        private final EntryReader in;
        private final ByteBuffer out;
        private final LinePacker packer = new LinePacker(shape);
        /** The entries of the current group of lines, in ascending order. */
        private final HeldEntries group = new HeldEntries(Math.max(HELD, piece));
        /** Their forms in the table and payloads, by line, and where they were in the group. */
        private long[] keys = {};

        private long[] payloads = {};
        private int[] order = {};
        private final int[] start;
        private final IntArrayList unplaced = new IntArrayList();
        private final IntArrayList unplacedOfGroup = new IntArrayList();
        private final LongArrayList leftMinutiae = new LongArrayList();
        private final LongArrayList leftPayloads = new LongArrayList();
        private long line;
        private long at;

        Lines(int run) {
            this.run = run;
            line = firstLine(run);
            end = firstLine(run + 1L);
            together = (int) (long) regions.map(Regions::lines).orElse((long) GROUP);
            start = new int[together + 1];
            // Later runs have no minutiae of these lines. Without it, each task would look at all of them.
            int endRun = end == shape.lines() ? 1 << runBits : runOf(shape.firstOf(end) - 1) + 1;
            in = new EntryReader(entries, run * runsTogether, endRun * runsTogether);
            out = ByteBuffer.allocate((int) Math.min(BUFFER, (end - line) * TableShape.LINE))
                    .order(ByteOrder.LITTLE_ENDIAN);
            at = offset + line * TableShape.LINE;
        }

        private long key(long minutia) {
            return regions.isPresent() ? regions.get().spread(minutia) : minutia;
        }

        /** The line of the current entry, or one beyond all lines. */
        private long lineOfNext() throws IOException {
            return in.more() ? shape.lineOf(key(in.minutia())) : Long.MAX_VALUE;
        }

        void write() throws IOException {
            while (lineOfNext() < line) {
                in.advance();
            }
            for (; line < end; line += together) {
                int lines = (int) Math.min(together, end - line);
                EntryReader.Place begin = in.place();
                if (gather(lines)) {
                    packGroup(lines);
                } else {
                    packCrowded(lines, begin);
                }
            }
            flush();
            pass();
        }

        /** Gathers the entries of some lines, and returns true if there was room for all. */
        private boolean gather(int lines) throws IOException {
            group.size = 0;
            Arrays.fill(start, 0);
            for (long of = lineOfNext(); of < line + lines; of = lineOfNext()) {
                if (!group.add(in.minutia(), in.payload())) {
                    return false;
                }
                start[(int) (of - line) + 1]++;
                in.advance();
            }
            return true;
        }

        private void packGroup(int lines) throws IOException {
            if (order.length < group.size) {
                keys = new long[group.minutiae.length];
                payloads = new long[keys.length];
                order = new int[keys.length];
            }
            for (int i = 0; i < lines; i++) {
                start[i + 1] += start[i];
            }
            for (int i = 0; i < group.size; i++) {
                long key = key(group.minutiae[i]);
                int to = start[(int) (shape.lineOf(key) - line)]++;
                keys[to] = key;
                payloads[to] = group.payloads[i];
                order[to] = i;
            }
            unplacedOfGroup.clear();
            for (int i = 0; i < lines; i++) {
                packer.pack(keys, payloads, i == 0 ? 0 : start[i - 1], start[i], unplaced);
                for (int u = 0; u < unplaced.size(); u++) {
                    unplacedOfGroup.addInt(order[unplaced.getInt(u)]);
                }
                put(packer.line);
            }
            int[] left = unplacedOfGroup.toIntArray();
            Arrays.sort(left);
            for (int i : left) {
                leave(group.minutiae[i], group.payloads[i]);
            }
        }

        /**
         * Packs a group that has more entries than are held at a time, which only minutiae that were chosen have. Its
         * entries are read twice: to choose the multiplier of each line, and to place them.
         *
         * @param begin its first entry
         */
        private void packCrowded(int lines, EntryReader.Place begin) throws IOException {
            LinePacker[] packers = new LinePacker[lines];
            HeldEntries[] held = new HeldEntries[lines];
            for (int i = 0; i < lines; i++) {
                packers[i] = new LinePacker(shape);
                held[i] = new HeldEntries(HELD);
            }
            in.moveTo(begin);
            for (long of = lineOfNext(); of < line + lines; of = lineOfNext()) {
                int i = (int) (of - line);
                long key = key(in.minutia());
                if (!held[i].add(key, 0)) {
                    packers[i].search().addPiece(held[i].minutiae, held[i].size);
                    held[i].size = 0;
                    held[i].add(key, 0);
                }
                in.advance();
            }
            for (int i = 0; i < lines; i++) {
                packers[i].search().choosePieces(held[i].minutiae, held[i].size);
                held[i].size = 0;
            }
            boolean[] incomplete = new boolean[lines];
            in.moveTo(begin);
            for (long of = lineOfNext(); of < line + lines; of = lineOfNext()) {
                int i = (int) (of - line);
                long key = key(in.minutia());
                if (packers[i].stays(key)) {
                    held[i].add(key, in.payload());
                } else {
                    incomplete[i] = true;
                    leave(in.minutia(), in.payload());
                }
                in.advance();
            }
            for (int i = 0; i < lines; i++) {
                packers[i].packStaying(held[i].minutiae, held[i].payloads, held[i].size, !incomplete[i]);
                put(packers[i].line);
            }
        }

        private void put(long[] words) throws IOException {
            for (int word = 0; word < LinePacker.WORDS; word++) {
                out.putLong(words[word]);
            }
            if (!out.hasRemaining()) {
                flush();
            }
        }

        private void flush() throws IOException {
            out.flip();
            int n = out.remaining();
            Channels.writeFully(channel, out, at);
            out.clear();
            at += n;
        }

        /**
         * Takes the next entry that did not fit into its line; in pieces, so that heap does not grow with the table.
         */
        private void leave(long minutia, long payload) throws IOException {
            leftMinutiae.addLong(minutia);
            leftPayloads.addLong(payload);
            if (leftMinutiae.size() >= piece) {
                pass();
            }
        }

        /**
         * Passes the entries on. Those of the run itself go to run 2i + 1, and those from the start of a later run j to
         * run 2j. Only one line or region crosses that border, so no other task writes there.
         */
        private void pass() throws IOException {
            long[] left = leftMinutiae.toLongArray();
            long[] leftPayload = leftPayloads.toLongArray();
            for (int from = 0, to; from < left.length; from = to) {
                int owner = runOf(left[from]);
                to = from + 1;
                while (to < left.length && runOf(left[to]) == owner) {
                    to++;
                }
                overflow.put(
                        owner == run ? 2 * run + 1 : 2 * owner,
                        Arrays.copyOfRange(left, from, to),
                        Arrays.copyOfRange(leftPayload, from, to),
                        to - from);
            }
            leftMinutiae.clear();
            leftPayloads.clear();
        }
    }

    /** Entries, up to a limit. Plain arrays, because the packer reads each entry many times. */
    private static final class HeldEntries {
        final int most;
        long[] minutiae = new long[64];
        long[] payloads = new long[64];
        int size;

        HeldEntries(int most) {
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
         * {@link #search} has chosen.
         *
         * @param complete whether the line has no others
         */
        void packStaying(long[] minutiae, long[] payloads, int n, boolean complete) {
            Arrays.fill(line, 0);
            long multiplier = search.multiplier();
            int bitmap = 0;
            for (int i = 0; i < n; i++) {
                bitmap |= 1 << (int) (product(minutiae[i], multiplier) >>> stored);
            }
            line[0] = LineHeader.header(bitmap, complete, (int) multiplier);
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

        /**
         * Takes the first {@code n} minutiae of an array as the next piece, if a line has more than a line can hold.
         */
        void addPiece(long[] minutiae, int n) {
            inPieces = inPieces.length == 0 ? new long[FULL_TRIES] : inPieces;
            load(minutiae, 0, n);
            for (int t = 0; t < FULL_TRIES; t++) {
                inPieces[t] = counted(n, MULTIPLIERS[t], inPieces[t]);
            }
        }

        /** Chooses {@link #multiplier} and {@link #limit} for all pieces, of which this is the last. */
        void choosePieces(long[] minutiae, int n) {
            if (inPieces.length == 0) {
                choose(minutiae, 0, n);
                return;
            }
            addPiece(minutiae, n);
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
