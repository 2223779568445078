package io.whorl.bench.rival;

import io.whorl.bench.data.Schemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;
import net.openhft.chronicle.values.Values;

/**
 * A persisted Chronicle Map from minutiae to arrays of documents. A batch is sorted, so that each array is read,
 * extended and written once per batch. A Chronicle Map has no commit: its file is forced after each batch, but a crash
 * in between leaves it inconsistent.
 */
public final class ChronicleAdds implements PostingAdds {
    private static final int DOCUMENT_BITS = 24;
    private static final int CHUNK = 8;
    /** The maximum length of an array is the number of documents. */
    private static final int MOST_CHUNKS = 1 << 15;

    private static final int AVERAGE_VALUE = 2 * Integer.BYTES;
    /** The number of shares of a batch for each thread; several, so that threads finish at about the same time. */
    private static final int SHARES = 8;

    private final ChronicleMap<LongValue, ByteBuffer> map;
    private final FileChannel file;
    private final WorkerThreads crew;
    private final ThreadLocal<Fingerprinter> fingerprinters =
            ThreadLocal.withInitial(() -> Fingerprinter.of(Schemes.named(Schemes.DEFAULT)));
    private final ThreadLocal<LongValue> keys = ThreadLocal.withInitial(() -> Values.newHeapInstance(LongValue.class));
    private final ThreadLocal<ByteBuffer> values = ThreadLocal.withInitial(() -> buffer(64));
    private int documents;

    /**
     * Creates the map.
     *
     * @param folder an empty folder
     * @param all the documents that will be added, because a Chronicle Map must know its size in advance
     */
    public ChronicleAdds(Path folder, int threads, List<NewDocument> all) throws IOException {
        crew = new WorkerThreads(threads);
        long[] postings = postings(all);
        Path path = folder.resolve("map");
        map = ChronicleMap.of(LongValue.class, ByteBuffer.class)
                .name("postings")
                .entries(Math.max(
                        1,
                        LongStream.range(0, postings.length)
                                .filter(i -> begins(postings, (int) i))
                                .count()))
                .averageValueSize(AVERAGE_VALUE)
                .actualChunkSize(CHUNK)
                .maxChunksPerEntry(MOST_CHUNKS)
                .maxBloatFactor(10)
                .putReturnsNull(true)
                .checksumEntries(false)
                .createPersistedTo(path.toFile());
        file = FileChannel.open(path, StandardOpenOption.WRITE);
    }

    @Override
    public void add(List<NewDocument> batch) throws IOException {
        long[] postings = postings(batch);
        int shares = Math.min(crew.threads() * SHARES, Math.max(1, batch.size()));
        crew.forEach(shares, s -> append(postings, from(postings, s, shares), from(postings, s + 1, shares)));
        documents += batch.size();
        file.force(true);
    }

    /** The minutiae and documents of a batch, sorted. */
    private long[] postings(List<NewDocument> batch) {
        long[][] each = new long[batch.size()][];
        crew.forEach(each.length, i -> {
            each[i] = fingerprinters.get().fingerprint(batch.get(i).utf8()).toArray();
            for (int j = 0; j < each[i].length; j++) {
                each[i][j] = each[i][j] << DOCUMENT_BITS | documents + i;
            }
        });
        long[] postings = Arrays.stream(each).flatMapToLong(Arrays::stream).toArray();
        Arrays.parallelSort(postings);
        return postings;
    }

    /** Returns the start of a share, at a boundary between minutiae. */
    private static int from(long[] postings, int share, int shares) {
        int at = (int) ((long) postings.length * share / shares);
        while (at < postings.length && !begins(postings, at)) {
            at++;
        }
        return at;
    }

    private static boolean begins(long[] postings, int at) {
        return at == 0 || postings[at] >>> DOCUMENT_BITS != postings[at - 1] >>> DOCUMENT_BITS;
    }

    private void append(long[] postings, int from, int to) {
        for (int at = from; at < to; ) {
            int end = at + 1;
            while (end < to && !begins(postings, end)) {
                end++;
            }
            append(postings[at] >>> DOCUMENT_BITS, postings, at, end);
            at = end;
        }
    }

    private void append(long minutia, long[] postings, int from, int to) {
        LongValue key = keys.get();
        key.setValue(minutia);
        try (ExternalMapQueryContext<LongValue, ByteBuffer, ?> query = map.queryContext(key)) {
            query.updateLock().lock();
            MapEntry<LongValue, ByteBuffer> entry = query.entry();
            int length = entry == null ? 0 : (int) entry.value().size();
            ByteBuffer value = room(length + (to - from) * Integer.BYTES);
            if (entry != null) {
                value = entry.value().getUsing(value);
            }
            value.limit(length + (to - from) * Integer.BYTES).position(length);
            for (int i = from; i < to; i++) {
                value.putInt((int) postings[i] & (1 << DOCUMENT_BITS) - 1);
            }
            value.flip();
            if (entry == null) {
                query.insert(query.absentEntry(), query.wrapValueAsData(value));
            } else {
                query.replaceValue(entry, query.wrapValueAsData(value));
            }
        }
    }

    private ByteBuffer room(int bytes) {
        ByteBuffer value = values.get();
        if (value.capacity() < bytes) {
            value = buffer(2 * bytes);
            values.set(value);
        }
        return value.clear();
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int[] documents(long minutia) {
        LongValue key = keys.get();
        key.setValue(minutia);
        ByteBuffer value = map.get(key);
        int[] found = new int[value == null ? 0 : value.remaining() / Integer.BYTES];
        if (value != null) {
            value.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(found);
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        crew.close();
        file.close();
        map.close();
    }
}
