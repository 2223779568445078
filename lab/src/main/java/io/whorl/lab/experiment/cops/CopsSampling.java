package io.whorl.lab.experiment.cops;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** COPS figures 5 to 7: the accuracy of sampling for testing, measured and by the formula of the appendix. */
public final class CopsSampling {
    /** The threshold of COPS figure 5. */
    private static final Threshold THRESHOLD = new Threshold(40);

    private static final List<Integer> SAMPLES = List.of(1, 2, 5, 8, 9, 10, 11, 15, 20, 25, 30, 40, 50);
    /** The sample size for figures 6 and 7. */
    private static final int SAMPLE = 20;

    private static final List<Double> UNRELATED = List.of(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999);
    private static final List<Double> NOISES = List.of(0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8);
    private static final int LONGEST_WORD_CHUNK = 5;
    private static final int DIGITS = 4;

    private final Texts texts;
    private final List<Question> questions;
    private final long seed;
    private final SampledTests sentences;
    private final MatchDensity fitted;

    private CopsSampling(Texts texts, List<Question> questions, long seed) throws IOException {
        this.texts = texts;
        this.questions = questions;
        this.seed = seed;
        sentences = SampledTests.of(
                Scheme.builder().unit(Chunking.Unit.SENTENCE).granularity(1).build(),
                texts,
                questions,
                THRESHOLD,
                SAMPLES,
                seed);
        fitted = sentences.fitted();
    }

    public static List<FigureTable> tables(Texts texts, List<Question> questions, long seed) throws IOException {
        CopsSampling sampling = new CopsSampling(texts, questions, seed);
        return List.of(sampling.bySample(), sampling.byNoise(), sampling.byUnrelated());
    }

    private FigureTable bySample() {
        List<String> columns = new ArrayList<>(List.of("N"));
        for (String which : List.of("Alpha", "Beta", "Error")) {
            columns.addAll(List.of(which + " measured", which + " formula", which + " two normals"));
        }
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < SAMPLES.size(); i++) {
            Deviations measured = sentences
                    .related()
                    .get(i)
                    .measured()
                    .plus(sentences.unrelated().get(i).measured());
            Deviations formula = sentences
                    .related()
                    .get(i)
                    .expected()
                    .plus(sentences.unrelated().get(i).expected());
            Deviations normals = fitted.sampled(THRESHOLD, SAMPLES.get(i));
            List<String> row = new ArrayList<>(List.of(Figures.of(SAMPLES.get(i))));
            for (Function<Deviations, OptionalDouble> which : List.<Function<Deviations, OptionalDouble>>of(
                    Deviations::alpha, Deviations::beta, Deviations::error)) {
                List.of(measured, formula, normals).forEach(each -> row.add(Figures.of(which.apply(each), DIGITS)));
            }
            rows.add(row);
        }
        return new FigureTable(
                "cops-figure-5",
                "Sampling for testing: accuracy by sample (COPS figure 5), threshold " + THRESHOLD,
                columns,
                rows,
                List.of(
                        sentences.queries() + " documents with " + SAMPLES.get(SAMPLES.size() - 1)
                                + " sentences or more, each compared"
                                + " with every other document by all of its sentences and by N of them, drawn 20 "
                                + "times.",
                        "Formula: appendix A, with the measured shares of matching sentences as W. It draws with "
                                + "replacement; the"
                                + " measurement draws without, so its error is smaller when N is close to the length "
                                + "of a document.",
                        "Two normals: the same with COPS' form of W, fitted to these pairs: " + words(fitted)
                                + ". COPS shows its own parameters in a figure only.",
                        "COPS: Alpha and Error rise from N = 9 to 10, because 4 matches of 9 are more than 0.4, but 4 "
                                + "of 10 are not; for"
                                + " N > 10 Error stays well below 0.01."));
    }

    private static String words(MatchDensity w) {
        return "p_a " + Figures.of(w.unrelated(), DIGITS) + ", sigma_a " + Figures.of(w.noise(), DIGITS) + ", mu_b "
                + Figures.of(w.mean(), DIGITS) + ", sigma_b " + Figures.of(w.deviation(), DIGITS);
    }

    private FigureTable byNoise() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (int words = 1; words <= LONGEST_WORD_CHUNK; words++) {
            SampledTests tests = SampledTests.of(
                    Scheme.builder().granularity(words).build(), texts, questions, THRESHOLD, List.of(SAMPLE), seed);
            rows.add(noise(words == 1 ? "words" : words + " words", tests, 0));
        }
        rows.add(noise("sentences", sentences, SAMPLES.indexOf(SAMPLE)));
        for (double noise : NOISES) {
            rows.add(List.of(
                    "",
                    Figures.of(noise, DIGITS),
                    "",
                    "",
                    Figures.of(
                            fitted.withNoise(noise).sampled(THRESHOLD, SAMPLE).error(), DIGITS)));
        }
        return new FigureTable(
                "cops-figure-6",
                "Sampling for testing: Error by noise (COPS figure 6), N = " + SAMPLE,
                List.of("chunks", "sigma_a", "Error measured", "Error formula", "Error two normals"),
                rows,
                List.of(
                        "The noise of a collection cannot be varied, but shorter chunks have more of it. The rows "
                                + "without chunks are"
                                + " COPS' curve: all parameters but sigma_a are fitted to sentences.",
                        "The shares of matching single words are not distributed around 0, as W assumes, but around "
                                + "another mean, so"
                                + " two normal distributions fit badly.",
                        "COPS: Error stays very low as long as sigma_a is not near the threshold."));
    }

    private static List<String> noise(String chunks, SampledTests tests, int sample) {
        SamplingTally related = tests.related().get(sample);
        SamplingTally unrelated = tests.unrelated().get(sample);
        MatchDensity density = tests.fitted();
        return List.of(
                chunks,
                Figures.of(density.noise(), DIGITS),
                Figures.of(related.measured().plus(unrelated.measured()).error(), DIGITS),
                Figures.of(related.expected().plus(unrelated.expected()).error(), DIGITS),
                Figures.of(density.sampled(THRESHOLD, SAMPLE).error(), DIGITS));
    }

    private FigureTable byUnrelated() {
        SamplingTally related = sentences.related().get(SAMPLES.indexOf(SAMPLE));
        SamplingTally unrelated = sentences.unrelated().get(SAMPLES.indexOf(SAMPLE));
        List<Double> shares = new ArrayList<>(UNRELATED);
        shares.add(fitted.unrelated());
        List<List<String>> rows = shares.stream()
                .map(share -> List.of(
                        Figures.of(share, DIGITS),
                        Figures.of(
                                mixed(share, unrelated.measured(), related.measured())
                                        .error(),
                                DIGITS),
                        Figures.of(
                                mixed(share, unrelated.expected(), related.expected())
                                        .error(),
                                DIGITS),
                        Figures.of(
                                fitted.withUnrelated(share)
                                        .sampled(THRESHOLD, SAMPLE)
                                        .error(),
                                DIGITS)))
                .toList();
        return new FigureTable(
                "cops-figure-7",
                "Sampling for testing: Error by the share of unrelated pairs (COPS figure 7), N = " + SAMPLE,
                List.of("p_a", "Error measured", "Error formula", "Error two normals"),
                rows,
                List.of(
                        "Related and unrelated pairs of the collection, weighted to give this share of unrelated "
                                + "ones. The last row is"
                                + " the collection without weights.",
                        "COPS: Error stays very low for high p_a, the range to expect in practice."));
    }

    private static Deviations mixed(double share, Deviations unrelated, Deviations related) {
        return unrelated.times(share / unrelated.all()).plus(related.times((1 - share) / related.all()));
    }
}
