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
 * The Chronicle Map: minutia to head of a chain ({@link DocumentChains}). Nothing is ever removed and everything is of
 * one size, so that a value stays where it is and can be replaced in place. The caller sees to it that nobody reads
 * after {@link #close}: that would read memory that is gone.
 */
final class MinutiaMap implements Closeable {
    /**
     * Room in a segment of the map, which has a lock of its own. Its table is half full then; with one more, a quarter.
     */
    private static final int SEGMENT_MOST = 1 << 14;
    /**
     * Meant for a segment: ten standard deviations fewer, as an overflow would make the file grow, by a name it lacks.
     */
    private static final int SEGMENT_MEAN = SEGMENT_MOST - 10 * 128;
    /** Chronicle keeps files by path in this process and would share one that is still open: no name comes twice. */
    private static final AtomicLong NAMES = new AtomicLong();

    private final ChronicleMap<LongValue, IntValue> map;
    private final Path left;
    private final KeyCipher cipher = new KeyCipher(new SplittableRandom());

    private MinutiaMap(ChronicleMap<LongValue, IntValue> map, Path left) {
        this.map = map;
        this.left = left;
    }

    /**
     * @param file begins the name of the file, which is unlinked at once where the system lets one
     * @param minutiae there is room for so many
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
                    : new IOException(made + " cannot be made a live tier: " + e.getMessage(), e);
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
                // The log is the truth: nothing here is believed after the process is gone.
                .checksumEntries(false)
                // Room is taken now: a full disk is an exception here, and a crash when a hole is written through a
                // mapping.
                .sparseFile(false)
                // The hook would unmap beneath threads that still run when the JVM ends.
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
            // A system that does not unlink what is mapped: it goes on closing.
            return false;
        }
    }

    /** A way in for one thread. */
    ChainHeads heads() {
        return new ChainHeads(map, cipher);
    }

    /**
     * Gives every minutia and its head; a minutia that is added meanwhile may be left out. No lock is held in the
     * calls.
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
