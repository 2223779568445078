package io.whorl.bench.rival;

import com.spotify.sparkey.CompressionType;
import com.spotify.sparkey.Sparkey;
import com.spotify.sparkey.SparkeyReader;
import com.spotify.sparkey.SparkeyWriter;
import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.PostingLists.FoundLists;
import io.whorl.bench.rival.PostingLists.Keys;
import io.whorl.bench.rival.PostingLists.PostingCode;
import io.whorl.bench.rival.Rival.PostingStore;
import io.whorl.bench.rival.Rival.SingletonTable;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** Sparkey: a table of singletons and a store of lists. */
public final class SparkeyRival {
    /**
     * A Sparkey hash file and its log, uncompressed, with five-byte keys, four-byte values and the single-threaded
     * reader, which its documentation names as the fastest.
     */
    public static final class SparkeyTable implements SingletonTable {
        private static final String FILE = "hash.spi";
        private static final int KEY_BYTES = SingletonSet.BITS / 8;
        private static final int NO_BLOCKS = 1;

        private final SparkeyReader reader;
        private final File index;
        private final byte[] key = new byte[KEY_BYTES];

        private SparkeyTable(File index) throws Exception {
            this.index = index;
            reader = Sparkey.openSingleThreadedReader(index);
        }

        /** Writes the index to this file, and the log next to it. */
        private static void build(SingletonSet set, Path file) throws Exception {
            try (SparkeyWriter writer = Sparkey.createNew(file.toFile(), CompressionType.NONE, NO_BLOCKS)) {
                byte[] key = new byte[KEY_BYTES];
                byte[] value = new byte[Integer.BYTES];
                for (int i = 0; i < set.count(); i++) {
                    put(key, set.minutia(i));
                    put(value, set.document(i));
                    writer.put(key, value);
                }
                writer.writeHash();
            }
        }

        /** Opens the table of a set, and writes it if the folder does not have it. */
        public static SparkeyTable made(SingletonSet set, WorkFolder folder) throws Exception {
            Path file = folder.made("sparkey-" + set.count(), made -> build(set, made.resolve(FILE)))
                    .resolve(FILE);
            return new SparkeyTable(file.toFile());
        }

        @Override
        public long find(long minutia) throws Exception {
            put(key, minutia);
            byte[] value = reader.getAsByteArray(key);
            return value == null ? ABSENT : get(value);
        }

        @Override
        public long bytes() {
            return Sparkey.getIndexFile(index).length()
                    + Sparkey.getLogFile(index).length();
        }

        @Override
        public void close() {
            reader.close();
        }

        private static void put(byte[] to, long value) {
            for (int i = 0; i < to.length; i++) {
                to[i] = (byte) (value >>> 8 * i);
            }
        }

        private static long get(byte[] from) {
            long value = 0;
            for (int i = 0; i < from.length; i++) {
                value |= (from[i] & 0xFFL) << 8 * i;
            }
            return value;
        }
    }

    /**
     * A Sparkey hash file and its log, uncompressed, with the single-threaded reader, which its documentation names as
     * the fastest. It has no look-up of several keys.
     */
    static final class SparkeyStore implements PostingStore {
        private static final String FILE = "hash.spi";
        private static final int NO_BLOCKS = 1;

        private final SparkeyReader reader;
        private final byte[] key = new byte[Keys.BYTES];

        SparkeyStore(Path folder) throws IOException {
            reader = Sparkey.openSingleThreadedReader(folder.resolve(FILE).toFile());
        }

        static void fill(PostingLists lists, Path folder) throws Exception {
            byte[] key = new byte[Keys.BYTES];
            PostingCode code = new PostingCode();
            try (SparkeyWriter writer =
                    Sparkey.createNew(folder.resolve(FILE).toFile(), CompressionType.NONE, NO_BLOCKS)) {
                writer.setFsync(true);
                lists.forEach((minutia, documents, count) -> {
                    Keys.put(key, minutia);
                    code.encode(documents, count);
                    writer.put(key, new ByteArrayInputStream(code.bytes(), 0, code.length()), code.length());
                });
                writer.writeHash();
            }
        }

        @Override
        public void find(long minutia, FoundLists found) throws Exception {
            Keys.put(key, minutia);
            byte[] value = reader.getAsByteArray(key);
            if (value == null) {
                found.end();
            } else {
                PostingCode.decode(value, value.length, found);
            }
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
