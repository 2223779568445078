package io.whorl.lab;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import info.debatty.java.lsh.LSH;
import info.debatty.java.lsh.MinHash;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.LabIndex.Searcher;
import io.whorl.lab.LabIndex.TopDocuments;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/** Indexes of one signature per document, in memory and in a file, by hash4j or java-LSH. */
public final class SignatureIndex {
    private static final String FILE = "signatures";
    private static final Hasher64 HASH = Hashing.komihash5_0();

    private SignatureIndex() {}

    /**
     * Makes signatures of sets and compares them. Thread-safe.
     *
     * @param sign makes the signature of distinct chunks, at least one
     * @param similarity 1 for equal signatures, 0 or less for what chance gives or less
     */
    private record Signer<S>(
            int components, Function<long[], S> sign, ToDoubleBiFunction<S, S> similarity, Function<S, byte[]> bytes) {}

    private record Signed<S>(String id, S signature) {}

    static LabIndex build(RivalScheme scheme, Documents documents, int threads, Path at) throws IOException {
        if (scheme.system() == Rival.JAVA_LSH_BINS) {
            int stages = scheme.parameter("stages");
            return build(minHash(components(stages)), all -> bins(all, stages), scheme, documents, threads, at);
        }
        if (scheme.system() == Rival.JAVA_LSH_MINHASH) {
            Signer<int[]> signer = minHash(scheme.parameter("components"));
            return build(signer, SignatureIndex::all, scheme, documents, threads, at);
        }
        return build(hash4j(scheme), SignatureIndex::all, scheme, documents, threads, at);
    }

    /**
     * @param candidates of signatures, those that are compared with a query, by distinct positions; called by several
     *     threads
     */
    private static <S> LabIndex build(
            Signer<S> signer,
            Function<List<S>, Function<S, int[]>> candidates,
            RivalScheme scheme,
            Documents documents,
            int threads,
            Path at)
            throws IOException {
        LongAdder bytes = new LongAdder();
        LongAdder words = new LongAdder();
        LongAdder count = new LongAdder();
        Function<byte[], Fingerprint> chunks = chunks(scheme);
        long start = System.nanoTime();
        List<Signed<S>> signed = signed(signer, documents, threads, utf8 -> {
            Fingerprint own = chunks.apply(utf8);
            count.increment();
            bytes.add(utf8.length);
            words.add(own.words());
            return own;
        });
        Function<S, int[]> compared =
                candidates.apply(signed.stream().map(Signed::signature).toList());
        write(signer, signed, at.resolve(FILE));
        double seconds = (System.nanoTime() - start) / 1e9;
        long components = (long) signer.components * signed.size();
        IndexSize size = new IndexSize(count.sum(), bytes.sum(), words.sum(), 0, 0, components, Folders.bytes(at));
        Searcher searcher = (utf8, top) -> {
            TopDocuments best = new TopDocuments(top);
            long[] own = chunks.apply(utf8).toArray();
            if (own.length > 0) {
                S query = signer.sign.apply(own);
                for (int position : compared.apply(query)) {
                    Signed<S> one = signed.get(position);
                    best.offer(one.id(), signer.similarity.applyAsDouble(query, one.signature()));
                }
            }
            return best.matches(signer.components);
        };
        return new LabIndex(at, size, seconds, any -> searcher, () -> {});
    }

    /** Signs documents. One without chunks has no signature and is never found. */
    private static <S> List<Signed<S>> signed(
            Signer<S> signer, Documents documents, int threads, Function<byte[], Fingerprint> chunks)
            throws IOException {
        Map<Integer, Signed<S>> byNumber = new ConcurrentSkipListMap<>();
        Parallel.forEach(documents::forEachNumbered, threads, text -> {
            long[] own = chunks.apply(text.utf8()).toArray();
            if (own.length > 0) {
                byNumber.put(text.number(), new Signed<>(text.id(), signer.sign.apply(own)));
            }
        });
        return new ArrayList<>(byNumber.values());
    }

    /** Writes a plain file of ids and signatures, and forces it to disk. */
    private static <S> void write(Signer<S> signer, List<Signed<S>> signed, Path at) throws IOException {
        try (FileOutputStream file = new FileOutputStream(at.toFile());
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file, 1 << 16))) {
            for (Signed<S> one : signed) {
                out.writeUTF(one.id());
                out.write(signer.bytes.apply(one.signature()));
            }
            out.flush();
            file.getFD().sync();
        }
    }

    private static <S> Function<S, int[]> all(List<S> signatures) {
        int[] all = IntStream.range(0, signatures.size()).toArray();
        return query -> all;
    }

    /** Compares only documents that share a bin of java-LSH with the query in at least one stage. */
    private static Function<int[], int[]> bins(List<int[]> signatures, int stages) {
        // The minimum number of documents in a bin that the README recommends.
        int bins = Math.max(1, signatures.size() / 100);
        Binning binning = new Binning(stages, bins);
        int[][] bin = signatures.stream().map(binning::hashSignature).toArray(int[][]::new);
        int[][][] positions = new int[stages][bins][];
        for (int s = 0; s < stages; s++) {
            for (int b = 0; b < bins; b++) {
                int stage = s;
                int wanted = b;
                positions[s][b] = IntStream.range(0, bin.length)
                        .filter(i -> bin[i][stage] == wanted)
                        .toArray();
            }
        }
        return query -> {
            BitSet found = new BitSet();
            int[] own = binning.hashSignature(query);
            for (int s = 0; s < stages; s++) {
                Arrays.stream(positions[s][own[s]]).forEach(found::set);
            }
            return found.stream().toArray();
        };
    }

    /**
     * Returns the signature size by the rule of LSHMinHash, which itself accepts only boolean vectors. It tunes the
     * bins for a resemblance of 0.5.
     */
    static int components(int stages) {
        int rows = (int) Math.ceil(Math.log(1.0 / stages) / Math.log(0.5)) + 1;
        return rows * stages;
    }

    /** Gives access to the binning of existing signatures. */
    private static final class Binning extends LSH {
        private static final long serialVersionUID = 1L;

        Binning(int stages, int bins) {
            super(stages, bins);
        }
    }

    /**
     * Returns what makes sets of chunks: all chunks of a text by Whorl's analysis. So signatures and Whorl's
     * fingerprints are made from the same sets. Thread-safe.
     */
    private static Function<byte[], Fingerprint> chunks(RivalScheme rival) {
        Scheme scheme = Scheme.builder()
                .granularity(rival.parameter("granularity"))
                .selection(Selection.of("full"))
                .stop(rival.stop())
                .build();
        ThreadLocal<Fingerprinter> fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(scheme));
        return utf8 -> fingerprinters.get().fingerprint(utf8);
    }

    /** Signatures of java-LSH. A fixed seed makes the random hash functions the same in every run. */
    private static Signer<int[]> minHash(int components) {
        MinHash hashes = new MinHash(components, Integer.MAX_VALUE, 1);
        Function<long[], int[]> sign = chunks -> {
            Set<Integer> numbers = new HashSet<>(2 * chunks.length);
            for (long chunk : chunks) {
                numbers.add((int) (HASH.hashStream().putLong(chunk).getAsLong() >>> 33));
            }
            return hashes.signature(numbers);
        };
        return new Signer<>(components, sign, hashes::similarity, signature -> {
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * signature.length);
            bytes.asIntBuffer().put(signature);
            return bytes.array();
        });
    }

    /** Signatures of hash4j, compared as in its README. */
    private static Signer<byte[]> hash4j(RivalScheme scheme) {
        int components = scheme.parameter("components");
        boolean simHash = scheme.system() == Rival.HASH4J_SIMHASH;
        int bits = simHash ? 1 : scheme.parameter("component-bits");
        SimilarityHashPolicy policy =
                simHash ? SimilarityHashing.fastSimHash(components) : SimilarityHashing.superMinHash(components, bits);
        ThreadLocal<SimilarityHasher> hashers = ThreadLocal.withInitial(policy::createHasher);
        // The expected share of components that are equal by chance.
        double chance = Math.pow(2, -bits);
        return new Signer<>(
                policy.getNumberOfComponents(),
                chunks -> {
                    long[] hashes = Arrays.stream(chunks)
                            .map(chunk -> HASH.hashStream().putLong(chunk).getAsLong())
                            .toArray();
                    return hashers.get().compute(ElementHashProvider.ofValues(hashes));
                },
                (a, b) -> (policy.getFractionOfEqualComponents(a, b) - chance) / (1 - chance),
                signature -> signature);
    }

    /**
     * MinHash signatures of java-LSH that are cut into bands, the usual way to deduplicate large collections: documents
     * that agree in all rows of a band are candidates.
     */
    public static final class MinHashBands {
        /** The hashes of a signature: the default of datasketch. */
        public static final int HASHES = 128;

        private static final int STEPS = 1000;

        private final Signer<int[]> signer;
        private final List<Signed<int[]>> signed;

        public record Shape(int bands, int rows) {
            /**
             * The shape whose errors are least: the mean chance that documents below the threshold are candidates, and
             * that documents above it are not, with equal weights. datasketch chooses bands by the same sum.
             *
             * @param threshold more than 0 and up to 1
             */
            public static Shape of(double threshold, int hashes) {
                return IntStream.rangeClosed(1, hashes)
                        .boxed()
                        .flatMap(bands ->
                                IntStream.rangeClosed(1, hashes / bands).mapToObj(rows -> new Shape(bands, rows)))
                        .min(Comparator.comparingDouble(shape -> shape.errors(threshold)))
                        .orElseThrow();
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

        /** @param words the words of a chunk */
        public MinHashBands(Documents documents, int hashes, int words, int threads) throws IOException {
            RivalScheme scheme = RivalScheme.of(Rival.JAVA_LSH_MINHASH, Map.of("granularity", words), List.of());
            signer = minHash(hashes);
            signed = signed(signer, documents, threads, chunks(scheme));
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

        /** Returns for each document that a chain of candidates connects with an earlier one the first of these. */
        public Map<String, String> components(Shape shape) {
            int[] parents = IntStream.range(0, signed.size()).toArray();
            for (int band = 0; band < shape.bands; band++) {
                for (List<Integer> same : equal(shape, band)) {
                    for (int other : same) {
                        int a = root(parents, same.get(0));
                        int b = root(parents, other);
                        parents[Math.max(a, b)] = Math.min(a, b);
                    }
                }
            }
            Map<String, String> firsts = new LinkedHashMap<>();
            for (int d = 0; d < parents.length; d++) {
                if (parents[d] != d) {
                    firsts.put(signed.get(d).id(), signed.get(root(parents, d)).id());
                }
            }
            return firsts;
        }

        /** Returns the representative of a document, and halves the path to it. */
        public static int root(int[] parents, int document) {
            int at = document;
            while (parents[at] != at) {
                parents[at] = parents[parents[at]];
                at = parents[at];
            }
            return at;
        }

        private void take(Shape shape, int band, int a, int b, Taker taker) {
            int[] one = signed.get(a).signature();
            int[] two = signed.get(b).signature();
            for (int earlier = 0; earlier < band; earlier++) {
                int from = earlier * shape.rows;
                if (Arrays.equals(one, from, from + shape.rows, two, from, from + shape.rows)) {
                    return;
                }
            }
            taker.take(signed.get(a).id(), signed.get(b).id(), signer.similarity.applyAsDouble(one, two));
        }

        /** Returns the documents that agree in a band, as lists of two or more. */
        private List<List<Integer>> equal(Shape shape, int band) {
            int from = band * shape.rows;
            Map<IntBuffer, List<Integer>> byRows = new LinkedHashMap<>();
            for (int d = 0; d < signed.size(); d++) {
                IntBuffer rows = IntBuffer.wrap(signed.get(d).signature(), from, shape.rows);
                byRows.computeIfAbsent(rows, any -> new ArrayList<>()).add(d);
            }
            return byRows.values().stream().filter(same -> same.size() > 1).toList();
        }
    }
}
