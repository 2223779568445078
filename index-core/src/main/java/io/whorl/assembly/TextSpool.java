package io.whorl.assembly;

import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredTexts;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The texts of documents, in their stored form, in a scratch file until their segment is written. Any number of threads
 * may append.
 */
public final class TextSpool implements Closeable {
    private static final int PIECE = 1 << 16;

    private final TempFile file;

    public TextSpool(ScratchSpace space) throws IOException {
        file = new TempFile(space);
    }

    /**
     * Appends some bytes.
     *
     * @return their place, for {@link DocumentBatch#text(int, long, int)}
     */
    public long append(byte[] bytes, int from, int count) throws IOException {
        return file.append(ByteBuffer.wrap(bytes, from, count));
    }

    /** The number of bytes appended. */
    public long size() {
        return file.size();
    }

    /** The texts of documents; each must have been appended. */
    public StoredTexts of(DocumentOrder documents) {
        return new StoredTexts() {
            private final ByteBuffer piece = ByteBuffer.allocate(PIECE);

            @Override
            public int bytes(long ordinal) {
                return documents.textBytes((int) ordinal);
            }

            @Override
            public void write(long ordinal, Sink out) throws IOException {
                long place = documents.textPlace((int) ordinal);
                int bytes = bytes(ordinal);
                for (int done = 0; done < bytes; done += piece.limit()) {
                    piece.clear().limit(Math.min(PIECE, bytes - done));
                    file.read(place + done, piece);
                    out.put(piece.array(), 0, piece.limit());
                }
            }
        };
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
