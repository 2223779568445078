package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.util.Optional;

/**
 * The tables from which pairs are counted: the lists of a segment, the number of minutiae that lead to each, and the
 * families of equal documents. Thread-safe after construction.
 */
final class PairTables {
    private final Segment segment;
    private final Measure measure;
    private final long maxDf;
    private final ListCounts counts;
    private final PairFamilies families;
    /** For each document the number of lists that name it and are not ignored. */
    private final ScratchInts sizes;

    private final Optional<ScratchLongs> weights;
    private long found;
    private long ignoredMinutiae;
    private long ignoredLists;
    private long ignoredPostings;

    /**
     * Reads the table once and the lists once.
     *
     * @param maxDf lists of more documents are ignored
     * @param kept allocates the tables that are used later
     * @param passing allocates the tables that are used only here
     */
    PairTables(Segment segment, Measure measure, long maxDf, PairScratch kept, PairScratch passing) throws IOException {
        this.segment = segment;
        this.measure = measure;
        this.maxDf = maxDf;
        long documents = segment.counts().documents();
        counts = ListCounts.of(segment, kept);
        sizes = kept.cells(documents);
        weights = weighted() ? Optional.of(kept.longs(documents)) : Optional.empty();
        Optional<EqualFingerprints> equal =
                alike() ? Optional.of(new EqualFingerprints(documents, counts, passing)) : Optional.empty();
        for (long d = 0; weighted() && d < documents; d++) {
            weights.get().set(d, counts.alone(d) * rarity(1));
        }
        ListWalk.forEach(segment.lists(), (place, list) -> read(place, list, equal));
        counts.check(found);
        families = PairFamilies.of(segment, equal, kept);
    }

    private void read(long place, DocumentLists.Cursor list, Optional<EqualFingerprints> equal) {
        int minutiae = counts.minutiae(place);
        if (minutiae == 0) {
            throw segment.lists().damaged(place, "no minutia leads to the list");
        }
        long holders = list.left();
        found += minutiae;
        boolean ignored = holders > maxDf;
        if (ignored) {
            ignoredMinutiae += minutiae;
            ignoredLists++;
            ignoredPostings += minutiae * holders;
        }
        long weight = weighted() ? minutiae * rarity(holders) : 0;
        equal.ifPresent(EqualFingerprints::startList);
        while (list.next()) {
            long d = list.document();
            if (!ignored) {
                sizes.set(d, sizes.get(d) + 1);
            }
            if (weighted()) {
                weights.get().set(d, weights.get().get(d) + weight);
            }
            if (equal.isPresent()) {
                equal.get().inList(d);
            }
        }
    }

    Segment segment() {
        return segment;
    }

    int documents() {
        return (int) segment.counts().documents();
    }

    boolean weighted() {
        return measure.weighted();
    }

    /**
     * True if documents of equal fingerprints have equal scores. This is false for strategies whose scores depend on
     * the number of words, in which these documents may differ.
     */
    boolean alike() {
        return Strategies.comparability(segment.scheme()).kind() != Comparability.Kind.LEVELS;
    }

    /** The weight of a minutia, by the number of documents that hold it. */
    long rarity(long holders) {
        return TermWeights.rarity(segment.counts().documents(), holders);
    }

    ListCounts counts() {
        return counts;
    }

    PairFamilies families() {
        return families;
    }

    /** The lists of each document, {@code window} places at a time. */
    SharedLists listsByDocument(int window) {
        return new SharedLists(segment.lists(), families, sizes, documents(), maxDf, window);
    }

    /** Creates a score for one thread. */
    PairScore score() {
        return new PairScore(segment, measure, families, weights);
    }

    long ignoredMinutiae() {
        return ignoredMinutiae;
    }

    long ignoredLists() {
        return ignoredLists;
    }

    long ignoredPostings() {
        return ignoredPostings;
    }
}
