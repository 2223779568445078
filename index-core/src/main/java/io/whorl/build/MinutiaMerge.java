package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.agrona.collections.IntArrayList;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Merges the minutiae of several segments, all or those of ranges, in ascending order. It unites lists and drops
 * deleted documents. One thread at a time.
 *
 * <pre>
 * inputs ─► least minutia, and which inputs have it ─┬─► the same lists united before (memo) ─┬─► target
 *                                                    └─► lists united, deleted dropped ───────┘
 * </pre>
 *
 * <ol>
 *   <li>The minutiae of each input ascend; otherwise its segment is damaged.
 *   <li>Inputs have no document in common.
 *   <li>The target receives each minutia once, and only if a document still holds it.
 * </ol>
 */
final class MinutiaMerge {
    /** Replaces the payload of a minutia without living holders. */
    static final long DROPPED = -1;
    /** The longs of a memo key: minutiae in more inputs than this are not remembered. */
    private static final int MOST_REMEMBERED = 8;
    /** Bits of a payload in a memo key; the other bits hold the index of the input. */
    private static final int PAYLOAD_BITS = 48;

    private final MergeInput[] inputs;
    private final boolean frequencies;
    private final MergeTarget target;
    private final BooleanSupplier cancelled;
    private final MergeMemo memo;
    private final long[] key;
    private final HolderUnion holders;
    /** The number of documents that {@link #unite} found last. */
    private int united;

    /** @param merged inputs of the merge */
    MinutiaMerge(
            List<SealedPart> merged,
            MergedDocuments documents,
            MergeMemo memo,
            MergeTarget target,
            BooleanSupplier cancelled) {
        inputs = new MergeInput[merged.size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new MergeInput(merged.get(i).segment(), documents.holders(i));
        }
        frequencies = inputs.length > 0 && inputs[0].segment.scheme().frequencies();
        holders = new HolderUnion(frequencies, target::beforeLargeList);
        this.memo = memo;
        this.target = target;
        this.cancelled = cancelled;
        key = new long[memo.width];
    }

    static long minutiae(List<SealedPart> inputs) {
        return inputs.stream()
                .mapToLong(input -> input.segment().counts().minutiae())
                .sum();
    }

    void run(long first, long last) throws IOException {
        for (MergeInput input : inputs) {
            input.open(first, last);
        }
        MergeHeads heads = new MergeHeads(inputs);
        for (int seen = 0; heads.next(); seen++) {
            IdMerge.check(cancelled, seen);
            take(heads);
        }
    }

    private void take(MergeHeads heads) throws IOException {
        long minutia = heads.minutia();
        MergeInput only = inputs[heads.input(0)];
        if (heads.matches() == 1 && only.isSingle()) {
            add(minutia, only.holder(), 1);
            return;
        }
        if (!fillKey(heads)) {
            long payload = unite(heads);
            add(minutia, payload, united);
            return;
        }
        int slot = memo.slot(key);
        if (!memo.has(slot, key)) {
            long payload = unite(heads);
            memo.put(slot, key, payload, united);
        }
        add(minutia, memo.payloads[slot], memo.holders[slot]);
    }

    /** Fills the key with the payloads of the current minutia. Returns false if they do not fit. */
    private boolean fillKey(MergeHeads heads) {
        if (heads.matches() > key.length) {
            return false;
        }
        Arrays.fill(key, MergeMemo.ABSENT);
        for (int m = 0; m < heads.matches(); m++) {
            long input = heads.input(m);
            long payload = inputs[(int) input].payload();
            if (payload >>> PAYLOAD_BITS != 0) {
                return false;
            }
            key[m] = (input << PAYLOAD_BITS) | payload;
        }
        return true;
    }

    /** Unites the holders of the current minutia, sets {@link #united}, and returns the payload. */
    private long unite(MergeHeads heads) throws IOException {
        holders.clear();
        for (int m = 0; m < heads.matches(); m++) {
            inputs[heads.input(m)].addHolders(holders);
        }
        holders.sort();
        united = holders.size();
        if (united == 0) {
            return DROPPED;
        }
        boolean inline = united == 1 && (!frequencies || holders.frequencies()[0] == 1);
        if (inline) {
            return holders.documents()[0];
        }
        long payload = target.list(holders);
        holders.shrink();
        return payload;
    }

    private void add(long minutia, long payload, int n) throws IOException {
        if (payload != DROPPED) {
            target.add(minutia, payload, n);
        }
    }

    long taken(int input) {
        return inputs[input].taken;
    }

    /** Receives the minutiae of a merge in ascending order. */
    interface MergeTarget {
        /**
         * Returns the payload of a minutia with these holders: at least two documents, or one with a frequency above 1.
         * A payload below {@link MinutiaMerge#DROPPED} is a preliminary one; {@link MergeMemo#settle} replaces it.
         */
        long list(HolderUnion holders) throws IOException;

        /**
         * Is called before more than {@link HolderUnion#LARGE} documents are held, so that few threads hold as many.
         */
        default void beforeLargeList() {
            // One thread merges.
        }

        /**
         * Adds the next minutia.
         *
         * @param holders the number of documents that hold it
         */
        void add(long minutia, long payload, int holders) throws IOException;
    }

    /**
     * The next minutia of each input of a merge, and the inputs with the least one. A few inputs are scanned; many are
     * divided into groups with a known least minutia each. One thread at a time.
     */
    private static final class MergeHeads {
        /** Inputs of a group: few enough that a scan is as fast as a heap. */
        private static final int GROUP_BITS = 5;

        private static final int GROUP = 1 << GROUP_BITS;

        private final MergeInput[] inputs;
        /**
         * By group, the inputs that have minutiae left. Their next minutiae in {@code head} have the sign bit flipped,
         * so signed comparison gives unsigned order.
         */
        private final int[] open;

        private final long[] head;
        private final int[] opened;
        private final long[] leastOf;
        /** Positions in {@link #open} of the inputs that have the current minutia, ascending. */
        private final int[] matched;

        private int matches;
        private int left;
        private long least;

        MergeHeads(MergeInput[] inputs) {
            this.inputs = inputs;
            int groups = Math.max(1, (inputs.length + GROUP - 1) >>> GROUP_BITS);
            open = new int[groups << GROUP_BITS];
            head = new long[open.length];
            opened = new int[groups];
            leastOf = new long[groups];
            matched = new int[inputs.length];
            for (int i = 0; i < inputs.length; i++) {
                if (inputs[i].next()) {
                    int group = i >>> GROUP_BITS;
                    int at = (group << GROUP_BITS) + opened[group]++;
                    open[at] = i;
                    head[at] = inputs[i].minutia() ^ Long.MIN_VALUE;
                    left++;
                }
            }
            for (int g = 0; g < groups && groups > 1; g++) {
                leastOf[g] = leastOf(g);
            }
        }

        /** Moves to the next least minutia; false at the end. */
        boolean next() {
            // Backwards, so that the last input of a group can replace one that has ended.
            for (int m = matches - 1; m >= 0; m--) {
                advance(matched[m]);
            }
            if (opened.length > 1) {
                chooseGroups();
            } else {
                matches = 0;
                least = Long.MAX_VALUE;
                match(0);
            }
            return left > 0;
        }

        private void advance(int at) {
            MergeInput input = inputs[open[at]];
            if (input.next()) {
                head[at] = input.minutia() ^ Long.MIN_VALUE;
            } else {
                int group = at >>> GROUP_BITS;
                int last = (group << GROUP_BITS) + --opened[group];
                open[at] = open[last];
                head[at] = head[last];
                left--;
            }
        }

        private void chooseGroups() {
            for (int m = 0, before = -1; m < matches; m++) {
                int group = matched[m] >>> GROUP_BITS;
                if (group != before) {
                    leastOf[group] = leastOf(group);
                    before = group;
                }
            }
            matches = 0;
            least = Long.MAX_VALUE;
            for (long l : leastOf) {
                least = Math.min(least, l);
            }
            for (int g = 0; g < leastOf.length; g++) {
                if (leastOf[g] == least) {
                    match(g);
                }
            }
        }

        /** The least minutia of a group. An empty group has the greatest value, which may also be a minutia. */
        private long leastOf(int group) {
            long l = Long.MAX_VALUE;
            for (int j = group << GROUP_BITS, end = j + opened[group]; j < end; j++) {
                l = Math.min(l, head[j]);
            }
            return l;
        }

        /** Matches the inputs of a group that have the least minutia so far, or a lesser one. */
        private void match(int group) {
            long l = least;
            int n = matches;
            for (int j = group << GROUP_BITS, end = j + opened[group]; j < end; j++) {
                long h = head[j];
                if (h < l) {
                    l = h;
                    matched[0] = j;
                    n = 1;
                } else if (h == l) {
                    matched[n++] = j;
                }
            }
            least = l;
            matches = n;
        }

        long minutia() {
            return least ^ Long.MIN_VALUE;
        }

        int matches() {
            return matches;
        }

        /** The index of the m-th of them among all inputs. */
        int input(int m) {
            return open[matched[m]];
        }
    }

    /** A segment that is merged: its minutiae in ascending order, and their holders by ordinals of the result. */
    static final class MergeInput {
        private final Segment segment;
        private final ScratchInts ordinals;
        private final long documents;
        private MinutiaCursor cursor;
        private long before;
        private boolean begun;
        private long taken;

        private DocumentLists.Cursor list;
        private HolderUnion holders;
        /** Created once, so that reading a list allocates nothing. */
        private final Supplier<Boolean> walk = this::walk;

        /**
         * A segment, before {@link #open}.
         *
         * @param ordinals for each document, the ordinal of the result that holds its postings, or
         *     {@link NewDocuments#LEFT_OUT}
         */
        MergeInput(Segment segment, ScratchInts ordinals) {
            this.segment = segment;
            this.ordinals = ordinals;
            documents = segment.counts().documents();
        }

        /** Begins a range; see {@link io.whorl.store.MinutiaTable#cursor(long, long)}. */
        void open(long first, long last) {
            cursor = segment.reading(() -> segment.table().cursor(first, last));
            begun = false;
        }

        /** Moves to the next minutia; false at the end. */
        boolean next() {
            if (!cursor.next()) {
                return false;
            }
            long minutia = cursor.minutia();
            if (begun && Long.compareUnsigned(before, minutia) >= 0) {
                throw segment.table().damaged("minutia " + Long.toHexString(minutia) + " occurs twice");
            }
            begun = true;
            before = minutia;
            taken++;
            return true;
        }

        long minutia() {
            return before;
        }

        long payload() {
            return cursor.payload();
        }

        /** Whether one document holds the minutia, once. Then {@link #holder} returns it. */
        boolean isSingle() {
            return cursor.payload() < documents;
        }

        /** The ordinal of the single holder, or {@link NewDocuments#LEFT_OUT}. */
        int holder() {
            return ordinals.get(cursor.payload());
        }

        /** Appends the holders of the minutia that are not left out. */
        void addHolders(HolderUnion to) {
            if (isSingle()) {
                if (holder() != NewDocuments.LEFT_OUT) {
                    to.append(holder(), 1);
                }
            } else {
                holders = to;
                segment.reading(walk::get);
            }
        }

        private boolean walk() {
            long place = cursor.payload() - documents;
            list = segment.lists().cursor(list, place);
            while (list.next()) {
                int ordinal = ordinals.get(list.document());
                if (ordinal != NewDocuments.LEFT_OUT) {
                    holders.append(ordinal, (int) list.frequency());
                }
            }
            return true;
        }
    }

    /** The documents that hold one minutia, united from lists without common documents. Reusable. */
    static final class HolderUnion {
        /** More documents than this are only held by a thread that may hold many; see {@link #shrink}. */
        static final int LARGE = 1 << 18;

        private static final int LEAST = 64;
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final boolean counted;
        private final Runnable beforeLarge;
        private int[] documents = new int[LEAST];
        /** Empty if the scheme stores no frequencies: most documents may hold a minutia, and then each int counts. */
        private int[] frequencies;

        private int size;

        /**
         * @param counted whether frequencies are kept
         * @param beforeLarge is called before more than {@link #LARGE} documents are held
         */
        HolderUnion(boolean counted, Runnable beforeLarge) {
            this.beforeLarge = beforeLarge;
            this.counted = counted;
            frequencies = new int[counted ? documents.length : 0];
        }

        void clear() {
            size = 0;
        }

        /** Frees the memory that only a large union needs. */
        void shrink() {
            if (documents.length > LARGE) {
                clear();
                documents = new int[LEAST];
                frequencies = new int[counted ? LEAST : 0];
            }
        }

        void append(int document, int frequency) {
            if (size == documents.length) {
                LimitExceededException.require(
                        "documents that hold one minutia, in a merge",
                        size + 1L,
                        MOST,
                        "merge fewer segments together");
                if (size >= LARGE) {
                    beforeLarge.run();
                }
                int length = (int) Math.min(MOST, size * 2L);
                documents = Arrays.copyOf(documents, length);
                frequencies = counted ? Arrays.copyOf(frequencies, length) : frequencies;
            }
            documents[size] = document;
            if (counted) {
                frequencies[size] = frequency;
            }
            size++;
        }

        /** Sorts the documents, unless they are in order. Arrays.sort merges lists that are long. */
        void sort() {
            for (int i = 1; i < size; i++) {
                if (documents[i - 1] > documents[i]) {
                    if (counted) {
                        sortWithFrequencies();
                    } else {
                        Arrays.sort(documents, 0, size);
                    }
                    return;
                }
            }
        }

        private void sortWithFrequencies() {
            long[] both = new long[size];
            for (int i = 0; i < size; i++) {
                both[i] = ((long) documents[i] << Integer.SIZE) | frequencies[i];
            }
            Arrays.sort(both);
            for (int i = 0; i < size; i++) {
                documents[i] = (int) (both[i] >>> Integer.SIZE);
                frequencies[i] = (int) both[i];
            }
        }

        int size() {
            return size;
        }

        /** The documents, ascending in the first {@link #size} places. */
        int[] documents() {
            return documents;
        }

        /** The frequencies of the documents; empty if the scheme stores none. */
        int[] frequencies() {
            return frequencies;
        }
    }

    /**
     * Remembers the merged list of minutiae with equal payloads in the same segments. Collections of versions repeat
     * the same few lists, so each is decoded, united and encoded once. A direct-mapped cache of bounded size. One
     * thread at a time.
     */
    static final class MergeMemo {
        /** Fills a key that has fewer payloads than longs. */
        static final long ABSENT = -1;

        private static final long EMPTY = -2;
        /** More slots do not fit any CPU cache, and then merging again is as fast. */
        private static final long MOST_SLOTS = 1 << 18;

        /** The longs of a key, each a segment and a payload. */
        private final int width;

        private final long[] keys;
        private final long[] payloads;
        /** The number of documents that hold the minutia. */
        private final int[] holders;
        /** The slots that may have preliminary payloads. */
        private final IntArrayList preliminary = new IntArrayList();

        MergeMemo(List<SealedPart> inputs, long memory) {
            width = Math.min(inputs.size(), MOST_REMEMBERED);
            long slots = Math.min(Math.min(MOST_SLOTS, minutiae(inputs)), memory / (8L * width + 12));
            int size = (int) Long.highestOneBit(Math.max(1, slots));
            keys = new long[size * width];
            payloads = new long[size];
            holders = new int[size];
            forget();
        }

        /** Forgets all payloads, because they are no longer valid. */
        void forget() {
            Arrays.fill(keys, EMPTY);
            preliminary.clear();
        }

        int slot(long[] key) {
            long h = 0;
            for (long k : key) {
                h = (h ^ k) * 0x9E3779B97F4A7C15L;
                h ^= h >>> 29;
            }
            return (int) (h >>> 7) & (payloads.length - 1);
        }

        boolean has(int slot, long[] key) {
            int at = slot * width;
            for (int i = 0; i < width; i++) {
                if (keys[at + i] != key[i]) {
                    return false;
                }
            }
            return true;
        }

        void put(int slot, long[] key, long payload, int n) {
            System.arraycopy(key, 0, keys, slot * width, width);
            payloads[slot] = payload;
            holders[slot] = n;
            if (payload < MinutiaMerge.DROPPED) {
                preliminary.addInt(slot);
            }
        }

        /** Replaces the preliminary payloads, see {@link MergeTarget#list}, by those that they stand for. */
        void settle(LongUnaryOperator payloadOf) {
            for (int i = 0; i < preliminary.size(); i++) {
                int slot = preliminary.getInt(i);
                if (payloads[slot] < MinutiaMerge.DROPPED) {
                    payloads[slot] = payloadOf.applyAsLong(payloads[slot]);
                }
            }
            preliminary.clear();
        }
    }
}
