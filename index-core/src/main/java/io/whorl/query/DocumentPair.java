package io.whorl.query;

import io.whorl.measure.Measure;
import io.whorl.parts.Part;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.query.Search.HolderCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Compares two documents of a snapshot by all measures. Used once. */
final class DocumentPair {
    private final QueryFingerprint a;
    private final QueryFingerprint b;
    private final Scheme scheme;
    private final Comparison comparison;
    /** The positions of the shared minutiae in A and in B. */
    private final int[] inA;

    private final int[] inB;
    private final int shared;

    DocumentPair(QueryFingerprint a, QueryFingerprint b, Scheme scheme) {
        this.a = a;
        this.b = b;
        this.scheme = scheme;
        comparison = Comparison.of(scheme);
        long[] ofA = a.minutiae();
        long[] ofB = b.minutiae();
        inA = new int[Math.min(ofA.length, ofB.length)];
        inB = new int[inA.length];
        int count = 0;
        int j = 0;
        for (int i = 0; i < ofA.length && j < ofB.length; ) {
            int order = Long.compareUnsigned(ofA[i], ofB[j]);
            if (order == 0) {
                inA[count] = i;
                inB[count++] = j;
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        shared = count;
    }

    /**
     * The values of all measures that the scheme supports.
     *
     * @param parts the parts of the snapshot, whose documents determine the weights of minutiae
     */
    DocumentComparison compare(String idA, String idB, List<Part> parts, SearchBuffers buffers, long memory) {
        Map<Measure, Double> scores = new EnumMap<>(Measure.class);
        List<Measure> supported = Arrays.stream(Measure.values())
                .filter(m -> m.isSupportedBy(scheme))
                .toList();
        comparison.set(shared, a.side(), b.side());
        for (Measure measure : supported) {
            if (!measure.weighted()) {
                scores.put(measure, comparison.score(measure));
            }
        }
        if (supported.stream().anyMatch(Measure::weighted)) {
            long documents = parts.stream().mapToLong(Part::documents).sum();
            long[] holdersA = holders(a, parts, buffers, memory);
            long[] holdersB = holders(b, parts, buffers, memory);
            for (Measure measure : supported) {
                if (measure.weighted()) {
                    scores.put(measure, weighted(measure, documents, holdersA, holdersB));
                }
            }
        }
        return new DocumentComparison(idA, idB, a.side().minutiae(), b.side().minutiae(), shared, scores);
    }

    private static long[] holders(QueryFingerprint of, List<Part> parts, SearchBuffers buffers, long memory) {
        QueryMemory checked = new QueryMemory(memory, of.minutiae().length, true);
        checked.check();
        return HolderCounts.of(parts, of.minutiae(), buffers, checked);
    }

    private double weighted(Measure measure, long documents, long[] holdersA, long[] holdersB) {
        TermWeights ofA = new TermWeights(measure, documents, holdersA, a.frequencies());
        long both = 0;
        for (int i = 0; i < shared; i++) {
            both += ofA.of(inA[i], b.frequencies().length == 0 ? 1 : b.frequencies()[inB[i]]);
        }
        long whole = measure == Measure.WEIGHTED_RESEMBLANCE
                ? new TermWeights(measure, documents, holdersB, b.frequencies()).own()
                : both;
        comparison.weighing(ofA.unit(), ofA.own());
        comparison.weigh(a.side(), b.side(), both, whole);
        return comparison.score(measure);
    }
}
