package io.whorl.lab;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Columns.Moments;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.Answer.Affinity;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** COPS figures 5 to 7: the accuracy of sampling for testing, measured and by the formula of the appendix. */
public final class CopsSampling {
    /** φ, the threshold of COPS figure 5, in percent; an integer, so that φN has no rounding error. */
    private static final int PERCENT = 40;

    private static final double THRESHOLD = PERCENT / 100.0;

    private static final List<Integer> SAMPLES = List.of(1, 2, 5, 8, 9, 10, 11, 15, 20, 25, 30, 40, 50);
    /** The sample size for figures 6 and 7. */
    private static final int SAMPLE = 20;

    private static final List<Double> UNRELATED = List.of(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999);
    private static final List<Double> NOISES = List.of(0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8);
    private static final int LONGEST_WORD_CHUNK = 5;

    private final List<Question> questions;
    private final SampledTests sentences;
    private final MatchDensity fitted;

    private CopsSampling(Texts texts, List<Question> questions, long seed) throws IOException {
        this.questions = questions;
        Scheme scheme =
                Scheme.builder().unit(Chunking.Unit.SENTENCE).granularity(1).build();
        sentences = SampledTests.of(scheme, texts, questions, SAMPLES, seed);
        fitted = sentences.fitted();
    }

    public static List<FigureTable> tables(Texts texts, List<Question> questions, long seed) throws IOException {
        CopsSampling sampling = new CopsSampling(texts, questions, seed);
        return List.of(sampling.bySample(), sampling.byNoise(texts, seed), sampling.byUnrelated());
    }

    /** A row of a table: the deviations as measured, by the formula, and by the formula with two normals as W. */
    private record Row(
            String name,
            String parameter,
            Optional<Deviations> measured,
            Optional<Deviations> formula,
            Deviations normals) {
        static Row of(String name, String parameter, SampledTests tests, int sample, Deviations normals) {
            Tally related = tests.related.get(sample);
            Tally unrelated = tests.unrelated.get(sample);
            return new Row(
                    name,
                    parameter,
                    Optional.of(related.measured.plus(unrelated.measured)),
                    Optional.of(related.expected.plus(unrelated.expected)),
                    normals);
        }
    }

    private static Columns<Row> three(Columns<Row> columns, String name, Function<Deviations, OptionalDouble> which) {
        Function<Optional<Deviations>, String> cell =
                of -> of.map(each -> Figures.of(which.apply(each), 4)).orElse("");
        return columns.add(name + " measured", row -> cell.apply(row.measured))
                .add(name + " formula", row -> cell.apply(row.formula))
                .add(name + " two normals", row -> Figures.of(which.apply(row.normals), 4));
    }

    private static String figure(double value) {
        return Figures.of(value, 4);
    }

    private FigureTable bySample() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < SAMPLES.size(); i++) {
            int n = SAMPLES.get(i);
            rows.add(Row.of(Integer.toString(n), "", sentences, i, fitted.sampled(n)));
        }
        Columns<Row> columns = new Columns<Row>().add("N", Row::name);
        three(columns, "Alpha", Deviations::alpha);
        three(columns, "Beta", Deviations::beta);
        return three(columns, "Error", Deviations::error)
                .table(
                        "cops-figure-5",
                        rows,
                        THRESHOLD,
                        sentences.queries,
                        SAMPLES.get(SAMPLES.size() - 1),
                        figure(fitted.unrelated()),
                        figure(fitted.noise()),
                        figure(fitted.mean()),
                        figure(fitted.deviation()));
    }

    private FigureTable byNoise(Texts texts, long seed) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int words = 1; words <= LONGEST_WORD_CHUNK; words++) {
            SampledTests tests = SampledTests.of(
                    Scheme.builder().granularity(words).build(), texts, questions, List.of(SAMPLE), seed);
            rows.add(noise(words == 1 ? "words" : words + " words", tests, 0));
        }
        rows.add(noise("sentences", sentences, SAMPLES.indexOf(SAMPLE)));
        for (double noise : NOISES) {
            Deviations normals =
                    new MatchDensity(fitted.unrelated(), noise, fitted.mean(), fitted.deviation()).sampled(SAMPLE);
            rows.add(new Row("", figure(noise), Optional.empty(), Optional.empty(), normals));
        }
        Columns<Row> columns = new Columns<Row>().add("chunks", Row::name).add("sigma_a", Row::parameter);
        return three(columns, "Error", Deviations::error).table("cops-figure-6", rows, SAMPLE);
    }

    private static Row noise(String chunks, SampledTests tests, int sample) {
        MatchDensity density = tests.fitted();
        return Row.of(chunks, figure(density.noise()), tests, sample, density.sampled(SAMPLE));
    }

    private FigureTable byUnrelated() {
        Tally related = sentences.related.get(SAMPLES.indexOf(SAMPLE));
        Tally unrelated = sentences.unrelated.get(SAMPLES.indexOf(SAMPLE));
        List<Double> shares = new ArrayList<>(UNRELATED);
        shares.add(fitted.unrelated());
        List<Row> rows = shares.stream()
                .map(share -> new Row(
                        figure(share),
                        "",
                        Optional.of(mixed(share, unrelated.measured, related.measured)),
                        Optional.of(mixed(share, unrelated.expected, related.expected)),
                        new MatchDensity(share, fitted.noise(), fitted.mean(), fitted.deviation()).sampled(SAMPLE)))
                .toList();
        return three(new Columns<Row>().add("p_a", Row::name), "Error", Deviations::error)
                .table("cops-figure-7", rows, SAMPLE);
    }

    private static Deviations mixed(double share, Deviations unrelated, Deviations related) {
        return unrelated.times(share / unrelated.all()).plus(related.times((1 - share) / related.all()));
    }

    /** True if more than φ of the chunks match, with which a test finds a document (COPS 3.1). */
    static boolean finds(int matching, int chunks) {
        return 100L * matching > (long) PERCENT * chunks;
    }

    /** Returns ⌊φN⌋, the maximum number of matches with which the document is not found. */
    static int most(int chunks) {
        return PERCENT * chunks / 100;
    }

    /**
     * The deviations of a test o2 from a test o1 (COPS definitions 3.2 to 3.4), in counts of pairs or in probabilities.
     *
     * @param found pairs that o1 finds
     * @param missed pairs that o1 finds and o2 does not
     * @param passed pairs that o1 does not find
     * @param alarms pairs that o1 does not find and o2 does
     */
    record Deviations(double found, double missed, double passed, double alarms) {
        static final Deviations NONE = new Deviations(0, 0, 0, 0);

        Deviations plus(Deviations other) {
            return new Deviations(
                    found + other.found, missed + other.missed, passed + other.passed, alarms + other.alarms);
        }

        /** Multiplies all values, to mix kinds of pairs in other proportions. */
        Deviations times(double factor) {
            return new Deviations(found * factor, missed * factor, passed * factor, alarms * factor);
        }

        double all() {
            return found + passed;
        }

        /** Returns P(not o2 | o1). */
        OptionalDouble alpha() {
            return share(missed, found);
        }

        /** Returns P(o2 | not o1). */
        OptionalDouble beta() {
            return share(alarms, passed);
        }

        /** Returns P(o1 differs from o2). */
        OptionalDouble error() {
            return share(missed + alarms, all());
        }

        private static OptionalDouble share(double part, double whole) {
            return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
        }
    }

    /**
     * Returns the binomial distribution, Q in appendix A of COPS: P(at most k of n successes), each independent with
     * probability x, 0 to 1.
     */
    static double atMost(int k, int n, double x) {
        if (k >= n) {
            return 1;
        }
        if (x >= 1) {
            return 0;
        }
        double term = Math.pow(1 - x, n);
        double sum = term;
        for (int j = 0; j < k; j++) {
            term *= (n - j) / (j + 1.0) * x / (1 - x);
            sum += term;
        }
        return Math.min(1, sum);
    }

    /**
     * W(x), the density of the share x of a document's chunks that match another document (COPS 6.2): a mixture of two
     * normal distributions, truncated to 0 to 1.
     *
     * @param unrelated p_a, the share of unrelated pairs
     * @param noise σ_a, the deviation of their matches from 0; above 0
     * @param mean μ_b, the mean of the matches of related pairs
     * @param deviation σ_b, the deviation of the matches of related pairs; above 0
     */
    record MatchDensity(double unrelated, double noise, double mean, double deviation) {
        /** The steps of the integrals (midpoint rule). Every whole percent is a boundary, so φ splits no step. */
        private static final int STEPS = 20_000;

        /** Returns the deviations of a test of n random chunks from the test of all chunks (COPS 6.1, appendix A). */
        Deviations sampled(int n) {
            return component(n, 0, noise)
                    .times(unrelated)
                    .plus(component(n, mean, deviation).times(1 - unrelated));
        }

        private static Deviations component(int n, double mean, double deviation) {
            double found = 0;
            double missed = 0;
            double passed = 0;
            double alarms = 0;
            for (int i = 0; i < STEPS; i++) {
                double x = (i + 0.5) / STEPS;
                double z = (x - mean) / deviation;
                double weight = Math.exp(-z * z / 2);
                double q = atMost(most(n), n, x);
                if (x > THRESHOLD) {
                    found += weight;
                    missed += weight * q;
                } else {
                    passed += weight;
                    alarms += weight * (1 - q);
                }
            }
            return new Deviations(found, missed, passed, alarms).times(1 / (found + passed));
        }
    }

    /**
     * The deviations of testing n chunks from testing all chunks, over pairs of one kind: measured, and expected by the
     * formula of the appendix for the same pairs, that is with the measured W.
     */
    static final class Tally {
        private final int n;
        Deviations measured = Deviations.NONE;
        Deviations expected = Deviations.NONE;

        Tally(int n) {
            this.n = n;
        }

        /**
         * Adds a pair.
         *
         * @param sampled the number of matching chunks in each sample
         */
        void add(int matching, int chunks, int[] sampled) {
            boolean found = finds(matching, chunks);
            double second = 0;
            for (int each : sampled) {
                second += finds(each, n) ? 1 : 0;
            }
            measured = measured.plus(pair(found, second / sampled.length));
            // Most pairs share nothing, and Q(0) is 1.
            double q = matching == 0 ? 1 : atMost(most(n), n, (double) matching / chunks);
            expected = expected.plus(pair(found, 1 - q));
        }

        private static Deviations pair(boolean found, double second) {
            return found ? new Deviations(1, 1 - second, 0, 0) : new Deviations(0, 0, 1, second);
        }
    }

    /**
     * Sampling for testing (COPS 6): queries are compared with every other document by all of their chunks, and by n
     * random chunks.
     */
    static final class SampledTests {
        /** The number of random samples of each size. */
        private static final int DRAWS = 20;

        final List<Tally> related = new ArrayList<>();
        final List<Tally> unrelated = new ArrayList<>();
        private Moments relatedMatches = Moments.NONE;
        private Moments unrelatedMatches = Moments.NONE;
        int queries;

        private SampledTests(List<Integer> samples) {
            for (int n : samples) {
                related.add(new Tally(n));
                unrelated.add(new Tally(n));
            }
        }

        /**
         * Runs the tests.
         *
         * @param scheme a scheme that keeps all chunks
         * @param samples the sample sizes; queries with fewer chunks than the largest are left out
         */
        static SampledTests of(Scheme scheme, Texts texts, List<Question> questions, List<Integer> samples, long seed)
                throws IOException {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            Map<String, Fingerprint> documents = new LinkedHashMap<>();
            texts.forEach((id, utf8) -> documents.put(id, fingerprinter.fingerprint(utf8)));
            SampledTests tests = new SampledTests(samples);
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
            // For each sample the rank of each chunk in a random order; the first n are a sample of n.
            int[][] order = Stream.generate(() -> shuffled(own.size(), random))
                    .limit(DRAWS)
                    .toArray(int[][]::new);
            documents.forEach((id, other) -> {
                if (!id.equals(question.id())) {
                    compare(own, other, order, question.right().contains(id));
                }
            });
        }

        private void compare(Fingerprint own, Fingerprint other, int[][] order, boolean alike) {
            int[] matching = PassageLaboratory.shared(own, other).stream().toArray();
            Moments one = Moments.of((double) matching.length / own.size());
            relatedMatches = alike ? relatedMatches.plus(one) : relatedMatches;
            unrelatedMatches = alike ? unrelatedMatches : unrelatedMatches.plus(one);
            for (Tally tally : alike ? related : unrelated) {
                int[] sampled = new int[order.length];
                for (int draw = 0; draw < order.length; draw++) {
                    for (int chunk : matching) {
                        sampled[draw] += order[draw][chunk] < tally.n ? 1 : 0;
                    }
                }
                tally.add(matching.length, own.size(), sampled);
            }
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

        /** Fits W, a mixture of two normal distributions, to these pairs. */
        MatchDensity fitted() {
            double pairs = relatedMatches.count() + unrelatedMatches.count();
            // The deviation from 0, as W assumes, not from the mean.
            double noise = unrelatedMatches.count() == 0
                    ? 0
                    : Math.sqrt(unrelatedMatches.squares() / unrelatedMatches.count());
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

    /** COPS tables 2 and 3: the share of a document's sentences that documents of its group, and all others, have. */
    public static final class CopsNoise {
        /** The affinity and noise of COPS table 3. */
        private static final List<List<String>> PAPER = List.of(
                List.of("53.0", "0.61 ± 2.08"),
                List.of("53.4", "0.06 ± 0.30"),
                List.of("54.1", "0.47 ± 1.34"),
                List.of("51.8", "0.04 ± 0.21"),
                List.of("54.4", "0.36 ± 0.90"),
                List.of("53.6", "0.03 ± 0.20"));
        /** The number of groups in COPS. */
        private static final int GROUPS = 9;

        private CopsNoise() {}

        public static List<FigureTable> tables(Texts texts, Groups groups, int threads, Consumer<String> progress)
                throws IOException {
            try (Scratch scratch = Folders.scratch()) {
                Grid grid =
                        Grid.parse("COPS table 3", Folders.resource(CopsSampling.class, "cops.grid"), scratch.folder());
                Laboratory laboratory = new Laboratory(texts, groups.all(2), 0, threads, progress, Duration.ZERO);
                try (ResultsFolder folder =
                        ResultsFolder.open(scratch.resolve("results"), laboratory.about(grid), false)) {
                    List<Outcome> outcomes = laboratory.run(grid, folder).outcomes();
                    return List.of(byGroup(outcomes.get(0)), byEnhancement(outcomes));
                }
            }
        }

        /** A row of either table, with the figures of the paper. */
        private record Row(String name, List<Answer> answers, List<String> paper) {
            Affinity affinity() {
                return answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
            }
        }

        private static Columns<Row> figures(Columns<Row> columns) {
            return columns.add("self", 1, row -> row.affinity().self().mean())
                    .add("affinity", row -> Figures.spread(row.affinity().related(), 2))
                    .add("noise", row -> Figures.spread(row.affinity().unrelated(), 2))
                    .add("COPS affinity", row -> row.paper.get(0))
                    .add("COPS noise", row -> row.paper.get(1));
        }

        private static FigureTable byGroup(Outcome simple) {
            Map<String, List<Answer>> byGroup = simple.answers().stream()
                    .collect(Collectors.groupingBy(Answer::group, TreeMap::new, Collectors.toList()));
            List<Row> rows = new ArrayList<>();
            byGroup.entrySet().stream()
                    .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                    .limit(GROUPS)
                    .forEach(each -> rows.add(new Row(each.getKey(), each.getValue(), List.of("", ""))));
            rows.add(new Row(
                    "all " + byGroup.size() + " groups", simple.answers(), List.of("52.9 ± 25.16", "0.6 ± 2.1")));
            Columns<Row> columns =
                    new Columns<Row>().add("group", Row::name).add("documents", row -> row.answers.size());
            return figures(columns).table("cops-table-2", rows);
        }

        private static FigureTable byEnhancement(List<Outcome> outcomes) {
            List<Row> rows = new ArrayList<>();
            for (Outcome outcome : outcomes) {
                rows.add(new Row(outcome.configuration().section(), outcome.answers(), PAPER.get(rows.size())));
            }
            return figures(new Columns<Row>().add("method", Row::name)).table("cops-table-3", rows);
        }
    }
}
