package io.whorl.assembly;

import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The document lists of a segment. Each distinct list is written once, with the first minutia that needs it, because
 * collections of versions repeat the same few sets of documents. One thread at a time, except that any thread may
 * {@link #find} lists meanwhile.
 */
public final class ListPool implements Closeable {
    /**
     * The number of lists after which the pool forgets them all at the start of a partition. Some lists are then
     * written twice, which costs only bytes. The number is a constant and is only checked between partitions, so the
     * bytes of a segment depend neither on the given memory nor on how partitions are divided.
     */
    public static final int MOST = 1 << 21;

    private final SegmentWriter out;
    private final int memory;
    private final int mostLists;
    private final ListHashTable table;
    /** Held while lists are added that other threads may look for. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private byte[] recent = new byte[1 << 16];
    private byte[] compared = new byte[256];
    /** How often the pool has forgotten its lists. */
    private int epoch;
    /** A field, so that the compiler cannot remove the reads of {@link #readAhead}. */
    private volatile int touched;

    /**
     * @param memory bytes for the first lists, which are compared most often; half as many bytes hold the places of
     *     lists, which then go to a scratch file
     * @param mostLists {@link #MOST}; tests set a smaller number
     */
    public ListPool(SegmentWriter out, long memory, int mostLists, ScratchSpace scratch) throws IOException {
        this.out = out;
        this.memory = (int) Math.min(memory, 1 << 30);
        this.mostLists = mostLists;
        table = new ListHashTable(memory / 2, scratch);
    }

    /**
     * Starts the next partition.
     *
     * @return whether the lists of earlier partitions are now forgotten
     */
    public boolean startPartition() throws IOException {
        if (table.size() < mostLists) {
            return false;
        }
        lock.writeLock().lock();
        try {
            table.forget();
            epoch++;
        } finally {
            lock.writeLock().unlock();
        }
        return true;
    }

    /**
     * Looks for the lists of a partition or of a slice of it before its turn. Most lists are in the pool after a few
     * partitions, so little work is left to be done in turn.
     *
     * @param places receives the place of each list, or −1 if it is not found; at least one element for each list
     * @return when this was, for {@link #place(DistinctLists, long[], int)}
     */
    int find(DistinctLists lists, long[] places) {
        lock.readLock().lock();
        try {
            readAhead(lists, places);
            for (int i = 0; i < lists.size(); i++) {
                places[i] = find(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
            }
            return epoch;
        } finally {
            lock.readLock().unlock();
        }
    }

    private long find(byte[] bytes, int from, int length, long h) {
        long slot = table.slot(h);
        for (long at = table.place(slot); at >= 0; at = table.place(slot)) {
            if (table.hash(slot) == h) {
                // Only in turn may lists be read back from the file.
                boolean equal = at + length <= recent.length
                        && Arrays.equals(recent, (int) at, (int) at + length, bytes, from, from + length);
                return equal ? at : -1;
            }
            slot = table.after(slot);
        }
        return -1;
    }

    /**
     * Places the lists that were not found. New lists are written. Only in turn.
     *
     * @param places the place of each list; those of −1 are replaced
     * @param found the result of {@link #find}
     */
    void place(DistinctLists lists, long[] places, int found) throws IOException {
        lock.writeLock().lock();
        try {
            for (int i = 0; i < lists.size(); i++) {
                if (places[i] < 0 || found != epoch) {
                    places[i] = place(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Looks for lists of a slice of a merge before its turn, as {@link #find(DistinctLists, long[])} does.
     *
     * @param bytes the lists one after another; they may repeat
     * @param starts the start of each list, and the end of the last
     * @param hashes as {@link ListBuffer#hash} returns them
     * @param places receives the place of each list, or −1 if it is not found; its length is the number of lists
     * @return when this was
     */
    public int find(byte[] bytes, int[] starts, long[] hashes, long[] places) {
        lock.readLock().lock();
        try {
            for (int i = 0; i < places.length; i++) {
                places[i] = table.place(table.slot(hashes[i]));
            }
            readLists(places, places.length);
            for (int i = 0; i < places.length; i++) {
                places[i] = find(bytes, starts[i], starts[i + 1] - starts[i], hashes[i]);
            }
            return epoch;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Places the lists that were not found. New lists are written. Only in turn.
     *
     * @param found the result of {@link #find(byte[], int[], long[], long[])}
     */
    public void place(byte[] bytes, int[] starts, long[] hashes, long[] places, int found) throws IOException {
        lock.writeLock().lock();
        try {
            for (int i = 0; i < places.length; i++) {
                if (places[i] < 0 || found != epoch) {
                    places[i] = place(bytes, starts[i], starts[i + 1] - starts[i], hashes[i]);
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Reads the memory that the look-ups will read. Look-ups one after another would wait for memory twice each. These
     * reads do not depend on one another, so the processor overlaps them.
     *
     * @param likely scratch, at least one element for each list
     */
    private void readAhead(DistinctLists lists, long[] likely) {
        for (int i = 0; i < lists.size(); i++) {
            likely[i] = table.place(table.slot(lists.hash(i)));
        }
        readLists(likely, lists.size());
    }

    private void readLists(long[] places, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long at = places[i];
            if (at >= 0 && at < recent.length) {
                sum += recent[(int) at];
            }
        }
        touched = (int) sum;
    }

    /** Returns the place of a list, which is written if it is new. */
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

    /** Compares one length only: lists are prefix-free, so a list that agrees to this length is equal. */
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
