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
 * Sampling for testing (COPS 6): questions asked with all of their chunks, and with n drawn at random, of every other
 * document.
 */
final class SampledTests {
    /** How often n chunks are drawn. */
    private static final int DRAWS = 20;

    private final List<SamplingTally> related = new ArrayList<>();
    private final List<SamplingTally> unrelated = new ArrayList<>();
    private Moments relatedMatches = Moments.NONE;
    private Moments unrelatedMatches = Moments.NONE;
    private int asked;

    private SampledTests(Threshold threshold, List<Integer> samples) {
        for (int n : samples) {
            related.add(new SamplingTally(threshold, n));
            unrelated.add(new SamplingTally(threshold, n));
        }
    }

    /**
     * @param scheme of the chunks, every one kept
     * @param samples numbers of chunks to be drawn; questions with fewer chunks than the largest are left out
     * @throws LabException if all are
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
                tests.ask(question, documents, random);
            }
        }
        if (tests.asked == 0) {
            throw new LabException("none of the " + questions.size() + " documents asked for has "
                    + Collections.max(samples) + " distinct chunks to draw from; try a collection of longer documents");
        }
        return tests;
    }

    private void ask(Question question, Map<String, Fingerprint> documents, Random random) {
        asked++;
        Fingerprint own = documents.get(question.id());
        int[][] places = new int[DRAWS][];
        for (int draw = 0; draw < DRAWS; draw++) {
            places[draw] = shuffled(own.size(), random);
        }
        documents.forEach((id, other) -> {
            if (!id.equals(question.id())) {
                compare(own, other, places, question.right().contains(id));
            }
        });
    }

    /** @param places by draw, the place of each chunk in the order drawn: the first n are a sample of n */
    private void compare(Fingerprint own, Fingerprint other, int[][] places, boolean alike) {
        int[] matching = matching(own, other);
        double share = (double) matching.length / own.size();
        Moments one = new Moments(1, share, share * share);
        relatedMatches = alike ? relatedMatches.plus(one) : relatedMatches;
        unrelatedMatches = alike ? unrelatedMatches : unrelatedMatches.plus(one);
        for (SamplingTally tally : alike ? related : unrelated) {
            int[] sampled = new int[places.length];
            for (int draw = 0; draw < places.length; draw++) {
                for (int chunk : matching) {
                    sampled[draw] += places[draw][chunk] < tally.n() ? 1 : 0;
                }
            }
            tally.add(matching.length, own.size(), sampled);
        }
    }

    /** Which of a document's chunks the other has too. */
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

    int asked() {
        return asked;
    }

    /** By sample, in the order given, of related pairs. */
    List<SamplingTally> related() {
        return related;
    }

    List<SamplingTally> unrelated() {
        return unrelated;
    }

    /** W as two normal distributions of these pairs' own proportion, mean and deviations. */
    MatchDensity fitted() {
        double pairs = relatedMatches.count() + unrelatedMatches.count();
        // About 0, as W has it, not about their mean.
        double noise =
                unrelatedMatches.count() == 0 ? 0 : Math.sqrt(unrelatedMatches.squares() / unrelatedMatches.count());
        return new MatchDensity(
                unrelatedMatches.count() / pairs,
                atLeast(noise),
                relatedMatches.mean(),
                atLeast(relatedMatches.deviation()));
    }

    /** A deviation of 0 is no density; one far below a step of the integral does the same. */
    private static double atLeast(double deviation) {
        return Math.max(1e-5, deviation);
    }
}
