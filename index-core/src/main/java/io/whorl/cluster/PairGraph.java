package io.whorl.cluster;

import io.whorl.measure.Measure;
import io.whorl.pairs.GroupScores;
import io.whorl.pairs.PairFamilies;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The graph of all pairs that reach the threshold. Its vertices are units: a family of documents of equal fingerprints,
 * named by its first document, or a single document. One thread at a time.
 */
final class PairGraph implements Closeable {
    private final PairResult pairs;
    private final Optional<PairFamilies> families;
    private final Measure measure;
    private final double minScore;
    private final PairSpool spool;
    private final Components components;
    /** For each unit the sum of the scores of other documents with it. */
    private final ScratchLongs sums;
    /** For each unit the number of other documents whose score with it reaches the threshold. */
    private final ScratchInts direct;
    /** For each unit the most similar other unit. */
    private final Links nearest;

    /**
     * Reads all pairs.
     *
     * @param pairs closed with this
     * @param spool receives the pairs; closed with this
     */
    PairGraph(PairResult pairs, PairSpool spool, ClusterOptions options, PairScratch kept) throws IOException {
        this.pairs = pairs;
        families = pairs.documentFamilies();
        measure = options.measure();
        minScore = options.minScore();
        this.spool = spool;
        components = new Components(documents(), kept);
        direct = kept.cells(documents());
        nearest = new Links(documents(), kept);
        sums = kept.longs(documents());
        while (pairs.next()) {
            if (!pairs.isFamily()) {
                read(pairs.documentA(), pairs.documentB(), pairs.score());
            }
        }
    }

    private void read(int a, int b, double score) throws IOException {
        spool.add(a, b, score);
        components.join(a, b);
        linked(b, a, score);
        if (measure.symmetric()) {
            linked(a, b, score);
        }
    }

    private void linked(int unit, int other, double score) {
        int size = size(other);
        direct.set(unit, direct.get(unit) + size);
        sums.set(unit, Double.doubleToLongBits(sum(unit) + size * score));
        // Pairs come in descending order of scores.
        if (!nearest.has(other)) {
            nearest.set(other, unit, score);
        }
    }

    int documents() {
        return pairs.documents();
    }

    Measure measure() {
        return measure;
    }

    PairSpool spool() {
        return spool;
    }

    Components components() {
        return components;
    }

    Links nearest() {
        return nearest;
    }

    /** The unit of a document. */
    int unit(int document) {
        return families.isPresent() ? families.get().first(document) : document;
    }

    /** The document of a unit with the earliest date; among those of equal dates, the first. */
    int oldest(int unit, ClusterDates dates) {
        int oldest = unit;
        for (int d = unit;
                families.isPresent() && size(unit) > 1 && d >= 0;
                d = families.get().after(d)) {
            oldest = dates.key(d) < dates.key(oldest) ? d : oldest;
        }
        return oldest;
    }

    /** The number of documents of a unit that are joined. */
    int size(int unit) {
        return families.isPresent() && self(unit) >= minScore ? families.get().size(unit) : 1;
    }

    /** The score of a document with itself. */
    double self(int document) {
        return measure == Measure.SHARED ? pairs.reading(() -> pairs.minutiae(document)) : 1;
    }

    long minutiae(int document) {
        return pairs.minutiae(document);
    }

    /** True if a document stands for a unit that has a pair, or for a family. */
    boolean isRanked(int document) {
        return unit(document) == document && (size(document) > 1 || nearest.has(document) || direct(document) > 0);
    }

    double sum(int unit) {
        return Double.longBitsToDouble(sums.get(unit));
    }

    int direct(int unit) {
        return direct.get(unit);
    }

    /** Finds the least scores within groups of documents. */
    void count(GroupScores groups, PairRequest request, PairMemory memory, LongConsumer progress) throws IOException {
        pairs.add(groups, request, memory, progress);
    }

    Clusters.Ignored ignored() {
        return new Clusters.Ignored(
                pairs.ignoredMinutiae(),
                pairs.ignoredLists(),
                pairs.ignoredPostings(),
                pairs.mostlyIgnored(),
                pairs.ignoredSuperShingles());
    }

    Clusters.Common common() {
        return new Clusters.Common(pairs.commonMinutiae(), pairs.commonKept());
    }

    Clusters.Candidates candidates() {
        return new Clusters.Candidates(pairs.candidates(), pairs.tooShort());
    }

    long inSeries() {
        return pairs.inSeries();
    }

    Iterator<SeriesTemplate> templates() {
        return pairs.templates();
    }

    void removeWork() throws IOException {
        pairs.removeWork();
    }

    String id(int document) {
        return pairs.reading(() -> pairs.id(document));
    }

    @Override
    public void close() throws IOException {
        try (spool) {
            pairs.close();
        }
    }
}
