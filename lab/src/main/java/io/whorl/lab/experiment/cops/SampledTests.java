package io.whorl.lab.experiment.cops;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Moments;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Sampling for testing (COPS 6): queries are compared with every other document by all of their chunks, and by n random
 * chunks.
 */
final class SampledTests {
    /** The number of random samples of each size. */
    private static final int DRAWS = 20;

    private final List<SamplingTally> related = new ArrayList<>();
    private final List<SamplingTally> unrelated = new ArrayList<>();
    private Moments relatedMatches = Moments.NONE;
    private Moments unrelatedMatches = Moments.NONE;
    private int queries;

    private SampledTests(Threshold threshold, List<Integer> samples) {
        for (int n : samples) {
            related.add(new SamplingTally(threshold, n));
            unrelated.add(new SamplingTally(threshold, n));
        }
    }

    /**
     * Runs the tests.
     *
     * @param scheme a scheme that keeps all chunks
     * @param samples the sample sizes; queries with fewer chunks than the largest are left out
     * @throws LabException if all queries are left out
     */
    static SampledTests of(
            Scheme scheme, Texts texts, List<Question> questions, Threshold threshold, List<Integer> samples, long seed)
            throws IOException {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Map<String, Fingerprint> documents = new LinkedHashMap<>();
        texts.forEach((id, utf8) -> documents.put(id, fingerprinter.fingerprint(utf8)));
        SampledTests tests = new SampledTests(threshold, samples);
        Random random = new Random(seed);
        for (Question question : questions) {
            if (documents.get(question.id()).size() >= Collections.max(samples)) {
                tests.compare(question, documents, random);
            }
        }
        if (tests.queries == 0) {
            throw new LabException("none of the " + questions.size() + " queries has " + Collections.max(samples)
                    + " distinct chunks; use a collection with longer documents");
        }
        return tests;
    }

    private void compare(Question question, Map<String, Fingerprint> documents, Random random) {
        queries++;
        Fingerprint own = documents.get(question.id());
        int[][] order = new int[DRAWS][];
        for (int draw = 0; draw < DRAWS; draw++) {
            order[draw] = shuffled(own.size(), random);
        }
        documents.forEach((id, other) -> {
            if (!id.equals(question.id())) {
                compare(own, other, order, question.right().contains(id));
            }
        });
    }

    /** @param order for each sample the rank of each chunk in a random order; the first n are a sample of n */
    private void compare(Fingerprint own, Fingerprint other, int[][] order, boolean alike) {
        int[] matching = matching(own, other);
        double share = (double) matching.length / own.size();
        Moments one = new Moments(1, share, share * share);
        relatedMatches = alike ? relatedMatches.plus(one) : relatedMatches;
        unrelatedMatches = alike ? unrelatedMatches : unrelatedMatches.plus(one);
        for (SamplingTally tally : alike ? related : unrelated) {
            int[] sampled = new int[order.length];
            for (int draw = 0; draw < order.length; draw++) {
                for (int chunk : matching) {
                    sampled[draw] += order[draw][chunk] < tally.n() ? 1 : 0;
                }
            }
            tally.add(matching.length, own.size(), sampled);
        }
    }

    /** Returns which chunks of a document the other document has. */
    private static int[] matching(Fingerprint own, Fingerprint other) {
        int[] matching = new int[own.shared(other)];
        int count = 0;
        int j = 0;
        for (int i = 0; i < own.size() && count < matching.length; i++) {
            while (j < other.size() && Long.compareUnsigned(other.minutia(j), own.minutia(i)) < 0) {
                j++;
            }
            if (j < other.size() && other.minutia(j) == own.minutia(i)) {
                matching[count++] = i;
            }
        }
        return matching;
    }

    private static int[] shuffled(int count, Random random) {
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            places[i] = places[j];
            places[j] = i;
        }
        return places;
    }

    int queries() {
        return queries;
    }

    /** Returns the tallies of related pairs, one for each sample size in the given order. */
    List<SamplingTally> related() {
        return related;
    }

    List<SamplingTally> unrelated() {
        return unrelated;
    }

    /** Fits W, a mixture of two normal distributions, to these pairs. */
    MatchDensity fitted() {
        double pairs = relatedMatches.count() + unrelatedMatches.count();
        // The deviation from 0, as W assumes, not from the mean.
        double noise =
                unrelatedMatches.count() == 0 ? 0 : Math.sqrt(unrelatedMatches.squares() / unrelatedMatches.count());
        return new MatchDensity(
                unrelatedMatches.count() / pairs,
                atLeast(noise),
                relatedMatches.mean(),
                atLeast(relatedMatches.deviation()));
    }

    /** Replaces a deviation of 0, which has no density, by one far below a step of the integral. */
    private static double atLeast(double deviation) {
        return Math.max(1e-5, deviation);
    }
}
