package io.whorl.bench;

import com.spotify.sparkey.CompressionType;
import com.spotify.sparkey.Sparkey;
import com.spotify.sparkey.SparkeyReader;
import com.spotify.sparkey.SparkeyWriter;
import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.PostingLists.Keys;
import io.whorl.bench.PostingLists.PostingCode;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A Sparkey hash file and its log, uncompressed, with five-byte keys and the single-threaded reader, which its
 * documentation names as the fastest. The values are documents of four bytes, or lists of documents. It has no look-up
 * of several keys.
 */
public final class SparkeyRival implements Rival.SingletonTable, Rival.PostingStore {
    private static final String FILE = "hash.spi";
    private static final int NO_BLOCKS = 1;

    private final SparkeyReader reader;
    private final File index;
    private final byte[] key = new byte[Keys.BYTES];

    SparkeyRival(Path folder) throws IOException {
        index = folder.resolve(FILE).toFile();
        reader = Sparkey.openSingleThreadedReader(index);
    }

    /** Opens the table of a set, and writes it if the folder does not have it. */
    public static SparkeyRival made(SingletonSet set, WorkFolder folder) throws Exception {
        return new SparkeyRival(folder.made("sparkey-table-" + set.count(), made -> fill(set, made)));
    }

    private static void fill(SingletonSet set, Path folder) throws Exception {
        byte[] key = new byte[Keys.BYTES];
        byte[] value = new byte[Integer.BYTES];
        try (SparkeyWriter writer = create(folder)) {
            for (int i = 0; i < set.count(); i++) {
                Keys.put(key, set.minutia(i));
                for (int b = 0, document = set.document(i); b < value.length; b++, document >>>= Byte.SIZE) {
                    value[b] = (byte) document;
                }
                writer.put(key, value);
            }
            writer.writeHash();
        }
    }

    static void fill(PostingLists lists, Path folder) throws Exception {
        byte[] key = new byte[Keys.BYTES];
        PostingCode code = new PostingCode();
        try (SparkeyWriter writer = create(folder)) {
            writer.setFsync(true);
            lists.forEach((minutia, documents, count) -> {
                Keys.put(key, minutia);
                code.encode(documents, count);
                writer.put(key, new ByteArrayInputStream(code.bytes(), 0, code.length()), code.length());
            });
            writer.writeHash();
        }
    }

    private static SparkeyWriter create(Path folder) throws IOException {
        return Sparkey.createNew(folder.resolve(FILE).toFile(), CompressionType.NONE, NO_BLOCKS);
    }

    @Override
    public long find(long minutia) throws IOException {
        Keys.put(key, minutia);
        byte[] value = reader.getAsByteArray(key);
        return value == null
                ? ABSENT
                : (value[0] & 0xFF) | ((value[1] & 0xFF) << 8) | ((value[2] & 0xFF) << 16) | ((value[3] & 0xFF) << 24);
    }

    @Override
    public void find(long minutia, FoundLists found) throws IOException {
        Keys.put(key, minutia);
        byte[] value = reader.getAsByteArray(key);
        if (value == null) {
            found.end();
        } else {
            PostingCode.decode(ByteBuffer.wrap(value), found);
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
}
