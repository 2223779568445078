package io.whorl.live;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.MapSegmentContext;

/**
 * The Chronicle Map from minutia to the head of its chain ({@link DocumentChains}). Entries have one size and are never
 * removed, so a value stays at its address and can be replaced in place. The caller must not read after {@link #close}:
 * that would access unmapped memory.
 */
final class MinutiaMap implements Closeable {
    /**
     * Capacity of a segment of the map. Each segment has its own lock. At this capacity its hash table is half full;
     * with one more entry it would be a quarter full.
     */
    private static final int SEGMENT_MOST = 1 << 14;
    /**
     * Expected number of entries in a segment: ten standard deviations below the capacity. An overflow would extend the
     * file through its path, which no longer exists.
     */
    private static final int SEGMENT_MEAN = SEGMENT_MOST - 10 * 128;
    /** Chronicle caches open files by path in this process, so each path is used only once. */
    private static final AtomicLong NAMES = new AtomicLong();

    private final ChronicleMap<LongValue, IntValue> map;
    private final Path left;
    private final KeyCipher cipher = new KeyCipher(new SplittableRandom());

    private MinutiaMap(ChronicleMap<LongValue, IntValue> map, Path left) {
        this.map = map;
        this.left = left;
    }

    /**
     * @param file prefix of the path of the file, which is unlinked at once where the system allows it
     * @param minutiae capacity in minutiae
     */
    static MinutiaMap create(Path file, long minutiae) throws IOException {
        Path made = file.resolveSibling(file.getFileName() + "." + NAMES.incrementAndGet());
        Files.deleteIfExists(made);
        try {
            ChronicleMap<LongValue, IntValue> map = open(made, minutiae);
            return new MinutiaMap(map, unlinked(made) ? null : made);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(made);
            throw e instanceof IOException io
                    ? io
                    : new IOException("the live tier cannot create its file " + made + ": " + e.getMessage(), e);
        }
    }

    private static ChronicleMap<LongValue, IntValue> open(Path file, long minutiae) throws IOException {
        boolean single = minutiae <= SEGMENT_MOST;
        int segments = single ? 1 : (int) ((minutiae + SEGMENT_MEAN - 1) / SEGMENT_MEAN);
        long most = single ? minutiae : SEGMENT_MOST;
        return ChronicleMap.of(LongValue.class, IntValue.class)
                .name("live")
                .actualSegments(segments)
                .entriesPerSegment(most)
                .entries(most * segments)
                .putReturnsNull(true)
                .removeReturnsNull(true)
                // The log is durable; nothing in this file is read after the process has ended.
                .checksumEntries(false)
                // Reserves the disk space now. A full disk then causes an exception here; later it would crash the JVM
                // when a hole in the file is written through the mapping.
                .sparseFile(false)
                // The hook would unmap memory that other threads still use while the JVM shuts down.
                .skipCloseOnExitHook(true)
                .createPersistedTo(file.toFile());
    }

    /** Receives minutiae and the heads of their chains. */
    interface HeadSink {
        void head(long minutia, int head);
    }

    private static boolean unlinked(Path file) {
        try {
            Files.delete(file);
            return true;
        } catch (IOException e) {
            // This system cannot unlink a mapped file; close() deletes it.
            return false;
        }
    }

    /** An accessor for one thread. */
    ChainHeads heads() {
        return new ChainHeads(map, cipher);
    }

    /**
     * Passes every minutia and its head to a sink. Minutiae that are added at the same time may be missing. The sink is
     * called without a lock.
     */
    void forEach(HeadSink sink) {
        HeadBatch batch = new HeadBatch(cipher);
        for (int i = 0; i < map.segments(); i++) {
            batch.clear();
            try (MapSegmentContext<LongValue, IntValue, ?> segment = map.segmentContext(i)) {
                segment.forEachSegmentEntry(entry -> batch.add(entry.key(), entry.value()));
            }
            batch.forEach(sink);
        }
    }

    @Override
    public void close() throws IOException {
        map.close();
        if (left != null) {
            Files.deleteIfExists(left);
        }
    }
}
