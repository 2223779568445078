package io.whorl.history;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A version of a document.
 *
 * @param id its id
 * @param date its date, if it has one
 * @param words the number of its surviving words
 * @param minutiae the number of its distinct minutiae
 * @param resemblance the resemblance of the document whose history this is; 1 for that document itself
 * @param kept what it kept of the version before it; empty for the versions of the first date and for those without a
 *     date
 */
public record Version(
        String id, Optional<Instant> date, long words, long minutiae, double resemblance, Optional<Kept> kept) {
    /**
     * What a version kept of the one before it.
     *
     * @param before the id of the version before: of those with the latest date that is earlier, the last by id
     * @param shared the number of minutiae that both hold
     * @param kept the share of the minutiae of the version before that this version holds; empty if the scheme cannot
     *     tell
     * @param old the share of the minutiae of this version that the version before holds, the rest is new; empty if the
     *     scheme cannot tell
     * @param resemblance the share of the minutiae of both that both hold
     */
    public record Kept(String before, long shared, OptionalDouble kept, OptionalDouble old, double resemblance) {
        public Kept {
            Objects.requireNonNull(before, "before");
            Objects.requireNonNull(kept, "kept");
            Objects.requireNonNull(old, "old");
        }
    }

    public Version {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(date, "date");
        Objects.requireNonNull(kept, "kept");
    }
}
