package io.whorl.lucene.sketch;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.SelectionStrategy.Comparability.Kind;
import io.whorl.strategy.Strategies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A scheme whose fingerprints are stored as sketches. Immutable and thread-safe.
 *
 * @param scheme with its selection written out in full
 * @param id the first 64 bits of the SHA-256 of the scheme's JSON; stored in each sketch
 * @param least the size s of the sketches MIN_s (BGMZ 3); 0 if fingerprints are compared as sets
 */
public record SketchScheme(Scheme scheme, long id, int least) {
    /** The start of the names of field attributes that hold the JSON of a scheme. */
    private static final String ATTRIBUTE = "whorl.scheme.";

    /**
     * Accepts a scheme.
     *
     * @throws SchemeException if the fingerprints of the scheme cannot be compared two at a time, or if the scheme
     *     cannot be used at all
     */
    public static SketchScheme of(Scheme scheme) {
        Scheme full = Fingerprinter.of(scheme).scheme();
        Comparability comparability = Strategies.comparability(full);
        if (comparability.kind() == Kind.LEVELS) {
            throw SchemeException.invalid("selection " + full.selection().name()
                    + " keeps parts of documents that depend on their length, which are not stored as sketches;"
                    + " use min-s or mod, or full for exact fingerprints");
        }
        return new SketchScheme(full, id(full), comparability.sketchSize());
    }

    /**
     * The scheme that keeps all minutiae of this one's chunks. Sketches MIN_s and exact fingerprints follow from its
     * fingerprints, so a text need not be read again for them; others do not.
     */
    public Optional<Scheme> full() {
        Scheme full =
                Fingerprinter.of(scheme.withSelection(Selection.of("full"))).scheme();
        return least > 0 || full.equals(scheme) ? Optional.of(full) : Optional.empty();
    }

    private static long id(Scheme scheme) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(scheme.toJson().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of the field attribute with the JSON of a scheme, by the id of the scheme. */
    public static String attribute(long id) {
        return ATTRIBUTE + HexFormat.of().toHexDigits(id);
    }
}
