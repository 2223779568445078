package io.whorl.bench;

import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.PostingLists.Keys;
import io.whorl.bench.PostingLists.PostingCode;
import io.whorl.bench.Rival.PostingAdds;
import io.whorl.bench.Rival.PostingStore;
import io.whorl.write.NewDocument;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionPriority;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB: a store of lists, and adds. */
public final class RocksDbRival {
    /**
     * A RocksDB filled by ingesting a sorted file, as its guide to bulk loading advises, with the settings of its
     * tuning guides for look-ups of single keys: a Bloom filter with ten bits per key, hash indexes in blocks, LZ4, and
     * a block cache for all data. Read-only. {@code multiGet} looks up several keys.
     */
    static final class RocksStore implements PostingStore {
        private static final long CACHE = 2L << 30;
        private static final double BLOOM_BITS = 10;
        private static final double HASH_USE = 0.75;

        private final Settings settings = new Settings();
        private final ReadOptions reading = new ReadOptions();
        private final RocksDB db;
        private final ByteBuffer key = ByteBuffer.allocateDirect(Keys.BYTES);
        private final byte[] keyBytes = new byte[Keys.BYTES];
        private ByteBuffer value = ByteBuffer.allocateDirect(1 << 10);

        static {
            RocksDB.loadLibrary();
        }

        RocksStore(Path folder) throws Exception {
            db = RocksDB.openReadOnly(settings.options, folder.toString());
        }

        static void fill(PostingLists lists, Path folder) throws Exception {
            String sorted = folder.resolve("sorted.sst").toString();
            PostingCode code = new PostingCode();
            try (Settings settings = new Settings();
                    EnvOptions environment = new EnvOptions();
                    SstFileWriter file = new SstFileWriter(environment, settings.options);
                    IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
                file.open(sorted);
                lists.forEach((minutia, documents, count) -> {
                    code.encode(documents, count);
                    file.put(Keys.of(minutia), code.copy());
                });
                file.finish();
                try (RocksDB db = RocksDB.open(settings.options, folder.toString())) {
                    db.ingestExternalFile(List.of(sorted), move);
                }
            }
        }

        private static final class Settings implements AutoCloseable {
            private final BloomFilter bloom = new BloomFilter(BLOOM_BITS, false);
            private final LRUCache cache = new LRUCache(CACHE);
            private final Options options = new Options()
                    .setCreateIfMissing(true)
                    .setCompressionType(CompressionType.LZ4_COMPRESSION)
                    .setTableFormatConfig(new BlockBasedTableConfig()
                            .setFilterPolicy(bloom)
                            .setBlockCache(cache)
                            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                            .setDataBlockHashTableUtilRatio(HASH_USE));

            @Override
            public void close() {
                options.close();
                bloom.close();
                cache.close();
            }
        }

        @Override
        public void find(long minutia, FoundLists found) throws Exception {
            Keys.put(keyBytes, minutia);
            key.clear();
            key.put(keyBytes).flip();
            int size = get();
            if (size > value.capacity()) {
                value = ByteBuffer.allocateDirect(2 * size);
                key.rewind();
                get();
            }
            if (size == RocksDB.NOT_FOUND) {
                found.end();
            } else {
                PostingCode.decode(value, found);
            }
        }

        /** @return the size of the value, even if it does not fit, or {@link RocksDB#NOT_FOUND} */
        private int get() throws RocksDBException {
            value.clear();
            return db.get(reading, key, value);
        }

        @Override
        public void findAll(long[] minutiae, int from, int to, FoundLists found) throws Exception {
            List<byte[]> keys = new ArrayList<>(to - from);
            for (int i = from; i < to; i++) {
                keys.add(Keys.of(minutiae[i]));
            }
            for (byte[] held : db.multiGetAsList(reading, keys)) {
                if (held == null) {
                    found.end();
                } else {
                    PostingCode.decode(ByteBuffer.wrap(held), found);
                }
            }
        }

        @Override
        public void close() {
            db.close();
            reading.close();
            settings.close();
        }
    }

    /**
     * A RocksDB with one key per posting, minutia before document, so that a list is a range of keys and adding reads
     * nothing. Settings follow its guide to basic tuning, with more memory for writing. One write per document, synced
     * at the end of a batch.
     */
    public static final class RocksAdds implements PostingAdds {
        private static final int MINUTIA = 5;
        private static final int KEY = MINUTIA + Integer.BYTES;
        private static final byte[] NOTHING = {};
        /** The same as Lucene's buffer. */
        private static final long MEMORY = 512L << 20;

        private final Options options;
        private final RocksDB db;
        private final WriteOptions unsynced = new WriteOptions();
        private final WorkerThreads crew;
        private int documents;

        static {
            RocksDB.loadLibrary();
        }

        /** @param folder an empty folder */
        public RocksAdds(Path folder, int threads) throws Exception {
            options = options(threads);
            crew = new WorkerThreads(threads);
            db = RocksDB.open(options, folder.toString());
        }

        private static Options options(int threads) {
            Options options = new Options();
            options.setCreateIfMissing(true).setIncreaseParallelism(Math.max(2, threads));
            options.optimizeLevelStyleCompaction(MEMORY);
            return options.setLevelCompactionDynamicLevelBytes(true)
                    .setBytesPerSync(1 << 20)
                    .setCompactionPriority(CompactionPriority.MinOverlappingRatio)
                    .setCompressionType(CompressionType.LZ4_COMPRESSION)
                    .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
                    .setTableFormatConfig(new BlockBasedTableConfig()
                            .setBlockSize(16 << 10)
                            .setCacheIndexAndFilterBlocks(true)
                            .setPinL0FilterAndIndexBlocksInCache(true));
        }

        @Override
        public void add(List<NewDocument> batch) throws Exception {
            int first = documents;
            crew.forEach(batch.size(), i -> add(first + i, batch.get(i).utf8()));
            documents += batch.size();
            db.syncWal();
        }

        private void add(int document, byte[] text) throws Exception {
            byte[] key = new byte[KEY];
            ByteBuffer.wrap(key).putInt(MINUTIA, document);
            try (WriteBatch postings = new WriteBatch()) {
                for (long minutia : Schemes.minutiae(text)) {
                    Keys.put(key, minutia);
                    postings.put(key, NOTHING);
                }
                db.write(unsynced, postings);
            }
        }

        @Override
        public int[] documents(long minutia) {
            IntStream.Builder found = IntStream.builder();
            byte[] from = new byte[KEY];
            Keys.put(from, minutia);
            try (RocksIterator keys = db.newIterator()) {
                for (keys.seek(from); keys.isValid() && minutia(keys.key()) == minutia; keys.next()) {
                    found.add(ByteBuffer.wrap(keys.key()).getInt(MINUTIA));
                }
            }
            return found.build().toArray();
        }

        private static long minutia(byte[] key) {
            return ByteBuffer.wrap(key).getLong() >>> (Long.SIZE - Byte.SIZE * MINUTIA);
        }

        @Override
        public void close() {
            crew.close();
            db.close();
            unsynced.close();
            options.close();
        }
    }
}
