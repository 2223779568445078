package io.whorl.pairs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where the versions of a document are looked for. */
public interface VersionSource {
    /** What is known of a document. */
    record Facts(String id, Optional<Instant> date, long words, long minutiae) {}

    /** A document with a score that reaches the threshold. */
    record Hit(String id, double score) {}

    /** How much two documents share; the two shares are empty if the scheme cannot tell. */
    record Shared(long minutiae, double resemblance, OptionalDouble containment, OptionalDouble contained) {
        /** What a document shares with itself. */
        public static Shared all(long minutiae) {
            return new Shared(minutiae, 1, OptionalDouble.of(1), OptionalDouble.of(1));
        }
    }

    /** The facts of a document of the index. */
    Facts facts(String id);

    /** For each document, the others whose score with it reaches the threshold, the best first, then by id. */
    List<List<Hit>> near(List<String> ids);

    /** How much the documents at equal places of two lists share. */
    Shared[] shared(List<String> a, List<String> b);
}
