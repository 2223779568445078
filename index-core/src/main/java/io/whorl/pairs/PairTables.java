package io.whorl.pairs;

import io.whorl.pairs.LeftOut.DocumentSeries;
import io.whorl.pairs.PairFamilies.EqualFingerprints;
import io.whorl.pairs.PairResult.PairFigures;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.series.Templates;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.util.Optional;

/**
 * The tables from which pairs are counted: the lists of a segment, the number of minutiae that lead to each, the
 * families of equal documents, and what is left out. Thread-safe after construction.
 */
final class PairTables {
    final Segment segment;
    final int documents;
    final boolean weighted;
    /**
     * True if documents of equal fingerprints have equal scores. This is false for strategies whose scores depend on
     * the number of words, in which these documents may differ.
     */
    final boolean alike;

    final PairFigures figures = new PairFigures();
    final ListCounts counts;
    final PairFamilies families;
    final LeftOut leftOut;
    /** For each document the weight of its minutiae, without templates; empty if the measure is not weighted. */
    private final ScratchLongs weights;
    /** For each document the weight of its minutiae of frames; empty if no frames are found. */
    private final ScratchLongs frameWeights;

    /**
     * Reads the table once and the lists twice, or three times if scores need lists that make no pairs.
     *
     * @param kept allocates the tables that are used later
     * @param passing allocates the tables that are used only here
     */
    PairTables(Segment segment, PairRequest request, PairScratch kept, PairScratch passing) throws IOException {
        this.segment = segment;
        documents = (int) segment.counts().documents();
        weighted = request.measure().weighted();
        Comparability.Kind kind = Strategies.comparability(segment.scheme()).kind();
        alike = kind != Comparability.Kind.LEVELS;
        counts = ListCounts.of(segment, kept);
        weights = kept.longs(weighted ? documents : 0);
        frameWeights = kept.longs(weighted && request.omissions().commonDf() < documents ? documents : 0);
        for (int d = 0; weighted && d < documents; d++) {
            weights.set(d, counts.alone(d) * rarity(1));
        }
        Optional<Templates> templates = request.omissions().templates();
        Optional<DocumentSeries> series = templates.isPresent()
                ? Optional.of(new DocumentSeries(segment, templates.get().series(), figures, kept))
                : Optional.empty();
        Optional<EqualFingerprints> equal =
                alike ? Optional.of(new EqualFingerprints(documents, counts, passing)) : Optional.empty();
        ListCounts.forEachList(segment.lists(), (place, list) -> read(place, list, equal));
        families = PairFamilies.of(segment, equal, kept);
        if (series.isPresent()) {
            series.get().activate(families, templates.get().least(), passing);
        }
        leftOut = new LeftOut(this, request.omissions(), series, kind != Comparability.Kind.SETS, kept, passing);
    }

    private void read(long place, DocumentLists.Cursor list, Optional<EqualFingerprints> equal) {
        int minutiae = counts.minutiae(place);
        if (minutiae == 0) {
            throw segment.lists().damaged(place, "no minutia leads to the list");
        }
        long weight = weighted ? minutiae * rarity(list.left()) : 0;
        equal.ifPresent(EqualFingerprints::startList);
        while (list.next()) {
            if (weighted) {
                weights.add(list.document(), weight);
            }
            if (equal.isPresent()) {
                equal.get().inList(list.document());
            }
        }
    }

    /** Leaves the weight of template minutiae out of a document. */
    void leaveOut(long document, long weight) {
        if (weighted) {
            weights.add(document, -weight);
        }
    }

    /** Notes the weight of minutiae of frames of a document. */
    void addFrame(long document, long weight) {
        if (frameWeights.size() > 0) {
            frameWeights.add(document, weight);
        }
    }

    /** The weight of a minutia, by the number of documents that hold it. */
    long rarity(long holders) {
        return TermWeights.rarity(documents, holders);
    }

    /**
     * The weight of the minutiae of the first document of a family that are not left out of a pair.
     *
     * @param withoutFrame whether those of frames are left out
     */
    long weight(int document, boolean withoutFrame) {
        return weights.get(document) - (withoutFrame && frameWeights.size() > 0 ? frameWeights.get(document) : 0);
    }
}
