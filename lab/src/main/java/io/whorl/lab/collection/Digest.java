package io.whorl.lab.collection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest of a sequence of parts: 128 bits of SHA-256 over the length and bytes of each part. */
final class Digest {
    private static final int BYTES = 16;

    private final MessageDigest digest;

    Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }

    void add(String part) {
        add(part.getBytes(StandardCharsets.UTF_8));
    }

    void add(byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
        digest.update(part);
    }

    /** Returns the digest; nothing can be added afterwards. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }
}
