package io.whorl.store;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.store.EntryRuns.EntryReader;
import io.whorl.store.LineTable.LineHeader;
import io.whorl.store.TableShape.Regions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongUnaryOperator;

/**
 * Writes one table of lines front to back, from sorted entries. The work is split into tasks that each write the lines
 * of one run, a group of lines at a time: a region of an overflow table, or some lines of the main table. The bytes do
 * not depend on the threads that run the tasks.
 */
final class TableWriter {
    private static final int BUFFER = 1 << 16;
    private static final int PIECE = 1 << 14;
    /** Enough to keep any number of threads busy to the end. */
    private static final int MOST_TASKS = 1 << 12;
    /** Lines of a group of the main table. */
    private static final int GROUP = LineTable.LINKED;
    /** A group that has more entries for each of its lines keeps none. Only minutiae that were chosen crowd a group. */
    private static final int MOST_OF_LINE = 64;

    private final FileChannel channel;
    private final long offset;
    private final TableShape shape;
    private final Optional<Regions> regions;
    private final EntryRuns entries;
    private final LongUnaryOperator payloadOf;
    private final EntryRuns overflow;
    private final int piece;
    /** Lines of a group. */
    private final int together;

    private final int runsTogether;
    private final int runBits;

    /**
     * @param offset offset of the table in the file
     * @param regions the order of an overflow table; the main table has none
     * @param entries run i has the minutiae whose top bits have the value i; for an overflow table, runs 2i and 2i + 1
     *     have them. The number of runs is a power of two
     * @param payloadOf the payload to store for one of these entries
     * @param overflow receives the entries that did not fit into their lines, in two runs for each value of the top
     *     bits
     */
    TableWriter(
            FileChannel channel,
            long offset,
            TableShape shape,
            Optional<Regions> regions,
            EntryRuns entries,
            LongUnaryOperator payloadOf,
            EntryRuns overflow) {
        this(channel, offset, shape, regions, entries, payloadOf, overflow, PIECE);
    }

    /** @param piece number of entries to pass on together, so that tests reach the boundaries of pieces */
    TableWriter(
            FileChannel channel,
            long offset,
            TableShape shape,
            Optional<Regions> regions,
            EntryRuns entries,
            LongUnaryOperator payloadOf,
            EntryRuns overflow,
            int piece) {
        this.channel = channel;
        this.offset = offset;
        this.shape = shape;
        this.regions = regions;
        this.entries = entries;
        this.payloadOf = payloadOf;
        this.overflow = overflow;
        this.piece = piece;
        together = (int) (long) regions.map(Regions::lines).orElse((long) GROUP);
        runsTogether = regions.isPresent() ? 2 : 1;
        runBits = Integer.numberOfTrailingZeros(entries.runs() / runsTogether);
    }

    /**
     * A task for each value of the top bits, or for a few if there are many, so that the tasks take little heap. A
     * group belongs to the run of its first possible minutia, and takes the rest of its minutiae from the start of the
     * next runs.
     */
    List<Callable<Void>> tasks() {
        List<Callable<Void>> tasks = new ArrayList<>();
        int runs = 1 << runBits;
        int runsOfTask = Math.max(1, runs / MOST_TASKS);
        for (int i = 0; i < runs; i += runsOfTask) {
            int first = i;
            tasks.add(() -> {
                for (int run = first; run < first + runsOfTask; run++) {
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
        long line = shape.lineOf(first) / together * together;
        return shape.firstOf(line) == first ? line : Math.min(shape.lines(), line + together);
    }

    /** The lines of a run, which one thread writes. */
    private final class Lines {
        private final int run;
        private final long end;
        private final EntryReader in;
        private final ByteBuffer out;
        private final LinePacker packer = new LinePacker(shape);
        private final GroupPacker groups = new GroupPacker(packer);
        /** The entries of the current group, in ascending order. */
        private long[] minutiae = new long[64];

        private long[] payloads = new long[64];
        private int size;
        /** Those of a region by line: their forms in the table, payloads, and places in the group. */
        private long[] spread = {};

        private long[] spreadPayloads = {};
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
                    if (size >= MOST_OF_LINE * together) {
                        return false;
                    }
                    minutiae = Arrays.copyOf(minutiae, Math.min(MOST_OF_LINE * together, size * 2));
                    payloads = Arrays.copyOf(payloads, minutiae.length);
                }
                minutiae[size] = in.minutia();
                payloads[size++] = payloadOf.applyAsLong(in.payload());
                start[(int) (of - line) + 1]++;
                in.advance();
            }
            return true;
        }

        private void packGroup(int lines) throws IOException {
            for (int i = 0; i < lines; i++) {
                start[i + 1] += start[i];
            }
            if (regions.isPresent()) {
                packRegion(lines);
                return;
            }
            groups.pack(minutiae, payloads, start, lines, unplacedOfGroup);
            for (int i = 0; i < lines; i++) {
                put(groups.lines, i * LinePacker.WORDS);
            }
            leaveUnplaced();
        }

        private void leaveUnplaced() throws IOException {
            int[] left = unplacedOfGroup.toIntArray();
            Arrays.sort(left);
            for (int i : left) {
                leave(minutiae[i], payloads[i]);
            }
        }

        private void packRegion(int lines) throws IOException {
            if (order.length < size) {
                spread = new long[minutiae.length];
                spreadPayloads = new long[spread.length];
                order = new int[spread.length];
            }
            for (int i = 0; i < size; i++) {
                long key = key(minutiae[i]);
                int to = start[(int) (shape.lineOf(key) - line)]++;
                spread[to] = key;
                spreadPayloads[to] = payloads[i];
                order[to] = i;
            }
            unplacedOfGroup.clear();
            for (int i = 0; i < lines; i++) {
                packer.pack(spread, spreadPayloads, i == 0 ? 0 : start[i - 1], start[i], unplaced);
                for (int u = 0; u < unplaced.size(); u++) {
                    unplacedOfGroup.addInt(order[unplaced.getInt(u)]);
                }
                put(packer.line, 0);
            }
            leaveUnplaced();
        }

        /** Writes empty lines that are not complete, and leaves all entries of the group to the next table. */
        private void leaveGroup(int lines) throws IOException {
            for (int i = 0; i < size; i++) {
                leave(minutiae[i], payloads[i]);
            }
            for (; lineOfNext() < line + lines; in.advance()) {
                leave(in.minutia(), payloadOf.applyAsLong(in.payload()));
            }
            Arrays.fill(packer.line, 0);
            for (int i = 0; i < lines; i++) {
                put(packer.line, 0);
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
            if (leftMinutiae.size() >= piece) {
                pass();
            }
        }

        /**
         * Passes the entries on. Those of the run itself go to run 2i + 1, and those from the start of a later run j to
         * run 2j. Only one group crosses that border, so no other task writes there.
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

    /**
     * Packs the minutiae of one line into its 64 bytes, and returns those that must go elsewhere. Equal minutiae give
     * equal bytes. Reusable; one thread at a time.
     */
    static final class LinePacker {
        static final int WORDS = TableShape.LINE / 8;

        private final int stored;
        private final int payloadBits;
        private final int capacity;
        private final long keyMask;
        private final long guest;
        private final MultiplierSearch search;
        private long[] keys = new long[1 << 6];
        private long[] payloads = new long[1 << 6];
        private int size;
        /** The line that was packed last, in the first {@link #WORDS} elements. The one after them stays 0. */
        final long[] line = new long[WORDS + 1];

        LinePacker(TableShape shape) {
            stored = shape.storedBits();
            payloadBits = shape.payloadBits();
            capacity = shape.capacity();
            keyMask = -1L >>> (64 - shape.keyBits());
            guest = shape.guest();
            search = new MultiplierSearch(shape);
        }

        /**
         * Packs {@code minutiae[from..to)} and their payloads into {@link #line}.
         *
         * @param unplaced receives, in ascending order, the indexes of the minutiae that do not fit; cleared first
         */
        void pack(long[] minutiae, long[] payloads, int from, int to, IntArrayList unplaced) {
            load(minutiae, payloads, from, to);
            if (size > capacity || !search.findFitting()) {
                search.findFullest();
            }
            write(from, unplaced);
        }

        /** The same for a line that has one of these links if its minutiae do not all fit. */
        private void pack(long[] minutiae, long[] theirs, int from, int to, long links, IntArrayList unplaced) {
            load(minutiae, theirs, from, to);
            if (size > capacity || !search.findFitting()) {
                search.findFullest(links);
            }
            write(from, unplaced);
        }

        /** Takes {@code minutiae[from..to)} as those of the line. */
        private void load(long[] minutiae, long[] theirs, int from, int to) {
            size = 0;
            for (int i = from; i < to; i++) {
                add(minutiae[i] & ~guest, theirs[i]);
            }
            search.load(keys, size);
        }

        private void addGuest(long minutia, long payload) {
            add(minutia | guest, payload);
        }

        private void add(long key, long payload) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, size * 2);
                payloads = Arrays.copyOf(payloads, size * 2);
            }
            keys[size] = key;
            payloads[size++] = payload;
        }

        /**
         * Writes the line with the multiplier and the limit that were found.
         *
         * @param from the index of the first minutia
         */
        private void write(int from, IntArrayList unplaced) {
            Arrays.fill(line, 0);
            unplaced.clear();
            long multiplier = search.multiplier();
            int limit = search.limit();
            int bitmap = 0;
            for (int i = 0; i < size; i++) {
                int c = (int) (product(keys[i], multiplier) >>> stored);
                if (c < limit) {
                    bitmap |= 1 << c;
                } else {
                    unplaced.addInt(from + i);
                }
            }
            line[0] = LineHeader.header(bitmap, unplaced.isEmpty(), (int) multiplier);
            for (int i = 0; i < size; i++) {
                long y = product(keys[i], multiplier);
                if ((int) (y >>> stored) < limit) {
                    put(bitmap, y, payloads[i]);
                }
            }
        }

        /** @param y the key times the multiplier */
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

        private long product(long key, long multiplier) {
            return key * multiplier & keyMask;
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
     * Packs the lines of a group of the main table. Half of the lines have more minutiae than fit. Each passes the rest
     * on to a line that has room for all of it, as guests; a line has guests of one other line. The lines with the most
     * minutiae choose first. Equal minutiae give equal bytes. Reusable; one thread at a time.
     */
    static final class GroupPacker {
        private final LinePacker packer;
        /** The packed lines, one after another. */
        final long[] lines = new long[GROUP * LinePacker.WORDS];
        /** For each number of guests, the lines that have room for them and no guests yet. */
        private final long[] withRoom;

        private final long[] crowded = new long[GROUP];
        private final IntArrayList guests = new IntArrayList();
        private final IntArrayList none = new IntArrayList();

        GroupPacker(LinePacker packer) {
            this.packer = packer;
            withRoom = new long[packer.capacity + 1];
        }

        /**
         * Packs the lines.
         *
         * @param start line i has the minutiae from {@code start[i]} to {@code start[i + 1] - 1}
         * @param unplaced receives the indexes of the minutiae that do not fit, in any order; cleared first
         */
        void pack(long[] minutiae, long[] payloads, int[] start, int count, IntArrayList unplaced) {
            unplaced.clear();
            Arrays.fill(withRoom, 0);
            int n = 0;
            long incomplete = 0;
            for (int i = 0; i < count; i++) {
                int size = start[i + 1] - start[i];
                if (size > packer.capacity) {
                    crowded[n++] = (long) -size << Integer.SIZE | i;
                    incomplete |= 1L << i;
                }
                for (int room = packer.capacity - size; room > 0; room--) {
                    withRoom[room] |= 1L << i;
                }
            }
            Arrays.sort(crowded, 0, n);
            long packed = 0;
            for (int k = 0; k < n; k++) {
                packed |= passOn((int) crowded[k], minutiae, payloads, start);
            }
            for (int i = 0; i < count; i++) {
                if ((packed >>> i & 1) == 0) {
                    // A link to a line that is not complete says that the rest is in the next table.
                    packer.pack(minutiae, payloads, start[i], start[i + 1], incomplete | 1L << i, guests);
                    keep(i);
                    unplaced.addAll(guests);
                }
            }
        }

        /** Packs a line and the line that takes its guests, and returns both; 0 if there is no such line. */
        private long passOn(int line, long[] minutiae, long[] payloads, int[] start) {
            packer.load(minutiae, payloads, start[line], start[line + 1]);
            while (packer.search.findLinked(withRoom)) {
                packer.write(start[line], guests);
                keep(line);
                int link = LineHeader.linkOf(packer.search.multiplier());
                for (int room = 1; room < withRoom.length; room++) {
                    withRoom[room] &= ~(1L << link);
                }
                packer.load(minutiae, payloads, start[link], start[link + 1]);
                for (int g = 0; g < guests.size(); g++) {
                    packer.addGuest(minutiae[guests.getInt(g)], payloads[guests.getInt(g)]);
                }
                packer.search.load(packer.keys, packer.size);
                if (packer.search.findFitting()) {
                    packer.write(start[link], none);
                    keep(link);
                    return 1L << line | 1L << link;
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
     * predict. Reusable; one thread at a time.
     */
    static final class MultiplierSearch {
        /** A limit above all classes: every minutia stays in the line. */
        static final int NO_LIMIT = LineHeader.CLASSES;

        /** Multipliers to try for a line that may be able to hold all its minutiae: all. */
        private static final int TRIES = LineHeader.MULTIPLIERS;
        /** Multipliers to try for a line with too many minutiae. */
        private static final int FULL_TRIES = 96;
        /** Multipliers to try for a line that passes minutiae on: all those of six links. */
        private static final int LINKED_TRIES = 192;
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
        /** Multipliers with the same link. */
        private static final int OF_LINK = TRIES / LineTable.LINKED;
        /** The multipliers sorted by link; those of one link are in the order of {@link #MULTIPLIERS}. */
        private static final long[] BY_LINK = Arrays.stream(MULTIPLIERS)
                .boxed()
                .sorted(Comparator.comparingInt(LineHeader::linkOf))
                .mapToLong(m -> m)
                .toArray();
        /** Stands for a line that passes nothing on. */
        private static final long[] NO_ROOM = {};

        static {
            for (int c = 0; c < CLASSES; c++) {
                BIT[c] = 1 << c;
                ONE[c] = 1L << 2 * c;
            }
        }

        private final int capacity;
        private final int shift;
        /** The keys of the minutiae in the upper bits. The class is in the highest bits of a product. */
        private long[] keys = new long[MOST_COUNTED];

        private int n;

        private int multiplier;
        private int limit;
        private int mostKept;

        MultiplierSearch(TableShape shape) {
            capacity = shape.capacity();
            shift = Long.SIZE - shape.keyBits();
        }

        /** Takes the keys of the minutiae of a line. */
        void load(long[] of, int count) {
            n = count;
            if (keys.length < n) {
                keys = new long[Math.max(n, keys.length * 2)];
            }
            for (int i = 0; i < n; i++) {
                keys[i] = of[i] << shift;
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
        boolean findFitting() {
            limit = NO_LIMIT;
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
                    long x = keys[i];
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
        void findFullest() {
            mostKept = -1;
            for (int t = 0; t < FULL_TRIES && mostKept < capacity; t++) {
                consider(MULTIPLIERS[t], NO_ROOM);
            }
        }

        /** The same among the multipliers with one of these links, in ascending order of the links. */
        void findFullest(long links) {
            mostKept = -1;
            considerAll(links, 0, FULL_TRIES, NO_ROOM);
        }

        /**
         * The same for a line that passes on the minutiae that it does not keep. Lines with the least room come first.
         *
         * @param withRoom for each number of guests, the lines that have room for them
         * @return false if no multiplier that was tried names a line that has room for the rest
         */
        boolean findLinked(long[] withRoom) {
            mostKept = -1;
            int tries = 0;
            for (int room = n - capacity; room < withRoom.length; room++) {
                long larger = room + 1 < withRoom.length ? withRoom[room + 1] : 0;
                tries = considerAll(withRoom[room] & ~larger, tries, LINKED_TRIES, withRoom);
            }
            return mostKept >= 0;
        }

        /** Considers all multipliers with these links, link by link, and returns the number of tries so far. */
        private int considerAll(long links, int before, int most, long[] withRoom) {
            int tries = before;
            for (long left = links; left != 0; left &= left - 1) {
                int from = Long.numberOfTrailingZeros(left) * OF_LINK;
                for (int t = from; t < from + OF_LINK && tries < most && mostKept < capacity; t++) {
                    consider(BY_LINK[t], withRoom);
                    tries++;
                }
            }
            return tries;
        }

        /** Takes a multiplier if it keeps more minutiae than those before, and its link has room for the others. */
        private void consider(long m, long[] withRoom) {
            long counters = counters(m);
            long repeated = counters & ~LOW_BITS;
            // The classes below the first that more than one minutia has.
            long below = repeated == 0 ? -1 : ((repeated & -repeated) >>> 1) - 1;
            long once = counters & LOW_BITS & below;
            int kept = Math.min(capacity, Long.bitCount(once));
            if (kept > mostKept && hasRoom(withRoom, n - kept, m)) {
                mostKept = kept;
                multiplier = (int) m;
                limit = repeated == 0 ? NO_LIMIT : Long.numberOfTrailingZeros(repeated) / 2;
                for (int over = Long.bitCount(once) - capacity; over > 0; over--) {
                    limit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(once)) / 2;
                    once &= ~ONE[limit];
                }
            }
        }

        private static boolean hasRoom(long[] withRoom, int guests, long m) {
            return withRoom == NO_ROOM
                    || guests < withRoom.length && (withRoom[guests] >>> LineHeader.linkOf(m) & 1) != 0;
        }

        /** The number of minutiae of each class in two bits; of classes that more than one has, at least 2. */
        private long counters(long m) {
            if (n <= MOST_COUNTED) {
                long counters = 0;
                for (int i = 0; i < n; i++) {
                    counters += ONE[(int) (keys[i] * m >>> CLASS_SHIFT)];
                }
                // A counter that overflows loses three, and the highest one four.
                if (Long.bitCount(counters & LOW_BITS) + 2 * Long.bitCount(counters & ~LOW_BITS) == n) {
                    return counters;
                }
            }
            return counted(m);
        }

        /** The same, with counters that stop at two. */
        private long counted(long m) {
            long counters = 0;
            for (int i = 0; i < n; i++) {
                int c = (int) (keys[i] * m >>> CLASS_SHIFT);
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
