package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.series.Templates;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The tables from which pairs are counted: the lists of a segment, the number of minutiae that lead to each, the
 * families of equal documents, and what is left out. Thread-safe after construction.
 */
final class PairTables {
    private final Segment segment;
    private final Measure measure;
    private final ListCounts counts;
    private final PairFamilies families;
    private final LeftOut leftOut;
    /** For each document the weight of its minutiae, without templates. */
    private final Optional<ScratchLongs> weights;

    private long found;

    /**
     * Reads the table once and the lists twice.
     *
     * @param kept allocates the tables that are used later
     * @param passing allocates the tables that are used only here
     * @param sorting bytes of heap for sorting series
     */
    PairTables(
            Segment segment,
            PairRequest request,
            PairScratch kept,
            PairScratch passing,
            long sorting,
            ScratchSpace space)
            throws IOException {
        this.segment = segment;
        measure = request.measure();
        long documents = segment.counts().documents();
        counts = ListCounts.of(segment, kept);
        weights = weighted() ? Optional.of(kept.longs(documents)) : Optional.empty();
        for (long d = 0; weighted() && d < documents; d++) {
            weights.get().set(d, counts.alone(d) * rarity(1));
        }
        Optional<Templates> templates = request.omissions().templates();
        Optional<DocumentSeries> series = templates.isPresent()
                ? Optional.of(new DocumentSeries(segment, templates.get().series(), kept, sorting, space))
                : Optional.empty();
        Optional<EqualFingerprints> equal =
                alike() ? Optional.of(new EqualFingerprints(documents, counts, series, passing)) : Optional.empty();
        ListWalk.forEach(segment.lists(), (place, list) -> read(place, list, equal));
        counts.check(found);
        families = PairFamilies.of(segment, equal, kept);
        if (series.isPresent()) {
            series.get().activate(families, templates.get().least(), passing);
        }
        leftOut = new LeftOut(
                segment, request.omissions(), counts, families, series, this::withoutTemplate, kept, passing);
    }

    private void read(long place, DocumentLists.Cursor list, Optional<EqualFingerprints> equal) {
        int minutiae = counts.minutiae(place);
        if (minutiae == 0) {
            throw segment.lists().damaged(place, "no minutia leads to the list");
        }
        long holders = list.left();
        found += minutiae;
        long weight = weighted() ? minutiae * rarity(holders) : 0;
        equal.ifPresent(EqualFingerprints::startList);
        while (list.next()) {
            long d = list.document();
            if (weighted()) {
                weights.get().set(d, weights.get().get(d) + weight);
            }
            if (equal.isPresent()) {
                equal.get().inList(d);
            }
        }
    }

    private void withoutTemplate(long document, long minutiae, long holders) {
        if (weighted()) {
            weights.get().set(document, weights.get().get(document) - minutiae * rarity(holders));
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

    LeftOut leftOut() {
        return leftOut;
    }

    /**
     * The lists of each document, {@code window} places at a time.
     *
     * @param wanted the documents whose lists are needed
     */
    SharedLists listsByDocument(int window, IntPredicate wanted) {
        return new SharedLists(segment.lists(), counts, families, leftOut, wanted, documents(), window);
    }

    /** Creates a score for one thread. */
    PairScore score() {
        return new PairScore(this, measure, weights);
    }

    /** Creates a side of comparisons for one thread. */
    PairSide side() {
        return new PairSide(this);
    }
}
