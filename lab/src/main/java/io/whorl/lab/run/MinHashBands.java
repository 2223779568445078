package io.whorl.lab.run;

import io.whorl.lab.collection.Documents;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.lab.run.SignatureIndex.Chunks;
import io.whorl.lab.run.SignatureIndex.MinHashSigner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * MinHash signatures of java-LSH that are cut into bands, the usual way to deduplicate large collections: documents
 * that agree in all rows of a band are candidates.
 */
public final class MinHashBands {
    /** The hashes of a signature: the default of datasketch. */
    public static final int HASHES = 128;

    private static final int STEPS = 1000;

    private final List<String> ids = new ArrayList<>();
    private final List<int[]> signatures = new ArrayList<>();

    public record Shape(int bands, int rows) {
        /**
         * The shape whose errors are least: the mean chance that documents below the threshold are candidates, and that
         * documents above it are not, with equal weights. datasketch chooses bands by the same sum.
         *
         * @param threshold more than 0 and up to 1
         */
        public static Shape of(double threshold) {
            Shape best = new Shape(1, 1);
            double least = Double.POSITIVE_INFINITY;
            for (int bands = 1; bands <= HASHES; bands++) {
                for (int rows = 1; rows * bands <= HASHES; rows++) {
                    Shape shape = new Shape(bands, rows);
                    double errors = shape.errors(threshold);
                    if (errors < least) {
                        least = errors;
                        best = shape;
                    }
                }
            }
            return best;
        }

        private double errors(double threshold) {
            double sum = 0;
            for (int i = 0; i < STEPS; i++) {
                double resemblance = (i + 0.5) / STEPS;
                double found = found(resemblance);
                sum += resemblance < threshold ? found : 1 - found;
            }
            return sum / STEPS;
        }

        /** The probability that two documents of this resemblance are candidates. */
        public double found(double resemblance) {
            return 1 - Math.pow(1 - Math.pow(resemblance, rows), bands);
        }
    }

    /** Takes two documents that share a band, and their resemblance as the whole signatures estimate it. */
    @FunctionalInterface
    public interface Taker {
        void take(String a, String b, double estimate);
    }

    private final MinHashSigner signer = new MinHashSigner(HASHES);

    private MinHashBands() {}

    public static MinHashBands of(Documents documents, int threads) throws IOException {
        MinHashBands bands = new MinHashBands();
        Chunks chunks = new Chunks(RivalScheme.of(Rival.JAVA_LSH_MINHASH, Map.of(), List.of()));
        Map<Integer, int[]> byNumber = new TreeMap<>();
        Map<Integer, String> names = new TreeMap<>();
        Parallel.forEach(documents::forEachNumbered, threads, text -> {
            long[] own = chunks.of(text.utf8()).toArray();
            if (own.length > 0) {
                int[] signature = bands.signer.sign(own);
                synchronized (byNumber) {
                    byNumber.put(text.number(), signature);
                    names.put(text.number(), text.id());
                }
            }
        });
        bands.ids.addAll(names.values());
        bands.signatures.addAll(byNumber.values());
        return bands;
    }

    /** Passes each pair of candidates once. */
    public void candidates(Shape shape, Taker taker) {
        for (int band = 0; band < shape.bands; band++) {
            for (List<Integer> same : equal(shape, band)) {
                for (int i = 0; i < same.size(); i++) {
                    for (int j = i + 1; j < same.size(); j++) {
                        take(shape, band, same.get(i), same.get(j), taker);
                    }
                }
            }
        }
    }

    private void take(Shape shape, int band, int a, int b, Taker taker) {
        int[] one = signatures.get(a);
        int[] two = signatures.get(b);
        for (int earlier = 0; earlier < band; earlier++) {
            int from = earlier * shape.rows;
            if (Arrays.equals(one, from, from + shape.rows, two, from, from + shape.rows)) {
                return;
            }
        }
        taker.take(ids.get(a), ids.get(b), signer.similarity(one, two));
    }

    /** Returns the documents that agree in a band, as lists of two or more. */
    private List<List<Integer>> equal(Shape shape, int band) {
        int from = band * shape.rows;
        Map<List<Integer>, List<Integer>> byRows = new LinkedHashMap<>();
        for (int d = 0; d < signatures.size(); d++) {
            List<Integer> rows = new ArrayList<>(shape.rows);
            for (int i = from; i < from + shape.rows; i++) {
                rows.add(signatures.get(d)[i]);
            }
            byRows.computeIfAbsent(rows, any -> new ArrayList<>()).add(d);
        }
        return byRows.values().stream().filter(same -> same.size() > 1).toList();
    }
}
