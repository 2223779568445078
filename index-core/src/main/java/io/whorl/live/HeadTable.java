package io.whorl.live;

import io.whorl.live.DocumentChains.Heads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * A hash table from minutiae to the heads of their chains ({@link DocumentChains}), in the pages of {@link SlotPages}.
 * A slot has the minutia, its head, and four unused bytes. A minutia is in the first free slot from the one that its
 * hash names. Nothing is ever removed, and there are always free slots. Allocates nothing after it was created.
 *
 * <p>One thread writes while others read without locks. The writer first fills the entry of the chain and the minutia
 * of the slot, and then stores the head with release semantics. A reader reads the head first, with acquire semantics.
 * So a reader that sees a head sees its minutia, its entry and, as entries never change, all entries behind it.
 *
 * <p>The caller must not read after {@link #close}: that would access unmapped memory.
 */
final class HeadTable implements Heads {
    private static final UnsafeMemory MEMORY = UnsafeMemory.INSTANCE;
    private static final int SLOT_SHIFT = 4;
    /** The offset of the head in a slot. */
    private static final int HEAD = 8;

    private static final int PAGE_BITS = 14;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

    private final SlotPages memory;
    private final Consumer<SlotPages> release;
    private final SlotHash hash = new SlotHash(new SplittableRandom());
    private final long[] pages;
    private final int slots;

    private HeadTable(SlotPages memory, Consumer<SlotPages> release) {
        this.memory = memory;
        this.release = release;
        pages = memory.addresses();
        slots = pages.length * (memory.bytes() >>> SLOT_SHIFT);
    }

    /**
     * Creates the memory of a table.
     *
     * @param file see {@link SlotPages#create}
     * @param minutiae capacity in minutiae, which fill five eighths of the slots
     */
    static SlotPages memory(Path file, long minutiae) throws IOException {
        long slots = minutiae + (minutiae * 3 + 4) / 5 + 1;
        int inPage = (int) Math.min(slots, 1 << PAGE_BITS);
        return SlotPages.create(file, (int) ((slots + inPage - 1) / inPage), inPage << SLOT_SHIFT);
    }

    /**
     * Creates an empty table.
     *
     * @param memory pages of {@link #memory} that are filled with zeros
     * @param release receives the memory when the table is closed
     */
    static HeadTable over(SlotPages memory, Consumer<SlotPages> release) {
        return new HeadTable(memory, release);
    }

    private long address(int slot) {
        return pages[slot >>> PAGE_BITS] + ((long) (slot & PAGE_MASK) << SLOT_SHIFT);
    }

    private int following(int slot) {
        return slot + 1 == slots ? 0 : slot + 1;
    }

    @Override
    public int find(long minutia) {
        return find(minutia, hash.slot(minutia, slots));
    }

    /** @param first the slot that the hash of the minutia names */
    private int find(long minutia, int first) {
        for (int slot = first; ; slot = following(slot)) {
            long at = address(slot);
            int head = MEMORY.readVolatileInt(at + HEAD);
            if (head == DocumentChains.NONE || MEMORY.readLong(at) == minutia) {
                return head;
            }
        }
    }

    @Override
    public int findAll(long[] minutiae, int from, int to, int[] heads, int[] scratch) {
        int touched = 0;
        for (int at = from; at < to; at += AHEAD) {
            int n = Math.min(AHEAD, to - at);
            touched += touch(minutiae, at, n, scratch);
            for (int i = 0; i < n; i++) {
                heads[at - from + i] = find(minutiae[at + i], scratch[i]);
            }
        }
        return touched;
    }

    /**
     * Reads the first slots of {@code minutiae[from .. from + n - 1]}, so that they are in the cache.
     *
     * @param firsts receives the numbers of the slots
     * @return a value that the caller must keep, or the compiler would remove the reads
     */
    int touch(long[] minutiae, int from, int n, int[] firsts) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int slot = hash.slot(minutiae[from + i], slots);
            firsts[i] = slot;
            sum += MEMORY.readInt(address(slot) + HEAD);
        }
        return sum;
    }

    /** The slot of a minutia, or the free slot for it. Only for the writing thread. */
    int slot(long minutia, int first) {
        int slot = first;
        long at = address(slot);
        while (MEMORY.readInt(at + HEAD) != DocumentChains.NONE && MEMORY.readLong(at) != minutia) {
            slot = following(slot);
            at = address(slot);
        }
        return slot;
    }

    /** The head in a slot, or {@link DocumentChains#NONE} if the slot is free. Only for the writing thread. */
    int head(int slot) {
        return MEMORY.readInt(address(slot) + HEAD);
    }

    /** Writes the head of a minutia to its slot. Only for the writing thread. */
    void replace(int slot, long minutia, int head) {
        long at = address(slot);
        // A reader compares the minutia only if there is a head, so it never sees the minutia change.
        MEMORY.writeLong(at, minutia);
        MEMORY.writeOrderedInt(at + HEAD, head);
    }

    @Override
    public void forEach(HeadSink sink) {
        for (int slot = 0; slot < slots; slot++) {
            long at = address(slot);
            int head = MEMORY.readVolatileInt(at + HEAD);
            if (head != DocumentChains.NONE) {
                sink.head(MEMORY.readLong(at), head);
            }
        }
    }

    /** Ends the use of the memory. */
    void close() {
        release.accept(memory);
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
            h = (h ^ h >>> 32) * second;
            return (int) Math.multiplyHigh(h >>> 1, (long) slots << 1);
        }
    }
}
