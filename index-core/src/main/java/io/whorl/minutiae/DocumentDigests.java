package io.whorl.minutiae;

import io.whorl.text.WordBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What tells whether two documents are equal without having both (BGMZ 5.2): digests of a document's bytes, of its
 * canonical form (the sequence of surviving words, and where sentences begin if the scheme reads that), and of its
 * fingerprint. So who is equal in one is equal in the next. Each is SHA-256 cut to 128 bits: nobody can make different
 * documents look equal. Reusable; one thread at a time.
 */
public final class DocumentDigests {
    /** Bytes of all three: 16 each, in the order above. */
    public static final int BYTES = 48;

    private static final int EACH = 16;
    private static final int BUFFER = 1 << 13;

    private final MessageDigest sha = sha256();
    private final MessageDigest words = sha256();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final byte[] digests = new byte[BYTES];
    private boolean withMinutiae;

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Takes words as they are read; each is followed by a space, so they cannot run together. */
    void words(WordBlock block) {
        if (block.count > 0) {
            words.update(block.bytes, 0, block.end[block.count - 1] + 1);
        }
    }

    /** The same, where the scheme reads sentences too: a word that begins one comes after a byte that no word has. */
    void structuredWords(WordBlock block) {
        int from = 0;
        for (int k = 0; k < block.count; k++) {
            if (block.breaks[k] != 0) {
                words.update(block.bytes, from, block.start(k) - from);
                words.update(block.breaks[k]);
                from = block.start(k);
            }
        }
        if (block.count > 0) {
            words.update(block.bytes, from, block.end[block.count - 1] + 1 - from);
        }
    }

    /** Ends a document whose words were taken. */
    void finish(byte[] utf8, int from, int to, DocumentMinutiae minutiae, boolean frequencies) throws IOException {
        sha.update(utf8, from, to - from);
        put(sha.digest(), 0);
        put(words.digest(), EACH);
        withMinutiae = false;
        minutiae.forEach((minutia, count) -> {
            withMinutiae = true;
            if (buffer.remaining() < Long.BYTES + Integer.BYTES) {
                drain();
            }
            buffer.putLong(minutia);
            if (frequencies) {
                buffer.putInt(count);
            }
        });
        drain();
        put(sha.digest(), 2 * EACH);
    }

    private void drain() {
        sha.update(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private void put(byte[] digest, int at) {
        System.arraycopy(digest, 0, digests, at, EACH);
    }

    /** Copies the {@value #BYTES} bytes of the last document. */
    public void copy(byte[] to, int at) {
        System.arraycopy(digests, 0, to, at, BYTES);
    }

    /** Whether the last document has minutiae: fingerprints without any do not make documents equal. */
    public boolean withMinutiae() {
        return withMinutiae;
    }

    /** Forgets the words of a document that was broken off. */
    void start() {
        words.reset();
    }
}
