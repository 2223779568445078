package io.whorl.lab;

import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.MinutiaOrder;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.strategy.ModBySize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** The error of estimates of resemblance from MIN_s, MOD_m and V_i sketches (BGMZ 3). */
public final class Sketches {
    private static final int SHINGLE = 10;
    /** The minimum resemblance. There are so many pairs below it that hardly any others would be drawn. */
    private static final double LEAST = 0.05;

    private static final List<Integer> SMALLEST = List.of(25, 50, 100, 200, 400, 800);
    private static final List<Integer> MODULI = List.of(100, 50, 25, 10, 5);

    private final Texts texts;
    private final List<Pair> pairs;
    private final Map<String, Fingerprint> exact;
    private final int permutations;

    private Sketches(Texts texts, List<Pair> pairs, int permutations) throws IOException {
        this.texts = texts;
        this.pairs = pairs;
        this.permutations = permutations;
        exact = fingerprints(scheme(0));
    }

    public static FigureTable table(Texts texts, int most, int permutations, long seed, int threads)
            throws IOException {
        if (most < 1 || permutations < 1) {
            throw new LabException(
                    "pairs is " + most + " and permutations is " + permutations + "; both must be 1 or more");
        }
        List<Pair> pairs = pairs(texts, most, seed, threads);
        if (pairs.isEmpty()) {
            throw new LabException("no two documents of the collection have a resemblance of " + LEAST
                    + " or more by shingles of " + SHINGLE + " words; use a collection with versions of documents");
        }
        Sketches sketches = new Sketches(texts, pairs, permutations);
        List<Errors> rows = new ArrayList<>();
        for (int s : SMALLEST) {
            rows.add(sketches.errors("MIN_s, s = " + s, Sketch.MIN, s));
        }
        for (int m : MODULI) {
            rows.add(sketches.errors("MOD_m, m = " + m, Sketch.MOD, m));
        }
        rows.add(sketches.errors("V_i", Sketch.BY_SIZE, 0));
        return new Columns<Errors>()
                .add("sketch", of -> of.name)
                .add("kept per document", 1, of -> (double) of.kept / permutations / sketches.exact.size())
                .add("sample of two", 1, Errors::meanShown)
                .add("estimates", Errors::count)
                .add("mean error", 4, Errors::bias)
                .add("RMS error", 4, Errors::rootMeanSquare)
                .add("RMS expected", 4, Errors::expected)
                .add("95 % within", 4, of -> of.quantile(0.95))
                .add("largest", 4, of -> of.quantile(1))
                .add("blind", of -> of.blind)
                .table("sketches-error", rows, pairs.size(), texts.size(), LEAST, SHINGLE, permutations);
    }

    private static Scheme scheme(int permutation) {
        return Scheme.builder()
                .granularity(SHINGLE)
                .hash(Hashing.Algorithm.RABIN)
                .bits(64)
                .seed(Hashing.DEFAULT_SEED + permutation)
                .build();
    }

    /** Draws pairs of documents with a resemblance above chance. */
    private static List<Pair> pairs(Texts texts, int most, long seed, int threads) throws IOException {
        List<Pair> pairs =
                new ArrayList<>(WhorlIndex.ask(scheme(0), texts, threads, index -> index.pairs(SimilarityOptions.PAIRS
                                .minScore(LEAST)
                                .maxDf(QueryOptions.NO_LIMIT)
                                .threads(threads)
                                .expanded(true))
                        .toList()));
        pairs.sort(Comparator.comparing(Pair::a).thenComparing(Pair::b));
        Collections.shuffle(pairs, new Random(seed));
        return List.copyOf(pairs.subList(0, Math.min(most, pairs.size())));
    }

    private Map<String, Fingerprint> fingerprints(Scheme scheme) throws IOException {
        Set<String> ids = new TreeSet<>();
        pairs.forEach(pair -> ids.addAll(List.of(pair.a(), pair.b())));
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Map<String, Fingerprint> fingerprints = new HashMap<>();
        for (String id : ids) {
            fingerprints.put(id, fingerprinter.fingerprint(texts.text(id)));
        }
        return fingerprints;
    }

    private Errors errors(String name, Sketch sketch, int size) throws IOException {
        Errors errors = new Errors(name);
        for (int permutation = 0; permutation < permutations; permutation++) {
            Map<String, Fingerprint> kept = fingerprints(scheme(permutation).withSelection(sketch.selection(size)));
            kept.values().forEach(each -> errors.kept += each.size());
            for (Pair pair : pairs) {
                Fingerprint a = exact.get(pair.a());
                Fingerprint b = exact.get(pair.b());
                int shared = a.shared(b);
                int union = a.size() + b.size() - shared;
                errors.add(
                        (double) shared / union, union, sketch.compare(kept.get(pair.a()), kept.get(pair.b()), size));
            }
        }
        return errors;
    }

    /** The errors of estimated resemblances, and the errors that sampling theory expects. */
    static final class Errors {
        private final String name;
        private final List<Double> errors = new ArrayList<>();
        private double variances;
        private long shown;
        long blind;
        private long kept;

        Errors(String name) {
            this.name = name;
        }

        /**
         * Adds an estimate.
         *
         * @param union the number of shingles of both documents together
         */
        void add(double exact, int union, Sample sample) {
            errors.add(sample.resemblance() - exact);
            shown += sample.size();
            // Estimates with an empty sample are 0.
            blind += sample.size() == 0 ? 1 : 0;
            variances += sample.size() == 0 ? exact * exact : variance(exact, union, sample.size());
        }

        /** Returns the variance of the share in a sample without replacement (hypergeometric distribution). */
        private static double variance(double exact, int union, long drawn) {
            return union <= 1 ? 0 : exact * (1 - exact) / drawn * (union - drawn) / (union - 1);
        }

        int count() {
            return errors.size();
        }

        /** Returns the mean error, which the theorem expects to be 0. */
        double bias() {
            return errors.stream().mapToDouble(error -> error).average().orElse(0);
        }

        double rootMeanSquare() {
            return Math.sqrt(errors.stream()
                    .mapToDouble(error -> error * error)
                    .average()
                    .orElse(0));
        }

        /** Returns the root mean square that sampling theory expects. */
        double expected() {
            return Math.sqrt(variances / count());
        }

        double quantile(double share) {
            return errors.stream().map(Math::abs).sorted().toList().get((int) Math.ceil(share * count()) - 1);
        }

        double meanShown() {
            return (double) shown / count();
        }
    }

    /** A kind of sketch: which shingles are kept, and how two sketches are compared (BGMZ 3). */
    enum Sketch {
        /** Keeps the s smallest shingles. Two sketches are compared by the s smallest of their union. */
        MIN,
        /** Keeps the shingles that are 0 modulo m. */
        MOD,
        /**
         * Keeps the shingles that are 0 modulo 2^i, where i depends on the size of the document. The larger i counts.
         */
        BY_SIZE;

        /** @param size s or m; ignored by {@link #BY_SIZE} */
        Selection selection(int size) {
            return switch (this) {
                case MIN -> new Selection("min-s", Map.of("s", Integer.toString(size)));
                case MOD -> new Selection("mod", Map.of("m", Integer.toString(size)));
                case BY_SIZE -> Selection.of("mod-by-size");
            };
        }

        /** Estimates as an index does, and counts the shingles that the estimate is based on. */
        Sample compare(Fingerprint a, Fingerprint b, int size) {
            long shown = a.size() + b.size() - a.shared(b);
            if (this == BY_SIZE) {
                int level = Math.max(ModBySize.level(a.words()), ModBySize.level(b.words()));
                shown = at(level, a) + at(level, b) - a.shared(b);
            }
            return new Sample(a.compare(b, Measure.RESEMBLANCE), this == MIN ? Math.min(size, shown) : shown);
        }

        private static long at(int level, Fingerprint sketch) {
            MinutiaOrder order = MinutiaOrder.ofWidth(sketch.scheme().hashing().bits());
            return Arrays.stream(sketch.toArray())
                    .filter(shingle -> ModBySize.depth(order.applyAsLong(shingle)) >= level)
                    .count();
        }
    }

    /** An estimate, 0 if there is nothing to estimate from, and the part of the union of both documents' shingles. */
    record Sample(double resemblance, long size) {}
}
