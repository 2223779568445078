package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.pairs.PairFamilies.EqualFingerprints;
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
    /** For each document the weight of its common minutiae. */
    private final Optional<ScratchLongs> commonWeights;

    private long found;

    /**
     * Reads the table once and the lists twice, or three times if scores need lists that make no pairs.
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
        commonWeights = weighted() && request.omissions().commonDf() < documents
                ? Optional.of(kept.longs(documents))
                : Optional.empty();
        for (long d = 0; weighted() && d < documents; d++) {
            weights.get().set(d, counts.alone(d) * rarity(1));
        }
        Optional<Templates> templates = request.omissions().templates();
        Optional<DocumentSeries> series = templates.isPresent()
                ? Optional.of(new DocumentSeries(segment, templates.get().series(), kept, sorting, space))
                : Optional.empty();
        Optional<EqualFingerprints> equal =
                alike() ? Optional.of(new EqualFingerprints(documents, counts, passing)) : Optional.empty();
        ListWalk.forEach(segment.lists(), (place, list) -> read(place, list, equal));
        counts.check(found);
        families = PairFamilies.of(segment, equal, kept);
        if (series.isPresent()) {
            series.get().activate(families, templates.get().least(), passing);
        }
        boolean whole = Strategies.comparability(segment.scheme()).kind() != Comparability.Kind.SETS;
        leftOut = new LeftOut(segment, request.omissions(), counts, families, series, whole, weighing(), kept, passing);
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

    private LeftOut.Weights weighing() {
        return new LeftOut.Weights() {
            @Override
            public void template(long document, long weight) {
                add(weights, document, -weight);
            }

            @Override
            public void common(long document, long weight) {
                add(commonWeights, document, weight);
            }
        };
    }

    private static void add(Optional<ScratchLongs> to, long document, long weight) {
        if (to.isPresent()) {
            to.get().set(document, to.get().get(document) + weight);
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

    /**
     * The weight of the minutiae of the first document of a family that are not left out of a pair.
     *
     * @param withoutCommon whether its common minutiae are left out
     */
    long weight(int document, boolean withoutCommon) {
        return weights.orElseThrow().get(document)
                - (withoutCommon ? commonWeights.orElseThrow().get(document) : 0);
    }

    /** Creates a score for one thread. */
    PairScore score() {
        return new PairScore(this, measure);
    }
}
