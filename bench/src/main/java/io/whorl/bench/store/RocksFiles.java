package io.whorl.bench.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Writes sorted keys to RocksDB files, and then ingests them into a database. */
final class RocksFiles implements Closeable {
    /** RocksDB's own file size at the first level. */
    private static final long FILE_BYTES = 64L << 20;
    /** The size is checked after this many keys. */
    private static final int OFTEN = 1 << 12;

    private final Options options;
    private final Path folder;
    private final EnvOptions environment = new EnvOptions();
    private final List<String> written = new ArrayList<>();
    private SstFileWriter writer;
    private long keys;

    RocksFiles(Options options, Path folder) {
        this.options = options;
        this.folder = folder;
    }

    /** @param key greater than all keys before */
    void put(byte[] key, byte[] value) throws IOException {
        try {
            if (writer == null) {
                String file = folder.resolve("part-" + written.size() + ".sst").toString();
                writer = new SstFileWriter(environment, options);
                writer.open(file);
                written.add(file);
            }
            writer.put(key, value);
            if (++keys % OFTEN == 0 && writer.fileSize() >= FILE_BYTES) {
                finish();
            }
        } catch (RocksDBException e) {
            throw new IOException("RocksDB cannot write to " + folder, e);
        }
    }

    private void finish() throws RocksDBException {
        writer.finish();
        writer.close();
        writer = null;
    }

    void ingest() throws RocksDBException {
        if (writer != null) {
            finish();
        }
        try (RocksDB db = RocksDB.open(options, folder.toString());
                IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
            if (!written.isEmpty()) {
                db.ingestExternalFile(written, move);
            }
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        environment.close();
    }
}
