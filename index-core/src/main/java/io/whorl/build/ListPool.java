package io.whorl.build;

import io.whorl.store.SegmentWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * The lists of the whole segment: each distinct one is written once, where its first minutia comes up. Collections of
 * versions repeat the same few document sets; see docs/DECISIONS.md. One thread at a time.
 */
final class ListPool {
    /**
     * Lists remembered when a partition begins; where there are more all are forgotten and remembering begins anew: some
     * lists are then written again, which costs bytes and nothing else. A constant, and heeded between partitions only, so
     * that the bytes of a segment do not depend on the memory given or on the parts that partitions are sorted in.
     */
    static final int MOST = 1 << 21;

    private final SegmentWriter out;
    private final int memory;
    private final int mostLists;
    private byte[] recent = new byte[1 << 16];
    private long[] hash = new long[1 << 12];
    private long[] place = new long[1 << 12];
    private int size;
    private byte[] compared = new byte[256];
    /** Only so that reading ahead is not found to be useless. */
    private int touched;

    /**
     * @param memory bytes that may hold the first lists, which are compared with most often
     * @param mostLists {@link #MOST}, but for tests
     */
    ListPool(SegmentWriter out, long memory, int mostLists) {
        this.out = out;
        this.memory = (int) Math.min(memory, 1 << 30);
        this.mostLists = mostLists;
        Arrays.fill(place, -1);
    }

    /** Says that the lists of another partition follow; returns whether those before are now forgotten. */
    boolean startPartition() {
        if (size < mostLists) {
            return false;
        }
        Arrays.fill(place, -1);
        size = 0;
        return true;
    }

    /** The places of all lists of a partition, or of a part of one, each written if it is new. */
    long[] places(ListEncoder lists) throws IOException {
        long[] placeOf = new long[lists.size()];
        readAhead(lists, placeOf);
        for (int i = 0; i < placeOf.length; i++) {
            placeOf[i] = place(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
        }
        return placeOf;
    }

    /**
     * Reads what looking the lists up is going to read first. It lies anywhere in many megabytes: one list after the other, each
     * look-up waits for memory twice; here nothing depends on what was read before, and the processor waits for many at once.
     *
     * @param likely scratch, a place a list
     */
    private void readAhead(ListEncoder lists, long[] likely) {
        long sum = 0;
        for (int i = 0; i < likely.length; i++) {
            int slot = slot(lists.hash(i));
            likely[i] = place[slot];
            sum += hash[slot];
        }
        for (long at : likely) {
            if (at >= 0 && at < recent.length) {
                sum += recent[(int) at];
            }
        }
        touched = (int) sum;
    }

    /** The place of a list, written if it is new. */
    long place(byte[] bytes, int from, int length, long h) throws IOException {
        int slot = slot(h);
        for (; place[slot] >= 0; slot = (slot + 1) & (hash.length - 1)) {
            if (hash[slot] == h && same(place[slot], bytes, from, length)) {
                return place[slot];
            }
        }
        long at = out.addList(bytes, from, length);
        remember(at, bytes, from, length);
        hash[slot] = h;
        place[slot] = at;
        if (++size * 2 > hash.length) {
            rehash();
        }
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

    private int slot(long h) {
        return (int) (h * 0x9E3779B97F4A7C15L >>> 32) & (hash.length - 1);
    }

    private void rehash() {
        long[] oldHash = hash;
        long[] oldPlace = place;
        hash = new long[oldHash.length * 2];
        place = new long[hash.length];
        Arrays.fill(place, -1);
        for (int i = 0; i < oldHash.length; i++) {
            if (oldPlace[i] >= 0) {
                int slot = slot(oldHash[i]);
                while (place[slot] >= 0) {
                    slot = (slot + 1) & (hash.length - 1);
                }
                hash[slot] = oldHash[i];
                place[slot] = oldPlace[i];
            }
        }
    }
}
