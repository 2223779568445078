package io.whorl.write;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.DocumentExtras;
import io.whorl.store.DocumentTable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A document as it goes into the index: fingerprinted, without its text. */
record Prepared(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies) {
    static Prepared of(String id, byte[] utf8, Fingerprinter fingerprinter, DocumentExtras extras) {
        byte[] idBytes = id(id);
        Objects.requireNonNull(utf8, "utf8");
        Fingerprint fingerprint = fingerprinter.fingerprint(utf8);
        long[] minutiae = fingerprint.toArray();
        int[] frequencies = new int[fingerprinter.scheme().frequencies() ? minutiae.length : 0];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = fingerprint.frequency(i);
        }
        long words = fingerprint.counts().words();
        return new Prepared(idBytes, words, extras.of(minutiae, minutiae.length, words), minutiae, frequencies);
    }

    /** Bytes that a live tier keeps of it in heap, beside what it needs for every document and posting. */
    long held() {
        return (long) id.length + extra.length;
    }

    /** @throws IllegalArgumentException if it is no id */
    static byte[] id(String id) {
        Objects.requireNonNull(id, "id");
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException("id has " + bytes.length + " bytes of UTF-8; it must have from 1 to "
                    + DocumentTable.LONGEST_ID);
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(id)) {
            // Written as '?', it would be another document's id.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }
}
