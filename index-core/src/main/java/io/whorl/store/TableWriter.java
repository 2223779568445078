package io.whorl.store;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.concurrent.QueryPriority;
import io.whorl.store.EntryRuns.EntryReader;
import io.whorl.store.LineTable.LineHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Writes a table of lines front to back, from sorted entries. The work is split into tasks that each write the lines of
 * one run, a group of lines at a time. The bytes do not depend on the threads that run the tasks.
 */
final class TableWriter {
    private static final int BUFFER = 1 << 16;
    /** The entries to pass on together. */
    static final int PIECE = 1 << 14;

    /** Enough to keep any number of threads busy to the end. */
    private static final int MOST_TASKS = 1 << 12;

    private static final int GROUP = LineTable.LINKED;
    /** A group that has more entries for each of its lines keeps none. Only minutiae that were chosen crowd a group. */
    private static final int MOST_OF_LINE = 64;

    private final FileChannel channel;
    private final long offset;
    private final TableShape shape;
    private final EntryRuns entries;
    private final EntryRuns overflow;
    private final int runBits;

    /**
     * @param offset offset of the table in the file
     * @param entries run i has the minutiae whose top bits have the value i. The number of runs is a power of two
     * @param overflow receives the entries that did not fit into their lines, in as many runs
     */
    TableWriter(FileChannel channel, long offset, TableShape shape, EntryRuns entries, EntryRuns overflow) {
        this.channel = channel;
        this.offset = offset;
        this.shape = shape;
        this.entries = entries;
        this.overflow = overflow;
        runBits = Integer.numberOfTrailingZeros(entries.runs());
    }

    /**
     * A task for each value of the top bits, or for a few if there are many, so that the tasks take little heap. A
     * group belongs to the run of its first possible minutia, and takes the rest of its minutiae from the start of the
     * next runs.
     */
    List<ParallelTasks.Task> tasks() {
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        int runsOfTask = Math.max(1, entries.runs() / MOST_TASKS);
        for (int first = 0; first < entries.runs(); first += runsOfTask) {
            int from = first;
            tasks.add(() -> {
                for (int run = from; run < from + runsOfTask; run++) {
                    QueryPriority.step();
                    // A small table has fewer lines than runs; a run without lines costs nothing.
                    if (firstLine(run) < firstLine(run + 1L)) {
                        new Lines(run).write();
                    }
                }
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
        long line = shape.lineOf(first) / GROUP * GROUP;
        return shape.firstOf(line) == first ? line : Math.min(shape.lines(), line + GROUP);
    }

    /** The lines of a run, which one thread writes. */
    private final class Lines {
        private final int run;
        private final long end;
        private final EntryReader in;
        private final ByteBuffer out;
        private final GroupPacker groups = new GroupPacker(shape);
        /** The entries of the current group, in ascending order. */
        private long[] minutiae = new long[64];

        private long[] payloads = new long[64];
        private int size;
        private final int[] start = new int[GROUP + 1];
        private final IntArrayList unplaced = new IntArrayList();
        private final LongArrayList leftMinutiae = new LongArrayList();
        private final LongArrayList leftPayloads = new LongArrayList();
        private long line;
        private long at;

        Lines(int run) {
            this.run = run;
            line = firstLine(run);
            end = firstLine(run + 1L);
            // Later runs have no minutiae of these lines. Without it, each task would look at all of them.
            int endRun = end == shape.lines() ? entries.runs() : runOf(shape.firstOf(end) - 1) + 1;
            in = entries.reader(run, endRun);
            out = ByteBuffer.allocate((int) Math.min(BUFFER, (end - line) * TableShape.LINE))
                    .order(ByteOrder.LITTLE_ENDIAN);
            at = offset + line * TableShape.LINE;
        }

        /** The line of the current entry, or one beyond all lines. */
        private long lineOfNext() throws IOException {
            return in.more() ? shape.lineOf(in.minutia()) : Long.MAX_VALUE;
        }

        void write() throws IOException {
            while (lineOfNext() < line) {
                in.advance();
            }
            for (; line < end; line += GROUP) {
                int lines = (int) Math.min(GROUP, end - line);
                if (gather(lines)) {
                    packGroup(lines);
                } else {
                    leaveGroup(lines);
                }
            }
            flush();
            pass();
        }

        /** Gathers the entries of a group, and returns true unless they are too many. */
        private boolean gather(int lines) throws IOException {
            size = 0;
            Arrays.fill(start, 0);
            for (long of = lineOfNext(); of < line + lines; of = lineOfNext()) {
                if (size == minutiae.length) {
                    if (size >= MOST_OF_LINE * GROUP) {
                        return false;
                    }
                    minutiae = Arrays.copyOf(minutiae, Math.min(MOST_OF_LINE * GROUP, size * 2));
                    payloads = Arrays.copyOf(payloads, minutiae.length);
                }
                minutiae[size] = in.minutia();
                payloads[size++] = in.payload();
                start[(int) (of - line) + 1]++;
                in.advance();
            }
            // Not in packGroup: a hot loop there lets Java compile the method with all of the packing in it.
            for (int i = 0; i < lines; i++) {
                start[i + 1] += start[i];
            }
            return true;
        }

        private void packGroup(int lines) throws IOException {
            groups.pack(minutiae, payloads, start, lines, unplaced);
            for (int i = 0; i < lines; i++) {
                put(groups.lines, i * LinePacker.WORDS);
            }
            int[] left = unplaced.toIntArray();
            Arrays.sort(left);
            for (int i : left) {
                leave(minutiae[i], payloads[i]);
            }
        }

        /** Writes empty lines that are not complete, and leaves all entries of the group to the overflow table. */
        private void leaveGroup(int lines) throws IOException {
            for (int i = 0; i < size; i++) {
                leave(minutiae[i], payloads[i]);
            }
            for (; lineOfNext() < line + lines; in.advance()) {
                leave(in.minutia(), in.payload());
            }
            long[] empty = new long[LinePacker.WORDS];
            for (int i = 0; i < lines; i++) {
                put(empty, 0);
            }
        }

        private void put(long[] words, int from) throws IOException {
            for (int word = from; word < from + LinePacker.WORDS; word++) {
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
            if (leftMinutiae.size() >= PIECE) {
                pass();
            }
        }

        /** Passes entries on to the run of the same number, also those that a group has of the next runs. */
        private void pass() throws IOException {
            overflow.put(run, leftMinutiae.toLongArray(), leftPayloads.toLongArray(), leftMinutiae.size());
            leftMinutiae.clear();
            leftPayloads.clear();
        }
    }

    /**
     * Packs the minutiae of one line into its 64 bytes, and returns those that must go elsewhere. Equal minutiae give
     * equal bytes. Reusable; one thread at a time.
     */
    static final class LinePacker {
        static final int WORDS = TableShape.LINE / 8;

        private final int stored;
        private final int payloadBits;
        private final int capacity;
        private final MultiplierSearch search;
        private long[] payloads = {};
        private int[] unplaced = {};
        private int unplacedCount;
        /** The line that was packed last, in the first {@link #WORDS} elements. */
        final long[] line = new long[WORDS + 2];

        LinePacker(TableShape shape) {
            stored = shape.storedBits();
            payloadBits = shape.payloadBits();
            capacity = shape.capacity();
            search = new MultiplierSearch(shape);
        }

        /**
         * Packs {@code minutiae[from..to)} and their payloads into {@link #line}.
         *
         * @param links of which the line has one if its minutiae do not all fit; not 0
         */
        void pack(long[] minutiae, long[] theirs, int from, int to, long links) {
            load(minutiae, theirs, from, to);
            if (to - from > capacity || !search.findFitting()) {
                search.findFullest(links);
            }
            write();
        }

        /** The number of minutiae that do not fit. */
        int unplaced() {
            return unplacedCount;
        }

        /** The position of one of them among the minutiae of the line; ascending. */
        int unplaced(int i) {
            return unplaced[i];
        }

        /** Takes {@code minutiae[from..to)} as those of the line. */
        private void load(long[] minutiae, long[] theirs, int from, int to) {
            int n = to - from;
            if (payloads.length < n + capacity) {
                payloads = new long[2 * (n + capacity)];
                unplaced = new int[payloads.length];
            }
            System.arraycopy(theirs, from, payloads, 0, n);
            search.load(minutiae, from, to);
        }

        private void addGuest(long minutia, long payload) {
            payloads[search.n] = payload;
            search.addGuest(minutia);
        }

        /**
         * Writes the line with the multiplier and the limit that were found. No branch for minutiae that do not fit:
         * which do not is unpredictable. They are written as zeros.
         */
        private void write() {
            int n = search.n;
            int limit = search.limit;
            int bitmap = 0;
            for (int i = 0; i < n; i++) {
                bitmap |= 1 << search.classOf(i);
            }
            bitmap &= (int) ((1L << limit) - 1);
            Arrays.fill(line, 0);
            unplacedCount = 0;
            for (int i = 0; i < n; i++) {
                int c = search.classOf(i);
                int fits = (c - limit) >> (Integer.SIZE - 1);
                unplaced[unplacedCount] = i;
                unplacedCount += 1 + fits;
                int rank = Integer.bitCount(bitmap >>> c >>> 1);
                int at = TableShape.HEADER_BITS + rank * (stored + payloadBits);
                long rest = search.product(i) & ((1L << stored) - 1) & fits;
                long payload = payloads[i] & fits;
                if (stored + payloadBits <= 64) {
                    put(at, (payload << stored) | rest);
                } else {
                    put(at, rest);
                    put(at + stored, payload);
                }
            }
            line[0] |= LineHeader.header(bitmap, unplacedCount == 0, search.multiplier);
        }

        /** Writes the bits of a value. No branch for values that end in the next word, either. */
        private void put(int at, long value) {
            int word = at >>> 6;
            int shift = at & 63;
            line[word] |= value << shift;
            line[word + 1] |= value >>> 1 >>> (63 - shift);
        }
    }

    /**
     * Packs the lines of a group. Half of the lines of a table have more minutiae than fit. Each passes the rest on to
     * a line that has room for all of it, as guests; a line has guests of one other line. The lines with the most
     * minutiae choose first. Equal minutiae give equal bytes. Reusable; one thread at a time.
     */
    static final class GroupPacker {
        /** Lines with more minutiae pass nothing on. */
        private static final int MOST = MOST_OF_LINE;

        private final LinePacker packer;
        /** The packed lines, one after another. */
        final long[] lines = new long[GROUP * LinePacker.WORDS];
        /** For each number of minutiae, the lines that have as many and no guests. */
        private final long[] ofSize = new long[MOST + 1];

        private int[] guests = {};

        GroupPacker(TableShape shape) {
            packer = new LinePacker(shape);
        }

        /**
         * Packs the lines.
         *
         * @param start line i has the minutiae from {@code start[i]} to {@code start[i + 1] - 1}
         * @param unplaced receives the indexes of the minutiae that do not fit, in any order; cleared first
         */
        void pack(long[] minutiae, long[] payloads, int[] start, int count, IntArrayList unplaced) {
            unplaced.clear();
            Arrays.fill(ofSize, 0);
            for (int i = 0; i < count; i++) {
                ofSize[Math.min(MOST, start[i + 1] - start[i])] |= 1L << i;
            }
            long incomplete = 0;
            long packed = 0;
            for (int size = MOST; size > packer.capacity; size--) {
                incomplete |= ofSize[size];
                for (long left = ofSize[size]; left != 0; left &= left - 1) {
                    packed |= passOn(Long.numberOfTrailingZeros(left), minutiae, payloads, start);
                }
            }
            for (int i = 0; i < count; i++) {
                if (((packed >>> i) & 1) == 0) {
                    // A link to a line that is not complete says that the rest is in the overflow table.
                    packer.pack(minutiae, payloads, start[i], start[i + 1], incomplete | (1L << i));
                    keep(i);
                    for (int u = 0; u < packer.unplaced(); u++) {
                        unplaced.addInt(start[i] + packer.unplaced(u));
                    }
                }
            }
        }

        /** Packs a line and the line that takes its guests, and returns both; 0 if there is no such line. */
        private long passOn(int line, long[] minutiae, long[] payloads, int[] start) {
            packer.load(minutiae, payloads, start[line], start[line + 1]);
            while (packer.search.findLinked(ofSize)) {
                packer.write();
                keep(line);
                int link = LineHeader.linkOf(packer.search.multiplier);
                ofSize[start[link + 1] - start[link]] &= ~(1L << link);
                int n = packer.unplaced();
                guests = Arrays.copyOf(packer.unplaced, n);
                packer.load(minutiae, payloads, start[link], start[link + 1]);
                for (int guest : guests) {
                    packer.addGuest(minutiae[start[line] + guest], payloads[start[line] + guest]);
                }
                if (packer.search.findFitting()) {
                    packer.write();
                    keep(link);
                    return (1L << line) | (1L << link);
                }
                packer.load(minutiae, payloads, start[line], start[line + 1]);
            }
            return 0;
        }

        private void keep(int line) {
            System.arraycopy(packer.line, 0, lines, line * LinePacker.WORDS, LinePacker.WORDS);
        }
    }

    /**
     * Chooses the multiplier of a line: the first that maps each minutia to its own class, or, if there is none or the
     * line has too many minutiae, the one that keeps the most. Multipliers are tried in a fixed order. A try has no
     * branches, and one look-up in a small table for each minutia; most tries fail, at a place that a processor cannot
     * predict. Minutiae are taken in blocks, which the compiler turns into straight code. Reusable; one thread at a
     * time.
     */
    static final class MultiplierSearch {
        /** A limit above all classes: every minutia stays in the line. */
        private static final int NO_LIMIT = LineHeader.CLASSES;

        /** Multipliers to try for a line that may be able to hold all its minutiae: all. */
        private static final int TRIES = LineHeader.MULTIPLIERS;
        /** Multipliers to try for a line with too many minutiae. */
        private static final int FULL_TRIES = 96;
        /** Multipliers to try for a line that passes minutiae on: all those of seven links. */
        private static final int LINKED_TRIES = 224;

        private static final int BLOCK = 4;

        private static final int CLASS_SHIFT = Long.SIZE - TableShape.CLASS_BITS;
        private static final int CLASSES = 1 << TableShape.CLASS_BITS;
        private static final long LOW_BITS = 0x5555555555555555L;

        /** A one for each class, in counters of two bits. */
        private static final long[] ONE = new long[CLASSES];

        private static final long[] MULTIPLIERS = multipliers();
        /** Multipliers with the same link. */
        private static final int OF_LINK = TRIES / LineTable.LINKED;
        /** The multipliers sorted by link; those of one link are in the order of {@link #MULTIPLIERS}. */
        private static final long[] BY_LINK = Arrays.stream(MULTIPLIERS)
                .boxed()
                .sorted(Comparator.comparingInt(LineHeader::linkOf))
                .mapToLong(m -> m)
                .toArray();

        static {
            for (int c = 0; c < CLASSES; c++) {
                ONE[c] = 1L << (2 * c);
            }
        }

        private final int capacity;
        private final int shift;
        private final long guest;
        /**
         * The keys of the minutiae in the upper bits, and zeros up to the end of a block. The class is in the highest
         * bits of a product.
         */
        private long[] keys = new long[MOST_OF_LINE + BLOCK];

        private int n;

        private int multiplier;
        /** Each class below the limit has at most one minutia, and all of them fit. */
        private int limit;

        private int mostKept;
        /** The classes of the best multiplier that have one minutia, up to the first that has more; and those. */
        private long once;

        private long repeated;

        MultiplierSearch(TableShape shape) {
            capacity = shape.capacity();
            shift = Long.SIZE - shape.keyBits();
            guest = shape.guest();
        }

        /** Takes {@code minutiae[from..to)} as those of a line. */
        void load(long[] minutiae, int from, int to) {
            n = to - from;
            if (keys.length < n + capacity + BLOCK) {
                keys = new long[2 * (n + capacity + BLOCK)];
            }
            for (int i = 0; i < n; i++) {
                keys[i] = (minutiae[from + i] & ~guest) << shift;
            }
            endBlock();
        }

        private void addGuest(long minutia) {
            keys[n++] = (minutia | guest) << shift;
            endBlock();
        }

        private void endBlock() {
            for (int i = n; i < n + BLOCK; i++) {
                keys[i] = 0;
            }
        }

        private long product(int i) {
            return (keys[i] * multiplier) >>> shift;
        }

        private int classOf(int i) {
            return (int) ((keys[i] * multiplier) >>> CLASS_SHIFT);
        }

        /** Finds the first multiplier that maps each minutia to its own class. */
        boolean findFitting() {
            limit = NO_LIMIT;
            for (long m : MULTIPLIERS) {
                long counters = sum(m);
                if ((counters & ~LOW_BITS) == 0 && Long.bitCount(counters) == n) {
                    multiplier = (int) m;
                    return true;
                }
            }
            return false;
        }

        /**
         * Finds the first multiplier that keeps the most minutiae, and its limit. One that gives a class to more than
         * three keeps none.
         *
         * @param links of which the multiplier has one, in ascending order
         */
        void findFullest(long links) {
            mostKept = 0;
            multiplier = (int) BY_LINK[Long.numberOfTrailingZeros(links) * OF_LINK];
            once = 0;
            repeated = 2 * ONE[0];
            considerAll(links, FULL_TRIES, 0);
            setLimit();
        }

        /**
         * The same for a line that passes on the minutiae that it does not keep. Lines with the least room come first.
         *
         * @param ofSize for each number of minutiae, the lines that have as many and take guests
         * @return false if no multiplier that was tried names a line that has room for the rest
         */
        boolean findLinked(long[] ofSize) {
            mostKept = -1;
            int tries = LINKED_TRIES;
            for (int size = 2 * capacity - n; size >= 0; size--) {
                tries = considerAll(ofSize[size], tries, n - (capacity - size));
            }
            if (mostKept < 0) {
                return false;
            }
            setLimit();
            return true;
        }

        /** Considers all multipliers with these links, link by link, and returns the number of tries that are left. */
        private int considerAll(long links, int tries, int least) {
            int t = tries;
            for (long left = links; left != 0 && t > 0; left &= left - 1) {
                int from = Long.numberOfTrailingZeros(left) * OF_LINK;
                consider(from, from + OF_LINK, least);
                t -= OF_LINK;
            }
            return t;
        }

        /** Takes each multiplier that keeps more minutiae than those before, and at least as many as given. */
        private void consider(int from, int to, int least) {
            int below = Math.max(mostKept, least - 1);
            for (int t = from; t < to && mostKept < capacity; t++) {
                long sum = sum(BY_LINK[t]);
                long more = sum & ~LOW_BITS;
                long one = sum & LOW_BITS & (((more & -more) >>> 1) - 1);
                int kept = Math.min(capacity, Long.bitCount(one));
                if (kept > below && isExact(sum)) {
                    below = kept;
                    mostKept = kept;
                    multiplier = (int) BY_LINK[t];
                    once = one;
                    repeated = more;
                }
            }
        }

        /** False if more than three minutiae share a class: a counter that overflows loses three, the highest four. */
        private boolean isExact(long sum) {
            return Long.bitCount(sum & LOW_BITS) + 2 * Long.bitCount(sum & ~LOW_BITS) == n;
        }

        private void setLimit() {
            limit = repeated == 0 ? NO_LIMIT : Long.numberOfTrailingZeros(repeated) / 2;
            for (int over = Long.bitCount(once) - capacity; over > 0; over--) {
                limit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(once)) / 2;
                once &= ~ONE[limit];
            }
        }

        /** The sum of the ones of all classes. */
        private long sum(long m) {
            int end = (n + BLOCK - 1) & -BLOCK;
            // What the zeros after the last key add.
            long sum = (n - end) * ONE[0];
            for (int i = 0; i < end; i += BLOCK) {
                sum += one(i, m) + one(i + 1, m) + one(i + 2, m) + one(i + 3, m);
            }
            return sum;
        }

        private long one(int i, long m) {
            return ONE[(int) ((keys[i] * m) >>> CLASS_SHIFT)];
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
