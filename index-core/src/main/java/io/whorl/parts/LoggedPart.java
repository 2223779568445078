package io.whorl.parts;

import io.whorl.log.LogPlace;
import io.whorl.store.CollectionFrequencies;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A part of a snapshot of files that was made from commits of a log.
 *
 * @param from where the first of its commits is
 * @param part a segment in a scratch file, or a view of {@code tier}
 * @param tier to which a refresh adds documents; empty for a segment
 */
record LoggedPart(LogPlace from, Part part, Optional<LoggedTier> tier) {
    static LoggedPart of(LogPlace from, SealedPart part) {
        return new LoggedPart(from, part, Optional.empty());
    }

    /**
     * Sets the weights of documents of a tier that have none; a segment has them all.
     *
     * @param sealed makes the frequencies of the segments of the same snapshot, if they are needed
     */
    void weigh(Supplier<CollectionFrequencies> sealed) {
        tier.ifPresent(its -> its.weigh((LivePart) part, sealed));
    }

    /** The same documents with others dead. */
    LoggedPart with(Part other) {
        return new LoggedPart(from, other, tier);
    }

    /** This part, held once more. */
    LoggedPart held() {
        if (part instanceof SealedPart sealed) {
            sealed.take();
            return this;
        }
        LivePart live = (LivePart) part;
        return with(new LivePart(tier.orElseThrow().view(live.view().documents()), live.dead()));
    }

    void release() {
        if (part instanceof SealedPart sealed) {
            sealed.release();
        } else {
            ((LivePart) part).view().close();
        }
    }
}
