package io.whorl.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;

/**
 * A persisted Chronicle Map, tuned as its tutorial advises: keys of constant size by a value interface, the true number
 * of entries and mean size of values, values read into a reused buffer, no checksums, no result from {@code put}. It
 * has no look-up of several keys.
 */
final class ChronicleStore implements PostingStore {
    private static final String FILE = "map";
    /** The chunk size. Most values are this short; the space of a value is a multiple of it. */
    private static final int CHUNK = 4;

    private static final int MOST_CHUNKS = 1 << 15;

    private final ChronicleMap<LongValue, ByteBuffer> map;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private ByteBuffer value = ByteBuffer.allocate(1 << 10);

    ChronicleStore(Path folder) throws IOException {
        // An existing file overrides the settings of the builder.
        map = ChronicleMap.of(LongValue.class, ByteBuffer.class)
                .name(FILE)
                .createPersistedTo(folder.resolve(FILE).toFile());
    }

    static void fill(PostingLists lists, Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        PostingCode code = new PostingCode();
        LongValue key = Values.newHeapInstance(LongValue.class);
        try (ChronicleMap<LongValue, ByteBuffer> map = builder(lists).createPersistedTo(file.toFile())) {
            lists.forEach((minutia, documents, count) -> {
                key.setValue(minutia);
                code.encode(documents, count);
                map.put(key, ByteBuffer.wrap(code.bytes(), 0, code.length()));
            });
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static ChronicleMapBuilder<LongValue, ByteBuffer> builder(PostingLists lists) throws IOException {
        return ChronicleMap.of(LongValue.class, ByteBuffer.class)
                .name(FILE)
                .entries(Math.max(1, lists.minutiae()))
                .averageValueSize(Math.max(1, (double) lists.encodedBytes() / Math.max(1, lists.minutiae())))
                .actualChunkSize(CHUNK)
                .maxChunksPerEntry(MOST_CHUNKS)
                .putReturnsNull(true)
                .checksumEntries(false);
    }

    @Override
    public void find(long minutia, FoundLists found) {
        key.setValue(minutia);
        value.clear();
        ByteBuffer held = map.getUsing(key, value);
        if (held == null) {
            found.end();
            return;
        }
        // A list longer than the buffer comes in a new, longer buffer, which replaces it.
        value = held;
        PostingCode.decode(held, found);
    }

    @Override
    public void close() {
        map.close();
    }
}
