package io.whorl.bench.table;

import com.spotify.sparkey.CompressionType;
import com.spotify.sparkey.Sparkey;
import com.spotify.sparkey.SparkeyReader;
import com.spotify.sparkey.SparkeyWriter;
import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A Sparkey hash file and its log, uncompressed, with five-byte keys, four-byte values and the single-threaded reader,
 * which its documentation names as the fastest.
 */
public final class SparkeyTable implements SingletonTable {
    private static final String FILE = "hash.spi";
    private static final int KEY_BYTES = SingletonSet.BITS / 8;
    private static final int NO_BLOCKS = 1;

    private final SparkeyReader reader;
    private final File index;
    private final byte[] key = new byte[KEY_BYTES];

    private SparkeyTable(File index) {
        this.index = index;
        try {
            reader = Sparkey.openSingleThreadedReader(index);
        } catch (IOException e) {
            throw new UncheckedIOException(index + " cannot be opened", e);
        }
    }

    /** Writes the index to this file, and the log next to it. */
    private static void build(SingletonSet set, Path file) {
        try (SparkeyWriter writer = Sparkey.createNew(file.toFile(), CompressionType.NONE, NO_BLOCKS)) {
            byte[] key = new byte[KEY_BYTES];
            byte[] value = new byte[Integer.BYTES];
            for (int i = 0; i < set.count(); i++) {
                put(key, set.minutia(i));
                put(value, set.document(i));
                writer.put(key, value);
            }
            writer.writeHash();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a Sparkey file at " + file, e);
        }
    }

    /** Opens the table of a set, and writes it if the folder does not have it. */
    public static SparkeyTable made(SingletonSet set, WorkFolder folder) {
        Path file = folder.made("sparkey-" + set.count(), made -> build(set, made.resolve(FILE)))
                .resolve(FILE);
        return new SparkeyTable(file.toFile());
    }

    @Override
    public long find(long minutia) {
        put(key, minutia);
        try {
            byte[] value = reader.getAsByteArray(key);
            return value == null ? ABSENT : get(value);
        } catch (IOException e) {
            throw new UncheckedIOException(index + " cannot be read", e);
        }
    }

    @Override
    public long bytes() {
        return Sparkey.getIndexFile(index).length() + Sparkey.getLogFile(index).length();
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
