package io.whorl.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;

/**
 * The minutiae of a tier: a hash table from each minutia to the head of its chain of documents, from the newest to the
 * oldest. A minutia is in the first free slot from the one that its hash names; nothing is ever removed, and there are
 * always free slots. The slots are in pages outside the heap ({@link LiveTiers.SlotPages}), or in heap, where the table
 * grows.
 *
 * <p>A link of a chain is an int:
 *
 * <ul>
 *   <li>{@link #NONE};
 *   <li>below 0, the complement of the last document of a chain, which holds the minutia once. So a singleton takes no
 *       entry;
 *   <li>above 0, the index of an entry: document, next link, frequency. Entries never change, and blocks never move.
 * </ul>
 *
 * <p>One thread writes while others read without locks. The writer first fills the entry of the chain and the minutia
 * of the slot, and then stores the head with release semantics. A reader reads the head first, with acquire semantics.
 * So a reader that sees a head sees its minutia, its entry and all entries behind it. When the table grows, readers go
 * on with the old slots until they look up again: no document that was added later concerns them.
 */
public final class TierMinutiae {
    /** The link of no document. */
    public static final int NONE = 0;
    /** The number of slots that are read ahead at a time. */
    private static final int AHEAD = 128;

    private static final int BLOCK_BITS = 14;
    private static final int MASK = (1 << BLOCK_BITS) - 1;

    /** Slots, which never move: a minutia and the head of its chain, or {@link #NONE} in a free slot. */
    interface Slots {
        int count();

        /** The head in a slot, with acquire semantics. */
        int head(int slot);

        /** The same without them: for the writing thread, and to bring a slot into the cache. */
        int peek(int slot);

        /** The minutia in a slot that is not free. A reader reads the head before, so it never sees this change. */
        long minutia(int slot);

        /** Stores the minutia, and then the head with release semantics. */
        void put(int slot, long minutia, int head);
    }

    private final SlotHash hash = new SlotHash(new SplittableRandom());
    private final boolean grows;
    private volatile Slots slots;
    /** The slots for the writing thread, and how many of them are used. */
    private Slots own;

    private int used;
    /** Ints per entry: 3 with frequencies, 2 without. */
    private final int width;

    private final int[][] blocks;
    private int entries = 1;
    private int allocated;
    /** For the writing thread. */
    private final int[] firsts = new int[AHEAD];

    /**
     * @param slots all of them free; enough for all postings, unless they grow
     * @param grows whether the slots are in heap, and are replaced by more when there are few free ones
     * @param postings capacity of the chains
     */
    TierMinutiae(Slots slots, boolean grows, long postings, boolean frequencies) {
        this.slots = slots;
        own = slots;
        this.grows = grows;
        width = frequencies ? 3 : 2;
        blocks = new int[(int) ((postings + 1) >>> BLOCK_BITS) + 1][];
    }

    /** Without documents, in heap: up to 77 bytes a minutia while it grows, and 8 or 12 where one repeats. */
    public static TierMinutiae inHeap(long postings, boolean frequencies) {
        return new TierMinutiae(new HeapSlots(HeapSlots.FIRST), true, postings, frequencies);
    }

    public void add(int document, long[] minutiae, int[] frequencies, int n) {
        reserve(n);
        Slots in = own;
        for (int from = 0; from < n; from += AHEAD) {
            int to = Math.min(from + AHEAD, n);
            touch(in, minutiae, from, to, firsts, 0);
            for (int i = from; i < to; i++) {
                int slot = Math.max(firsts[i - from], ~firsts[i - from]);
                int head = in.peek(slot);
                while (head != NONE && in.minutia(slot) != minutiae[i]) {
                    slot = following(in, slot);
                    head = in.peek(slot);
                }
                used += head == NONE ? 1 : 0;
                in.put(slot, minutiae[i], link(document, width == 3 ? frequencies[i] : 1, head));
            }
        }
    }

    /** Makes room for so many more minutiae in heap: at most five eighths of the slots are used. */
    private void reserve(int minutiae) {
        int count = slotsFor(minutiae);
        if (count == own.count()) {
            return;
        }
        Slots larger = new HeapSlots(count);
        for (int from = 0; from < own.count(); from++) {
            int head = own.peek(from);
            if (head != NONE) {
                long minutia = own.minutia(from);
                int slot = hash.slot(minutia, count);
                while (larger.peek(slot) != NONE) {
                    slot = following(larger, slot);
                }
                larger.put(slot, minutia, head);
            }
        }
        own = larger;
        slots = larger;
    }

    /** The number of slots with room for so many more minutiae. */
    private int slotsFor(int minutiae) {
        long wanted = ((long) used + minutiae) * 8 / 5 + 1;
        return !grows || wanted <= own.count() ? own.count() : Math.toIntExact(Long.highestOneBit(2 * wanted - 1));
    }

    private static int following(Slots in, int slot) {
        return slot + 1 == in.count() ? 0 : slot + 1;
    }

    /** Prepends a document to a chain. Returns the link to the new chain. */
    private int link(int document, int frequency, int next) {
        if (next == NONE && frequency == 1) {
            return ~document;
        }
        int block = entries >>> BLOCK_BITS;
        if (blocks[block] == null) {
            blocks[block] = new int[width << BLOCK_BITS];
            allocated++;
        }
        int[] numbers = blocks[block];
        int at = (entries & MASK) * width;
        numbers[at] = document;
        numbers[at + 1] = next;
        if (width == 3) {
            numbers[at + 2] = frequency;
        }
        return entries++;
    }

    /** The bytes of heap of the minutiae; 0 if the slots are in pages. Only for the writing thread. */
    long bytes() {
        return grows ? HeapSlots.bytes(own.count()) + allocated * blockBytes() : 0;
    }

    /**
     * The most bytes of heap that one more document takes while it is added; 0 if the slots are in pages. Only for the
     * writing thread.
     */
    long bytesToAdd(int postings) {
        if (!grows) {
            return 0;
        }
        int count = slotsFor(postings);
        long links = (((entries + postings - 1) >>> BLOCK_BITS) + 1 - allocated) * blockBytes();
        return links + (count == own.count() ? 0 : HeapSlots.bytes(count));
    }

    private long blockBytes() {
        return ((long) Integer.BYTES * width) << BLOCK_BITS;
    }

    /**
     * Looks up some minutiae. Their slots are touched first, so that the cache misses overlap.
     *
     * @param heads receives the head of {@code minutiae[from + i]} at {@code i}, or {@link #NONE}
     */
    public void findAll(long[] minutiae, int from, int to, int[] heads) {
        Slots in = slots;
        for (int at = from; at < to; at += AHEAD) {
            int end = Math.min(at + AHEAD, to);
            touch(in, minutiae, at, end, heads, at - from);
            for (int i = at; i < end; i++) {
                int first = heads[i - from];
                heads[i - from] = first < 0 ? NONE : find(in, minutiae[i], first);
            }
        }
    }

    private static int find(Slots in, long minutia, int first) {
        for (int slot = first; ; slot = following(in, slot)) {
            int head = in.head(slot);
            if (head == NONE || in.minutia(slot) == minutia) {
                return head;
            }
        }
    }

    /**
     * Reads the first slots of {@code minutiae[from .. to - 1]}, so that they are in the cache.
     *
     * @param firsts receives their numbers from {@code at} on, or the complements of free ones. So the compiler cannot
     *     remove the reads, and no branch waits for them
     */
    private void touch(Slots in, long[] minutiae, int from, int to, int[] firsts, int at) {
        int count = in.count();
        for (int i = from; i < to; i++) {
            int slot = hash.slot(minutiae[i], count);
            int head = in.peek(slot);
            firsts[at + i - from] = slot ^ ~((head | -head) >> 31);
        }
    }

    /**
     * The first document of a chain.
     *
     * @param link any link except {@link #NONE}; the same for the methods below
     */
    public int document(int link) {
        return link < 0 ? ~link : blocks[link >>> BLOCK_BITS][(link & MASK) * width];
    }

    public int frequency(int link) {
        return link < 0 || width == 2 ? 1 : blocks[link >>> BLOCK_BITS][(link & MASK) * width + 2];
    }

    public int next(int link) {
        return link < 0 ? NONE : blocks[link >>> BLOCK_BITS][(link & MASK) * width + 1];
    }

    /** The first link of a chain, from {@code link} on, to a document less than {@code documents}. */
    int below(int documents, int link) {
        int at = link;
        while (at != NONE && document(at) >= documents) {
            at = next(at);
        }
        return at;
    }

    /** Passes every posting of the documents below {@code documents} to a sink. */
    <E extends Exception> void forEach(int documents, LiveView.PostingSink<E> sink) throws E {
        Slots in = slots;
        for (int slot = 0; slot < in.count(); slot++) {
            for (int link = below(documents, in.head(slot)); link != NONE; link = next(link)) {
                sink.posting(in.minutia(slot), document(link), frequency(link));
            }
        }
    }

    /** Slots in heap: two longs each. */
    private static final class HeapSlots implements Slots {
        private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
        private static final int FIRST = 1 << 8;

        private final long[] longs;

        HeapSlots(int count) {
            longs = new long[2 * count];
        }

        static long bytes(int count) {
            return 2L * Long.BYTES * count;
        }

        @Override
        public int count() {
            return longs.length >>> 1;
        }

        @Override
        public int head(int slot) {
            return (int) (long) LONGS.getAcquire(longs, 2 * slot + 1);
        }

        @Override
        public int peek(int slot) {
            return (int) longs[2 * slot + 1];
        }

        @Override
        public long minutia(int slot) {
            return longs[2 * slot];
        }

        @Override
        public void put(int slot, long minutia, int head) {
            longs[2 * slot] = minutia;
            LONGS.setRelease(longs, 2 * slot + 1, (long) head);
        }
    }

    /**
     * A random hash function from minutiae to slots, different for each tier. The hash functions of chunks are known.
     * Without secret numbers, an attacker could write texts whose minutiae all fall into the same slots.
     */
    static final class SlotHash {
        private final long mask;
        private final long first;
        private final long second;

        SlotHash(SplittableRandom random) {
            mask = random.nextLong();
            first = random.nextLong() | 1;
            second = random.nextLong() | 1;
        }

        /** The slot where the search for a minutia begins: a number from 0 to {@code slots} − 1. */
        int slot(long minutia, int slots) {
            long h = (minutia ^ mask) * first;
            h = (h ^ (h >>> 32)) * second;
            return (int) Math.multiplyHigh(h >>> 1, (long) slots << 1);
        }
    }
}
