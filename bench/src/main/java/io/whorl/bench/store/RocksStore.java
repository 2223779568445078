package io.whorl.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A RocksDB filled by ingesting sorted files, as its guide to bulk loading advises, with the settings of its tuning
 * guides for look-ups of single keys: a Bloom filter with ten bits per key, hash indexes in blocks, LZ4, and a block
 * cache for all data. Read-only. {@code multiGet} looks up several keys.
 */
final class RocksStore implements PostingStore {
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

    RocksStore(Path folder) throws IOException {
        try {
            db = RocksDB.openReadOnly(settings.options, folder.toString());
        } catch (RocksDBException e) {
            throw new IOException(folder + " cannot be opened", e);
        }
    }

    static void fill(PostingLists lists, Path folder) throws IOException {
        try (Settings settings = new Settings();
                RocksFiles files = new RocksFiles(settings.options, folder)) {
            PostingCode code = new PostingCode();
            lists.forEach((minutia, documents, count) -> {
                code.encode(documents, count);
                files.put(Keys.of(minutia), code.copy());
            });
            files.ingest();
        } catch (RocksDBException e) {
            throw new IOException(folder + " cannot be filled", e);
        }
    }

    /** The options and their native resources. */
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
    public void find(long minutia, FoundLists found) {
        Keys.put(keyBytes, minutia);
        key.clear();
        key.put(keyBytes).flip();
        try {
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
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    /** @return the size of the value, even if it does not fit, or {@link RocksDB#NOT_FOUND} */
    private int get() throws RocksDBException {
        value.clear();
        return db.get(reading, key, value);
    }

    @Override
    public void findAll(long[] minutiae, int from, int to, FoundLists found) {
        List<byte[]> keys = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            keys.add(Keys.of(minutiae[i]));
        }
        try {
            for (byte[] held : db.multiGetAsList(reading, keys)) {
                if (held == null) {
                    found.end();
                } else {
                    PostingCode.decode(held, held.length, found);
                }
            }
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    private static IllegalStateException failure(RocksDBException e) {
        return new IllegalStateException("RocksDB cannot be read", e);
    }

    @Override
    public void close() {
        db.close();
        reading.close();
        settings.close();
    }
}
