package io.whorl.history;

import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The versions of a document.
 *
 * @param versions the versions with a date, by date; those of equal dates by id
 * @param undated the versions without a date, by id
 * @param complete false if there are more versions than {@link SimilarityOptions#top}
 */
public record History(List<Version> versions, List<Version> undated, boolean complete) {
    public History {
        versions = List.copyOf(versions);
        undated = List.copyOf(undated);
    }

    /**
     * A version of a document.
     *
     * @param id its id
     * @param date its date, if it has one
     * @param words the number of its surviving words
     * @param minutiae the number of its distinct minutiae
     * @param resemblance the resemblance of the document whose history this is; 1 for that document itself
     * @param kept the version before it as {@code a} and this version as {@code b}, with the resemblance as score:
     *     containment is the share that this version kept, and contained the share of it that is old. The version
     *     before is, of those with the latest date that is earlier, the last by id. Empty for the versions of the first
     *     date and for those without a date
     */
    public record Version(
            String id, Optional<Instant> date, long words, long minutiae, double resemblance, Optional<Pair> kept) {}
}
