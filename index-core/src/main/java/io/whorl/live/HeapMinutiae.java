package io.whorl.live;

import io.whorl.live.DocumentChains.Heads;
import io.whorl.live.DocumentChains.TierCursor;
import io.whorl.live.HeadTable.SlotHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;

/**
 * The minutiae of a tier in heap: a table that grows, from minutia to the head of a chain of documents. It adds like
 * {@link MappedMinutiae}, in a loop of its own: with two kinds of tables, each access would choose between them.
 */
final class HeapMinutiae implements TierMinutiae {
    private final HeapHeads heads = new HeapHeads();
    private final DocumentChains chains;
    private final boolean frequencies;
    private final Runnable closed;
    /** For the writing thread. */
    private final int[] firsts = new int[Heads.AHEAD];
    /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
    private int touched;

    /** @param closed called when no reader is left */
    HeapMinutiae(LiveLimits limits, boolean frequencies, Runnable closed) {
        this.frequencies = frequencies;
        this.closed = closed;
        chains = new DocumentChains(limits.postings(), frequencies);
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {
        heads.reserve(n);
        for (int from = 0; from < n; from += Heads.AHEAD) {
            int some = Math.min(Heads.AHEAD, n - from);
            touched += heads.touch(minutiae, from, some, firsts);
            for (int i = 0; i < some; i++) {
                int index = from + i;
                int place = heads.slot(minutiae[index], firsts[i]);
                int head = heads.head(place);
                if (index < holders.length) {
                    holders[index] += chains.length(head);
                }
                int frequency = this.frequencies ? frequencies[index] : 1;
                heads.replace(place, minutiae[index], chains.add(document, frequency, head));
            }
        }
    }

    @Override
    public long bytes() {
        return heads.bytes() + chains.bytes();
    }

    @Override
    public long bytesToAdd(int postings) {
        return heads.bytesToReserve(postings) + chains.bytesToAdd(postings);
    }

    @Override
    public LiveView.Cursor cursor(TierView view) {
        return new TierCursor(view, heads, chains);
    }

    @Override
    public void forEach(int documents, LiveView.PostingSink sink) {
        chains.forEach(heads, documents, sink);
    }

    @Override
    public void close() {
        closed.run();
    }

    /**
     * A hash table in heap that grows with its minutiae. A slot is two longs: a minutia, and its head. A minutia is in
     * the first free slot from the one that its hash names. Nothing is ever removed.
     *
     * <p>One thread writes while others read without locks. The writer stores the minutia of a slot, and then the head
     * with release semantics; a reader reads the head first, with acquire semantics. When the table grows, readers go
     * on with the old slots until they read {@link #slots} again: no document that was added later concerns them.
     */
    private static final class HeapHeads implements Heads {
        private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
        private static final int FIRST = 1 << 8;

        private final SlotHash hash = new SlotHash(new SplittableRandom());
        private volatile long[] slots = new long[2 * FIRST];
        /** The slots for the writing thread. */
        private long[] own = slots;

        private int used;

        /** Makes room for so many more minutiae: at most five eighths of the slots are used. */
        void reserve(int minutiae) {
            int length = length(minutiae);
            if (length == own.length) {
                return;
            }
            long[] larger = new long[length];
            for (int at = 0; at < own.length; at += 2) {
                if (own[at + 1] != DocumentChains.NONE) {
                    int to = slot(larger, own[at], hash.slot(own[at], larger.length / 2));
                    larger[to] = own[at];
                    larger[to + 1] = own[at + 1];
                }
            }
            own = larger;
            slots = larger;
        }

        /** The length of the slots with room for so many more minutiae. */
        private int length(int minutiae) {
            long wanted = ((long) used + minutiae) * 8 / 5 + 1;
            return wanted <= own.length / 2 ? own.length : Math.toIntExact(2 * Long.highestOneBit(2 * wanted - 1));
        }

        /** The bytes of the slots. Only for the writing thread. */
        long bytes() {
            return (long) Long.BYTES * own.length;
        }

        /** The bytes that {@link #reserve} takes while it copies the slots. Only for the writing thread. */
        long bytesToReserve(int minutiae) {
            int length = length(minutiae);
            return length == own.length ? 0 : (long) Long.BYTES * length;
        }

        /** The place of the slot of a minutia, or of the free slot for it. Only for the writing thread. */
        int slot(long minutia, int first) {
            return slot(own, minutia, first);
        }

        private static int slot(long[] in, long minutia, int first) {
            int at = 2 * first;
            while (in[at + 1] != DocumentChains.NONE && in[at] != minutia) {
                at = at + 2 == in.length ? 0 : at + 2;
            }
            return at;
        }

        /** The head at a place, or {@link DocumentChains#NONE} if the slot is free. Only for the writing thread. */
        int head(int place) {
            return (int) own[place + 1];
        }

        /** Writes the head of a minutia to its slot, for which there is room. Only for the writing thread. */
        void replace(int place, long minutia, int head) {
            used += own[place + 1] == DocumentChains.NONE ? 1 : 0;
            // A reader compares the minutia only if there is a head, so it never sees the minutia change.
            own[place] = minutia;
            LONGS.setRelease(own, place + 1, (long) head);
        }

        /**
         * Reads the first slots of some minutiae, so that they are in the cache. Only for the writing thread.
         *
         * @param firsts receives the numbers of the slots
         * @return a value that the caller must keep, or the compiler would remove the reads
         */
        int touch(long[] minutiae, int from, int n, int[] firsts) {
            return touch(own, minutiae, from, n, firsts);
        }

        private int touch(long[] in, long[] minutiae, int from, int n, int[] firsts) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                int slot = hash.slot(minutiae[from + i], in.length / 2);
                firsts[i] = slot;
                sum += (int) in[2 * slot + 1];
            }
            return sum;
        }

        @Override
        public int find(long minutia) {
            long[] in = slots;
            return find(in, minutia, hash.slot(minutia, in.length / 2));
        }

        private static int find(long[] in, long minutia, int first) {
            for (int at = 2 * first; ; at = at + 2 == in.length ? 0 : at + 2) {
                int head = (int) (long) LONGS.getAcquire(in, at + 1);
                if (head == DocumentChains.NONE || in[at] == minutia) {
                    return head;
                }
            }
        }

        @Override
        public int findAll(long[] minutiae, int from, int to, int[] heads, int[] scratch) {
            long[] in = slots;
            int touched = 0;
            for (int at = from; at < to; at += AHEAD) {
                int n = Math.min(AHEAD, to - at);
                touched += touch(in, minutiae, at, n, scratch);
                for (int i = 0; i < n; i++) {
                    heads[at - from + i] = find(in, minutiae[at + i], scratch[i]);
                }
            }
            return touched;
        }

        @Override
        public void forEach(HeadSink sink) {
            long[] in = slots;
            for (int at = 0; at < in.length; at += 2) {
                int head = (int) (long) LONGS.getAcquire(in, at + 1);
                if (head != DocumentChains.NONE) {
                    sink.head(in[at], head);
                }
            }
        }
    }
}
