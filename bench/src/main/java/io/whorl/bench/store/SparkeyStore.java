package io.whorl.bench.store;

import com.spotify.sparkey.CompressionType;
import com.spotify.sparkey.Sparkey;
import com.spotify.sparkey.SparkeyReader;
import com.spotify.sparkey.SparkeyWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A Sparkey hash file and its log, uncompressed, with the single-threaded reader, which its documentation names as the
 * fastest. It has no look-up of several keys.
 */
final class SparkeyStore implements PostingStore {
    private static final String FILE = "hash.spi";
    private static final int NO_BLOCKS = 1;

    private final SparkeyReader reader;
    private final byte[] key = new byte[Keys.BYTES];

    SparkeyStore(Path folder) throws IOException {
        reader = Sparkey.openSingleThreadedReader(folder.resolve(FILE).toFile());
    }

    static void fill(PostingLists lists, Path folder) throws IOException {
        byte[] key = new byte[Keys.BYTES];
        PostingCode code = new PostingCode();
        try (SparkeyWriter writer = Sparkey.createNew(folder.resolve(FILE).toFile(), CompressionType.NONE, NO_BLOCKS)) {
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
    public void find(long minutia, FoundLists found) {
        Keys.put(key, minutia);
        try {
            byte[] value = reader.getAsByteArray(key);
            if (value == null) {
                found.end();
            } else {
                PostingCode.decode(value, value.length, found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Sparkey cannot be read", e);
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
