package io.whorl.lab.experiment.sketch;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.ChunkHash;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import io.whorl.lab.model.LabException;
import io.whorl.query.Pair;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The error of estimates of resemblance from sketches (BGMZ 3), by kind and size of sketch. */
public final class Sketches {
    /** The number of words of a shingle (BGMZ 3). */
    private static final int SHINGLE = 10;

    private static final List<Integer> SMALLEST = List.of(25, 50, 100, 200, 400, 800);
    private static final List<Integer> MODULI = List.of(100, 50, 25, 10, 5);
    private static final List<String> COLUMNS = List.of(
            "sketch",
            "kept per document",
            "sample of two",
            "estimates",
            "mean error",
            "RMS error",
            "RMS expected",
            "95 % within",
            "largest",
            "blind");

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
        List<Pair> pairs = SketchPairs.draw(texts, scheme(0), most, seed, threads);
        if (pairs.isEmpty()) {
            throw new LabException("no two documents of the collection have a resemblance of " + SketchPairs.LEAST
                    + " or more by shingles of " + SHINGLE
                    + " words; use a collection with versions of documents");
        }
        Sketches sketches = new Sketches(texts, pairs, permutations);
        List<List<String>> rows = new ArrayList<>();
        for (int s : SMALLEST) {
            rows.add(sketches.row("MIN_s, s = " + s, Sketch.MIN, s));
        }
        for (int m : MODULI) {
            rows.add(sketches.row("MOD_m, m = " + m, Sketch.MOD, m));
        }
        rows.add(sketches.row("V_i", Sketch.BY_SIZE, 0));
        return new FigureTable(
                "sketches-error",
                "Resemblance estimated from sketches, compared with exact (BGMZ 3)",
                COLUMNS,
                rows,
                notes(texts.size(), pairs.size(), permutations));
    }

    private static List<String> notes(int documents, int pairs, int permutations) {
        return List.of(
                pairs + " pairs of " + documents + " documents with an exact resemblance of " + SketchPairs.LEAST
                        + " or more by shingles of " + SHINGLE + " words, each estimated with " + permutations
                        + " permutations, which are seeds of the hash. An error is the estimate minus the exact value.",
                "BGMZ prove that the estimates are unbiased but print no errors. RMS expected is the root of the mean "
                        + "of"
                        + " r (1 - r) / n * (u - n) / (u - 1): sampling n shingles from a union of u without "
                        + "replacement.",
                "Sample of two: the number of shingles that an estimate is based on. Blind: estimates without any "
                        + "shingle,"
                        + " which are 0. BGMZ keep 5 bytes of a shingle. They expect V_i to keep 50 to 100 shingles; "
                        + "but of"
                        + " 100 * 2^i to 100 * 2^(i+1) words, one shingle in 2^i gives 100 to 200.");
    }

    private static Scheme scheme(int permutation) {
        return Scheme.builder()
                .granularity(SHINGLE)
                .hash(Hashing.Algorithm.RABIN)
                .bits(64)
                .seed(Hashing.DEFAULT_SEED + permutation)
                .build();
    }

    private List<String> row(String name, Sketch sketch, int size) throws IOException {
        SketchErrors errors = new SketchErrors();
        long kept = 0;
        for (int permutation = 0; permutation < permutations; permutation++) {
            Scheme scheme = scheme(permutation).withSelection(sketch.selection(size));
            ChunkHash hash = ChunkHash.of(scheme.hashing());
            Map<String, Shingles> shingles = new HashMap<>();
            fingerprints(scheme).forEach((id, fingerprint) -> shingles.put(id, Shingles.of(fingerprint, hash)));
            kept += shingles.values().stream()
                    .mapToLong(each -> each.orders().length)
                    .sum();
            for (Pair pair : pairs) {
                Fingerprint a = exact.get(pair.a());
                Fingerprint b = exact.get(pair.b());
                int shared = a.shared(b);
                int union = a.size() + b.size() - shared;
                errors.add(
                        (double) shared / union,
                        union,
                        sketch.compare(shingles.get(pair.a()), shingles.get(pair.b()), size));
            }
        }
        return List.of(
                name,
                Figures.of((double) kept / permutations / exact.size(), 1),
                Figures.of(errors.meanShown(), 1),
                Figures.of(errors.count()),
                Figures.of(errors.bias(), 4),
                Figures.of(errors.rootMeanSquare(), 4),
                Figures.of(errors.expected(), 4),
                Figures.of(errors.quantile(0.95), 4),
                Figures.of(errors.quantile(1), 4),
                Figures.of(errors.blind()));
    }

    /** Fingerprints the documents of the pairs. */
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
}
