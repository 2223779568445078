package io.whorl.live;

import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.TierMinutiae.Slots;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.values.Values;

/**
 * Creates the live tiers of one writer, one after another. To create or to release the memory of a tier takes tens of
 * milliseconds, so the memory of closed tiers is kept for the next ones. Thread-safe.
 */
public final class LiveTiers implements Closeable {
    /** With one, a writer whose seals take longer than it takes to fill a tier would create memory for every tier. */
    private static final int KEPT = 2;

    private final Optional<Path> file;
    private final LiveLimits limits;
    private final boolean frequencies;
    /** The memory of closed tiers. Guarded by this, like the field below. */
    private final Deque<SlotPages> spare = new ArrayDeque<>(KEPT);

    private boolean closed;

    /**
     * @param file prefix of the paths of files that back the memory; a number is appended. Where the system allows it,
     *     a file is unlinked before {@link #next} returns, so only a process killed at that moment leaves a file, which
     *     can be deleted. The directory must exist, on the default file system. If empty, {@link LiveTier#ofRecords}
     *     makes the tiers
     * @param frequencies true if the tiers keep frequencies
     */
    public LiveTiers(Optional<Path> file, LiveLimits limits, boolean frequencies) {
        this.file = file;
        this.limits = limits;
        this.frequencies = frequencies;
    }

    /**
     * Creates an empty tier. The first one of a process takes about a second, because Chronicle Map compiles classes.
     *
     * @throws io.whorl.WriterException see {@link LiveTier#check}. What only {@link LiveTier#probe} detects is thrown
     *     as Chronicle Map throws it
     * @throws IOException if the file cannot be created at its full size, or if the calling thread is interrupted; no
     *     file is left
     */
    public LiveTier next() throws IOException {
        if (file.isEmpty()) {
            return LiveTier.ofRecords(limits, frequencies);
        }
        LiveTier.check();
        Optional<SlotPages> kept = kept();
        // Cleared here, because a query may have been the last user.
        kept.ifPresent(SlotPages::clear);
        SlotPages pages = kept.isPresent() ? kept.get() : SlotPages.create(file.get(), limits.postings());
        return LiveTier.over(pages, limits, frequencies, () -> released(pages));
    }

    private synchronized Optional<SlotPages> kept() {
        if (closed) {
            throw new IllegalStateException("the live tiers are closed");
        }
        return Optional.ofNullable(spare.poll());
    }

    private void released(SlotPages pages) {
        synchronized (this) {
            if (!closed && spare.size() < KEPT) {
                spare.push(pages);
                return;
            }
        }
        pages.release();
    }

    /** Releases the memory that is kept. Tiers that are in use are not affected. A second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        spare.forEach(SlotPages::release);
        spare.clear();
    }

    /**
     * The memory of a tier: a Chronicle Map from the number of a page to the page. All pages are inserted when the map
     * is created, and have one size, so they stay at their addresses and are read and written in place. A slot has the
     * minutia, the head, and four unused bytes. Nobody may access them after {@link #release}: the memory is then
     * unmapped.
     */
    static final class SlotPages implements Slots {
        private static final UnsafeMemory MEMORY = UnsafeMemory.INSTANCE;
        private static final int SLOT_SHIFT = 4;
        private static final int HEAD = 8;

        private static final int PAGE_BITS = 14;
        private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

        /** Chronicle caches open files by path in this process, so each path is used only once. */
        private static final AtomicLong NAMES = new AtomicLong();
        /** Pages begin at a multiple of this, so that no slot is in two cache lines. */
        private static final int ALIGNMENT = 64;

        private final ChronicleMap<IntValue, byte[]> map;
        private final Path file;
        private final long[] addresses;
        private final int bytes;
        private final int slots;

        private SlotPages(ChronicleMap<IntValue, byte[]> map, Path file, long[] addresses, int bytes) {
            this.map = map;
            this.file = file;
            this.addresses = addresses;
            this.bytes = bytes;
            slots = addresses.length * (bytes >>> SLOT_SHIFT);
        }

        /**
         * Creates free slots.
         *
         * @param file prefix of the path of the file, which is unlinked at once where the system allows it
         * @param minutiae capacity in minutiae, which fill five eighths of the slots
         */
        static SlotPages create(Path file, long minutiae) throws IOException {
            long slots = minutiae + (minutiae * 3 + 4) / 5 + 1;
            int inPage = (int) Math.min(slots, 1 << PAGE_BITS);
            int pages = (int) ((slots + inPage - 1) / inPage);
            int bytes = inPage << SLOT_SHIFT;
            Path made = file.resolveSibling(file.getFileName() + "." + NAMES.incrementAndGet());
            Files.deleteIfExists(made);
            try {
                byte[] zeros = new byte[bytes + ALIGNMENT];
                ChronicleMap<IntValue, byte[]> map = open(made, pages, zeros);
                return new SlotPages(map, unlinked(made) ? null : made, filled(map, pages, zeros), bytes);
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(made);
                throw e instanceof IOException io
                        ? io
                        : new IOException("the live tier cannot create its file " + made + ": " + e.getMessage(), e);
            }
        }

        private static ChronicleMap<IntValue, byte[]> open(Path file, int pages, byte[] page) throws IOException {
            return ChronicleMap.of(IntValue.class, byte[].class)
                    .name("live")
                    .constantValueSizeBySample(page)
                    .actualSegments(1)
                    .entriesPerSegment(pages)
                    .entries(pages)
                    .putReturnsNull(true)
                    .removeReturnsNull(true)
                    // The log is durable; nothing in this file is read after the process has ended.
                    .checksumEntries(false)
                    // Reserves the disk space now. A full disk then causes an exception here; later it would crash the
                    // JVM
                    // when a hole in the file is written through the mapping.
                    .sparseFile(false)
                    // The hook would unmap memory that other threads still use while the JVM shuts down.
                    .skipCloseOnExitHook(true)
                    .createPersistedTo(file.toFile());
        }

        /** Inserts all pages. Returns their addresses. */
        private static long[] filled(ChronicleMap<IntValue, byte[]> map, int pages, byte[] zeros) {
            long[] addresses = new long[pages];
            IntValue number = Values.newHeapInstance(IntValue.class);
            for (int p = 0; p < pages; p++) {
                number.setValue(p);
                map.put(number, zeros);
                try (ExternalMapQueryContext<IntValue, byte[], ?> page = map.queryContext(number)) {
                    Data<byte[]> value = page.entry().value();
                    long address = value.bytes().addressForRead(value.offset());
                    addresses[p] = (address + ALIGNMENT - 1) & -ALIGNMENT;
                }
            }
            return addresses;
        }

        private static boolean unlinked(Path file) {
            try {
                Files.delete(file);
                return true;
            } catch (IOException e) {
                // This system cannot unlink a mapped file; release() deletes it.
                return false;
            }
        }

        private long address(int slot) {
            return addresses[slot >>> PAGE_BITS] + ((long) (slot & PAGE_MASK) << SLOT_SHIFT);
        }

        @Override
        public int count() {
            return slots;
        }

        @Override
        public int head(int slot) {
            return MEMORY.readVolatileInt(address(slot) + HEAD);
        }

        @Override
        public int peek(int slot) {
            return MEMORY.readInt(address(slot) + HEAD);
        }

        @Override
        public long minutia(int slot) {
            return MEMORY.readLong(address(slot));
        }

        @Override
        public void put(int slot, long minutia, int head) {
            long at = address(slot);
            MEMORY.writeLong(at, minutia);
            MEMORY.writeOrderedInt(at + HEAD, head);
        }

        void clear() {
            for (long page : addresses) {
                MEMORY.setMemory(page, bytes, (byte) 0);
            }
        }

        void release() {
            map.close();
            if (file != null) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    // The memory is released; the next writer deletes the file.
                }
            }
        }
    }
}
