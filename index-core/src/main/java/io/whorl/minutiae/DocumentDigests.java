package io.whorl.minutiae;

import io.whorl.text.WordBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Digests by which equal documents are found without comparing them (BGMZ 5.2): of the bytes of a document, of its
 * canonical form (the surviving words, and the beginnings of sentences if the scheme reads them), and of its
 * fingerprint. Documents that are equal in one respect are equal in the later ones. Each digest is SHA-256 cut to 128
 * bits, so that it is infeasible to construct different documents with equal digests. Reusable; one thread at a time.
 * BGMZ is spelled out in docs/DEFINITIONS.md.
 */
public final class DocumentDigests {
    /** The number of bytes of all three digests, 16 each, in the order above. */
    public static final int BYTES = 48;

    private static final int EACH = 16;
    private static final int BUFFER = 1 << 13;

    private final MessageDigest sha = sha256();
    private final MessageDigest words = sha256();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final byte[] digests = new byte[BYTES];
    private boolean withMinutiae;

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Adds words as they are read. A space follows each word, so different sequences have different bytes. If words
     * have breaks, a byte that occurs in no word precedes each word that begins a sentence.
     */
    void words(WordBlock block) {
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

    /** Ends a document whose words were added. */
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
        byte[] fingerprint = sha.digest();
        put(withMinutiae ? fingerprint : new byte[EACH], 2 * EACH);
    }

    private void drain() {
        sha.update(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private void put(byte[] digest, int at) {
        System.arraycopy(digest, 0, digests, at, EACH);
    }

    /**
     * The {@value #BYTES} bytes of the digests of the last document. The last 16 are 0 if it has no minutiae: documents
     * without minutiae do not count as equal in their fingerprints.
     */
    public byte[] copy() {
        return digests.clone();
    }

    /** Begins a document. Discards the words of an unfinished one. */
    void start() {
        words.reset();
    }
}
