package io.whorl.assembly;

import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The lists of the whole segment: each distinct one is written once, where its first minutia comes up. Collections of
 * versions repeat the same few document sets; see docs/DECISIONS.md. One thread at a time.
 */
public final class ListPool implements Closeable {
    /**
     * Lists remembered when a partition begins; where there are more all are forgotten and remembering begins anew:
     * some lists are then written again, which costs bytes and nothing else. A constant, and heeded between partitions
     * only, so that the bytes of a segment do not depend on the memory given or on the parts that partitions are sorted
     * in.
     */
    public static final int MOST = 1 << 21;

    private final SegmentWriter out;
    private final int memory;
    private final int mostLists;
    private final ListHashTable table;
    private byte[] recent = new byte[1 << 16];
    private byte[] compared = new byte[256];
    /** Only so that reading ahead is not found to be useless. */
    private int touched;

    /**
     * @param memory bytes that may hold the first lists, which are compared with most often; half as many hold where
     *     lists are, beyond which that goes to disk
     * @param mostLists {@link #MOST}, but for tests
     */
    public ListPool(SegmentWriter out, long memory, int mostLists, ScratchSpace scratch) throws IOException {
        this.out = out;
        this.memory = (int) Math.min(memory, 1 << 30);
        this.mostLists = mostLists;
        table = new ListHashTable(memory / 2, scratch);
    }

    /** Says that the lists of another partition follow; returns whether those before are now forgotten. */
    public boolean startPartition() throws IOException {
        if (table.size() < mostLists) {
            return false;
        }
        table.forget();
        return true;
    }

    /** The places of all lists of a partition, or of a part of one, each written if it is new. */
    public long[] places(DistinctLists lists) throws IOException {
        long[] placeOf = new long[lists.size()];
        readAhead(lists, placeOf);
        for (int i = 0; i < placeOf.length; i++) {
            placeOf[i] = place(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
        }
        return placeOf;
    }

    /**
     * Reads what looking the lists up is going to read first. It lies anywhere in many megabytes: one list after the
     * other, each look-up waits for memory twice; here nothing depends on what was read before, and the processor waits
     * for many at once.
     *
     * @param likely scratch, a place a list
     */
    private void readAhead(DistinctLists lists, long[] likely) {
        long sum = 0;
        for (int i = 0; i < likely.length; i++) {
            likely[i] = table.place(table.slot(lists.hash(i)));
        }
        for (long at : likely) {
            if (at >= 0 && at < recent.length) {
                sum += recent[(int) at];
            }
        }
        touched = (int) sum;
    }

    /** The place of a list, written if it is new. */
    public long place(byte[] bytes, int from, int length, long h) throws IOException {
        long slot = table.slot(h);
        for (long at = table.place(slot); at >= 0; at = table.place(slot)) {
            if (table.hash(slot) == h && same(at, bytes, from, length)) {
                return at;
            }
            slot = table.after(slot);
        }
        long at = out.addList(bytes, from, length);
        remember(at, bytes, from, length);
        table.put(slot, h, at);
        return at;
    }

    private void remember(long at, byte[] bytes, int from, int length) {
        if (at + length > recent.length && at + length <= memory) {
            recent = Arrays.copyOf(recent, (int) Math.min(memory, Math.max(at + length, recent.length * 2L)));
        }
        if (at + length <= recent.length) {
            System.arraycopy(bytes, from, recent, (int) at, length);
        }
    }

    /** Lists are prefix-free: one that agrees to the other's length is the other. */
    private boolean same(long at, byte[] bytes, int from, int length) throws IOException {
        if (at + length <= recent.length) {
            return Arrays.equals(recent, (int) at, (int) at + length, bytes, from, from + length);
        }
        if (at + length > out.listBytes()) {
            return false;
        }
        if (compared.length < length) {
            compared = new byte[length];
        }
        out.readLists(at, compared, length);
        return Arrays.equals(compared, 0, length, bytes, from, from + length);
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
