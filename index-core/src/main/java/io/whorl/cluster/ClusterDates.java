package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** The dates of the documents of a segment, as sort keys: documents without a date come last. */
final class ClusterDates {
    private static final long LAST = Long.MAX_VALUE;

    private final Segment segment;
    /** The dates that the options give, by ordinal. */
    private final Optional<ScratchLongs> given;

    ClusterDates(Segment segment, ClusterOptions options, PairScratch kept) throws IOException {
        this.segment = segment;
        boolean read = options.representative() == ClusterOptions.Representative.OLDEST
                && options.dates().isPresent();
        given = read ? Optional.of(kept.longs(segment.counts().documents())) : Optional.empty();
        if (read) {
            read(options.dates().get(), given.get());
        }
    }

    private void read(Function<String, Optional<Instant>> dates, ScratchLongs to) {
        for (long d = 0; d < segment.counts().documents(); d++) {
            to.set(d, DocumentDate.of(dates.apply(segment.documents().id(d))));
        }
    }

    /** The key of a document: its date, or the greatest number if it has none. */
    long key(int document) {
        long date =
                given.isPresent() ? given.get().get(document) : segment.dates().date(document);
        return date == DocumentDate.NONE ? LAST : date;
    }
}
