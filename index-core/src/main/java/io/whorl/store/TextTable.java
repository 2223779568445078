package io.whorl.store;

import java.io.IOException;

/**
 * The stored texts of a segment, by ordinal: the sections TEXTS and TEXT_ENDS; docs/FORMAT.md, "Stored texts".
 * Immutable and thread-safe.
 */
public final class TextTable {
    private static final int PIECE = 1 << 16;

    private final long documents;
    private final MappedBytes texts;
    private final FixedNumbers ends;
    private final long endBytes;
    private final boolean stored;

    /** @param width bytes of an end; 0 if the segment stores no texts */
    TextTable(long documents, MappedBytes texts, MappedBytes ends, int width) {
        this.documents = documents;
        this.texts = texts;
        this.ends = new FixedNumbers(ends, width);
        endBytes = ends.length();
        stored = width > 0;
    }

    /** Whether the segment stores the texts of its documents. */
    public boolean isStored() {
        return stored;
    }

    /** The bytes of both sections. */
    public long length() {
        return texts.length() + endBytes;
    }

    /**
     * The text of a document.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    public byte[] text(long ordinal) {
        try {
            return StoredText.decode(stored(ordinal));
        } catch (IllegalArgumentException e) {
            throw texts.damaged(start(ordinal), "the text of document " + ordinal + ": " + e.getMessage());
        }
    }

    /** The text of a document in its stored form. */
    public byte[] stored(long ordinal) {
        byte[] bytes = new byte[bytes(ordinal)];
        texts.copy(start(ordinal), bytes, 0, bytes.length);
        return bytes;
    }

    /** The number of bytes of the stored form of a text. */
    public int bytes(long ordinal) {
        long from = start(ordinal);
        long to = ends.get(ordinal);
        if (from < 0 || from >= to || to > texts.length() || to - from > Integer.MAX_VALUE - 8) {
            throw texts.damaged(
                    from,
                    "document " + ordinal + " has its text at bytes " + from + " to " + to + " of " + texts.length());
        }
        return (int) (to - from);
    }

    /** Passes the stored form of a text to a sink, in pieces. */
    public void write(long ordinal, StoredTexts.Sink out) throws IOException {
        int bytes = bytes(ordinal);
        long from = start(ordinal);
        byte[] piece = new byte[Math.min(PIECE, bytes)];
        for (int done = 0; done < bytes; ) {
            int n = Math.min(piece.length, bytes - done);
            texts.copy(from + done, piece, 0, n);
            out.put(piece, 0, n);
            done += n;
        }
    }

    private long start(long ordinal) {
        if (!stored || ordinal < 0 || ordinal >= documents) {
            throw new IndexOutOfBoundsException(
                    "document " + ordinal + " of " + documents + (stored ? "" : "; the segment stores no texts"));
        }
        return ordinal == 0 ? 0 : ends.get(ordinal - 1);
    }
}
