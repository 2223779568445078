package io.whorl.bench.rival;

import io.whorl.bench.data.Schemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.write.NewDocument;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactionPriority;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A RocksDB with one key per posting, minutia before document, so that a list is a range of keys and adding reads
 * nothing. Settings follow its guide to basic tuning, with more memory for writing. One write per document, synced at
 * the end of a batch.
 */
public final class RocksAdds implements PostingAdds {
    private static final int MINUTIA = 5;
    private static final int KEY = MINUTIA + Integer.BYTES;
    private static final byte[] NOTHING = {};
    /** The same as Lucene's buffer. */
    private static final long MEMORY = 512L << 20;

    private final Options options;
    private final RocksDB db;
    private final WriteOptions unsynced = new WriteOptions();
    private final WorkerThreads crew;
    private final ThreadLocal<Fingerprinter> fingerprinters =
            ThreadLocal.withInitial(() -> Fingerprinter.of(Schemes.named(Schemes.DEFAULT)));
    private int documents;

    static {
        RocksDB.loadLibrary();
    }

    /** @param folder an empty folder */
    public RocksAdds(Path folder, int threads) {
        options = options(threads);
        crew = new WorkerThreads(threads);
        try {
            db = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failure(e);
        }
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
    public void add(List<NewDocument> batch) {
        int first = documents;
        crew.forEach(batch.size(), i -> add(first + i, batch.get(i).utf8()));
        documents += batch.size();
        try {
            db.syncWal();
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    private void add(int document, byte[] text) {
        byte[] key = new byte[KEY];
        ByteBuffer.wrap(key).putInt(MINUTIA, document);
        try (WriteBatch postings = new WriteBatch()) {
            for (long minutia : fingerprinters.get().fingerprint(text).toArray()) {
                MinutiaStream.fill(key, minutia);
                postings.put(key, NOTHING);
            }
            db.write(unsynced, postings);
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    @Override
    public int[] documents(long minutia) {
        IntStream.Builder found = IntStream.builder();
        byte[] from = new byte[KEY];
        MinutiaStream.fill(from, minutia);
        try (RocksIterator keys = db.newIterator()) {
            for (keys.seek(from); keys.isValid() && minutia(keys.key()) == minutia; keys.next()) {
                found.add(ByteBuffer.wrap(keys.key()).getInt(MINUTIA));
            }
        }
        return found.build().toArray();
    }

    private static long minutia(byte[] key) {
        return ByteBuffer.wrap(key).getLong() >>> Long.SIZE - Byte.SIZE * MINUTIA;
    }

    private static IllegalStateException failure(RocksDBException e) {
        return new IllegalStateException("RocksDB failed", e);
    }

    @Override
    public void close() {
        crew.close();
        db.close();
        unsynced.close();
        options.close();
    }
}
