package io.whorl.bench;

import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.PostingLists.PostingCode;
import io.whorl.bench.Rival.PostingAdds;
import io.whorl.bench.Rival.PostingStore;
import io.whorl.bench.Rival.SingletonTable;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;
import net.openhft.chronicle.values.Values;

/** Chronicle Map: a table of singletons, a store of lists, and adds. */
public final class ChronicleMapRival {
    /**
     * A persisted Chronicle Map, tuned as its tutorial advises: value interfaces of constant size for key and value, so
     * that nothing is serialised or allocated; the true number of entries; no checksums; no result from {@code put}.
     */
    public static final class ChronicleTable<V> implements SingletonTable {
        private static final String FILE = "map";

        private final ChronicleMap<LongValue, V> map;
        private final Path file;
        private final ChronicleValue<V> type;
        private final LongValue key = Values.newHeapInstance(LongValue.class);
        private final V value;

        private ChronicleTable(Path file, long entries, ChronicleValue<V> type) throws Exception {
            this.file = file;
            this.type = type;
            value = Values.newNativeReference(type.type());
            map = ChronicleMap.of(LongValue.class, type.type())
                    .name("minutiae")
                    .entries(entries)
                    .putReturnsNull(true)
                    .removeReturnsNull(true)
                    .checksumEntries(false)
                    .createPersistedTo(file.toFile());
        }

        /** Opens the map of a set with values of four bytes, and fills it if the folder does not have it. */
        public static SingletonTable ofInts(SingletonSet set, WorkFolder folder) throws Exception {
            return made(
                    set,
                    folder,
                    new ChronicleValue<>(IntValue.class, IntValue::getValue, (v, d) -> v.setValue((int) d)));
        }

        /** Opens the map of a set with values of eight bytes, which could also point to a list. */
        public static SingletonTable ofLongs(SingletonSet set, WorkFolder folder) throws Exception {
            return made(set, folder, new ChronicleValue<>(LongValue.class, LongValue::getValue, LongValue::setValue));
        }

        private static <V> SingletonTable made(SingletonSet set, WorkFolder folder, ChronicleValue<V> type)
                throws Exception {
            String name = "chronicle-" + type.type().getSimpleName().toLowerCase(Locale.ROOT) + "-" + set.count();
            Path made = folder.made(name, part -> fill(set, part.resolve(FILE), type));
            return new ChronicleTable<>(made.resolve(FILE), set.count(), type);
        }

        private static <V> void fill(SingletonSet set, Path file, ChronicleValue<V> type) throws Exception {
            try (ChronicleTable<V> table = new ChronicleTable<>(file, set.count(), type)) {
                V document = Values.newHeapInstance(type.type());
                for (int i = 0; i < set.count(); i++) {
                    table.key.setValue(set.minutia(i));
                    type.setter().accept(document, set.document(i));
                    table.map.put(table.key, document);
                }
            }
        }

        @Override
        public long find(long minutia) {
            key.setValue(minutia);
            return map.getUsing(key, value) == null ? ABSENT : type.getter().applyAsLong(value);
        }

        @Override
        public long bytes() throws Exception {
            return Files.size(file);
        }

        @Override
        public void close() {
            map.close();
        }
    }

    private record ChronicleValue<V>(Class<V> type, ToLongFunction<V> getter, ObjLongConsumer<V> setter) {}

    /**
     * A persisted Chronicle Map, tuned as its tutorial advises: keys of constant size by a value interface, the true
     * number of entries and mean size of values, values read into a reused buffer, no checksums, no result from
     * {@code put}. It has no look-up of several keys.
     */
    static final class ChronicleStore implements PostingStore {
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

        static void fill(PostingLists lists, Path folder) throws Exception {
            Path file = folder.resolve(FILE);
            PostingCode code = new PostingCode();
            LongValue key = Values.newHeapInstance(LongValue.class);
            ChronicleMapBuilder<LongValue, ByteBuffer> builder = ChronicleMap.of(LongValue.class, ByteBuffer.class)
                    .name(FILE)
                    .entries(Math.max(1, lists.minutiae()))
                    .averageValueSize(Math.max(1, (double) lists.encodedBytes() / Math.max(1, lists.minutiae())))
                    .actualChunkSize(CHUNK)
                    .maxChunksPerEntry(MOST_CHUNKS)
                    .putReturnsNull(true)
                    .checksumEntries(false);
            try (ChronicleMap<LongValue, ByteBuffer> map = builder.createPersistedTo(file.toFile())) {
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

    /**
     * A persisted Chronicle Map from minutiae to arrays of documents. A batch is sorted, so that each array is read,
     * extended and written once per batch. A Chronicle Map has no commit: its file is forced after each batch, but a
     * crash in between leaves it inconsistent.
     */
    public static final class ChronicleAdds implements PostingAdds {
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
        private final ThreadLocal<LongValue> keys =
                ThreadLocal.withInitial(() -> Values.newHeapInstance(LongValue.class));
        private final ThreadLocal<ByteBuffer> values = ThreadLocal.withInitial(() -> buffer(64));
        private int documents;

        /**
         * Creates the map.
         *
         * @param folder an empty folder
         * @param all the documents that will be added, because a Chronicle Map must know its size in advance
         */
        public ChronicleAdds(Path folder, int threads, List<NewDocument> all) throws Exception {
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
        public void add(List<NewDocument> batch) throws Exception {
            long[] postings = postings(batch);
            int shares = Math.min(crew.threads() * SHARES, Math.max(1, batch.size()));
            crew.forEach(shares, s -> append(postings, from(postings, s, shares), from(postings, s + 1, shares)));
            documents += batch.size();
            file.force(true);
        }

        /** The minutiae and documents of a batch, sorted. */
        private long[] postings(List<NewDocument> batch) throws Exception {
            long[][] each = new long[batch.size()][];
            crew.forEach(each.length, i -> {
                each[i] = Schemes.minutiae(batch.get(i).utf8());
                for (int j = 0; j < each[i].length; j++) {
                    each[i][j] = (each[i][j] << DOCUMENT_BITS) | (documents + i);
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
                    value.putInt((int) postings[i] & ((1 << DOCUMENT_BITS) - 1));
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
}
