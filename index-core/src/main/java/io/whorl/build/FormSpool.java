package io.whorl.build;

import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredForms;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The texts or the fingerprints of documents, in their stored form, in a scratch file until their segment is written.
 * Any number of threads may append.
 */
final class FormSpool implements Closeable {
    private static final int PIECE = 1 << 16;

    /** What is stored. */
    public enum Kind {
        TEXT,
        FINGERPRINT
    }

    /** Writes a stored form in pieces. */
    public interface Source {
        void write(StoredForms.Sink out) throws IOException;
    }

    private final Kind kind;
    private final TempFile file;

    public FormSpool(Kind kind, ScratchSpace space) throws IOException {
        this.kind = kind;
        file = new TempFile(space);
    }

    Kind kind() {
        return kind;
    }

    /**
     * Appends some bytes.
     *
     * @return their place, for {@link DocumentBatch#stored}
     */
    public synchronized long append(byte[] bytes, int from, int count) throws IOException {
        return file.append(ByteBuffer.wrap(bytes, from, count));
    }

    /** The same for a form that is too large for memory. Other threads that append wait meanwhile. */
    public synchronized long append(Source source) throws IOException {
        long place = file.size();
        source.write((bytes, from, count) -> file.append(ByteBuffer.wrap(bytes, from, count)));
        return place;
    }

    /** The number of bytes appended. */
    public long size() {
        return file.size();
    }

    /** The forms of documents; each must have been appended. */
    public StoredForms of(DocumentOrder documents) {
        return new StoredForms() {
            private final ByteBuffer piece = ByteBuffer.allocate(PIECE);

            @Override
            public int bytes(long ordinal) {
                return documents.storedBytes(kind, (int) ordinal);
            }

            @Override
            public void write(long ordinal, Sink out) throws IOException {
                long place = documents.storedPlace(kind, (int) ordinal);
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

    /**
     * The spools of what an index stores of its documents.
     *
     * @param texts empty if no texts are stored
     * @param fingerprints empty if no fingerprints are stored
     */
    record FormSpools(Optional<FormSpool> texts, Optional<FormSpool> fingerprints) implements Closeable {
        @SuppressWarnings("resource")
        public static FormSpools of(StoredKinds stored, ScratchSpace space) throws IOException {
            Optional<FormSpool> texts =
                    stored.texts() ? Optional.of(new FormSpool(FormSpool.Kind.TEXT, space)) : Optional.empty();
            try {
                return new FormSpools(
                        texts,
                        stored.fingerprints()
                                ? Optional.of(new FormSpool(FormSpool.Kind.FINGERPRINT, space))
                                : Optional.empty());
            } catch (IOException e) {
                new FormSpools(texts, Optional.empty()).close();
                throw e;
            }
        }

        /** The number of bytes in the spools. */
        public long size() {
            return texts.map(FormSpool::size).orElse(0L)
                    + fingerprints.map(FormSpool::size).orElse(0L);
        }

        @Override
        public void close() throws IOException {
            if (texts.isPresent()) {
                texts.get().close();
            }
            if (fingerprints.isPresent()) {
                fingerprints.get().close();
            }
        }
    }
}
