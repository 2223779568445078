package io.whorl.cli.report;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.TracedMinutia;
import io.whorl.scheme.Scheme;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the chunks of minutiae in a sample of the documents. An index stores minutiae, but not their chunks. */
final class ChunkTexts {
    private ChunkTexts() {}

    /**
     * Returns the text of the chunk of each minutia that occurs in the sample.
     *
     * @param texts the sample, read until every minutia is found
     */
    static Map<Long, String> of(Scheme scheme, Set<Long> minutiae, List<byte[]> texts) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Map<Long, String> found = new HashMap<>();
        Set<Long> wanted = new HashSet<>(minutiae);
        for (byte[] text : texts) {
            if (wanted.isEmpty()) {
                break;
            }
            if (holdsAny(fingerprinter.fingerprint(text), wanted)) {
                // Tracing also returns the text, but is much slower than selecting.
                for (TracedMinutia traced : fingerprinter.trace(text)) {
                    if (wanted.remove(traced.minutia())) {
                        found.put(traced.minutia(), traced.text());
                    }
                }
            }
        }
        return found;
    }

    private static boolean holdsAny(Fingerprint fingerprint, Set<Long> wanted) {
        for (int i = 0; i < fingerprint.size(); i++) {
            if (wanted.contains(fingerprint.minutia(i))) {
                return true;
            }
        }
        return false;
    }
}
