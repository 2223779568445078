package io.whorl.lab.run;

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
import io.whorl.lab.collection.Documents;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.run.Configuration.Rival;
import io.whorl.lab.run.Configuration.Rival.RivalScheme;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.query.Matches;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;

/** An index of one signature per document, in memory and in a file, by hash4j or java-LSH. */
public final class SignatureIndex<S> implements LabIndex {
    private static final String FILE = "signatures";
    private static final Hasher64 HASH = Hashing.komihash5_0();

    /** Makes signatures of sets and compares them. Thread-safe. */
    interface Signer<S> {
        /** @param chunks distinct chunks, at least one */
        S sign(long[] chunks);

        /** Returns the similarity: 1 for equal signatures, 0 or less for what chance gives or less. */
        double similarity(S a, S b);

        byte[] bytes(S signature);

        int components();
    }

    private record Signed<S>(String id, S signature) {}

    private final Signer<S> signer;
    private final Chunks chunks;
    private final Path at;
    private final List<Signed<S>> signed;
    /** Returns the distinct positions in the list of signatures that are compared with a query. Thread-safe. */
    private final Function<S, int[]> candidates;

    private final IndexSize size;
    private final double seconds;

    private SignatureIndex(
            Signer<S> signer,
            Function<List<S>, Function<S, int[]>> candidates,
            RivalScheme scheme,
            Documents documents,
            int threads,
            Path at)
            throws IOException {
        this.signer = signer;
        this.at = at;
        chunks = new Chunks(scheme);
        Map<Integer, Signed<S>> byNumber = new ConcurrentSkipListMap<>();
        LongAdder bytes = new LongAdder();
        LongAdder words = new LongAdder();
        LongAdder count = new LongAdder();
        long start = System.nanoTime();
        Parallel.forEach(documents::forEachNumbered, threads, text -> {
            Fingerprint own = chunks.of(text.utf8());
            count.increment();
            bytes.add(text.utf8().length);
            words.add(own.words());
            // A document without chunks has no signature and is never found.
            if (own.size() > 0) {
                byNumber.put(text.number(), new Signed<>(text.id(), signer.sign(own.toArray())));
            }
        });
        signed = new ArrayList<>(byNumber.values());
        this.candidates =
                candidates.apply(signed.stream().map(Signed::signature).toList());
        write();
        seconds = (System.nanoTime() - start) / 1e9;
        size = new IndexSize(
                count.sum(),
                bytes.sum(),
                words.sum(),
                0,
                0,
                (long) signer.components() * signed.size(),
                Folders.bytes(at));
    }

    /** Writes a plain file of ids and signatures, and forces it to disk. */
    private void write() throws IOException {
        try (FileOutputStream file = new FileOutputStream(at.resolve(FILE).toFile());
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file, 1 << 16))) {
            for (Signed<S> one : signed) {
                out.writeUTF(one.id());
                out.write(signer.bytes(one.signature()));
            }
            out.flush();
            file.getFD().sync();
        }
    }

    static LabIndex build(RivalScheme scheme, Documents documents, int threads, Path at) throws IOException {
        if (scheme.system() == Rival.JAVA_LSH_BINS) {
            int stages = scheme.parameter("stages");
            MinHashSigner signer = new MinHashSigner(components(stages));
            return new SignatureIndex<>(signer, all -> bins(all, stages), scheme, documents, threads, at);
        }
        if (scheme.system() == Rival.JAVA_LSH_MINHASH) {
            MinHashSigner signer = new MinHashSigner(scheme.parameter("components"));
            return new SignatureIndex<>(signer, SignatureIndex::all, scheme, documents, threads, at);
        }
        return new SignatureIndex<>(Hash4jSigner.of(scheme), SignatureIndex::all, scheme, documents, threads, at);
    }

    @Override
    public Searcher searcher(Configuration configuration) {
        return this::search;
    }

    private Matches search(byte[] utf8, int top) {
        TopDocuments best = new TopDocuments(top);
        long[] own = chunks.of(utf8).toArray();
        if (own.length > 0) {
            S query = signer.sign(own);
            for (int position : candidates.apply(query)) {
                Signed<S> one = signed.get(position);
                best.offer(one.id(), signer.similarity(query, one.signature()));
            }
        }
        return best.matches(signer.components());
    }

    @Override
    public IndexSize size() {
        return size;
    }

    @Override
    public double seconds() {
        return seconds;
    }

    @Override
    public void close() {
        Folders.delete(at);
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
     * The sets that signatures are made from: all chunks of a text by Whorl's analysis. So signatures and Whorl's
     * fingerprints are made from the same sets. Thread-safe.
     */
    static final class Chunks {
        private final ThreadLocal<Fingerprinter> fingerprinters;

        Chunks(RivalScheme rival) {
            Scheme scheme = Scheme.builder()
                    .granularity(rival.parameter("granularity"))
                    .selection(Selection.of("full"))
                    .stop(rival.stop())
                    .build();
            fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(scheme));
        }

        Fingerprint of(byte[] utf8) {
            return fingerprinters.get().fingerprint(utf8);
        }
    }

    static final class MinHashSigner implements Signer<int[]> {
        /** Makes the random hash functions the same in every run. */
        private static final long SEED = 1;

        private final MinHash hashes;
        private final int components;

        MinHashSigner(int components) {
            this.components = components;
            hashes = new MinHash(components, Integer.MAX_VALUE, SEED);
        }

        @Override
        public int[] sign(long[] chunks) {
            Set<Integer> numbers = new HashSet<>(2 * chunks.length);
            for (long chunk : chunks) {
                numbers.add((int) (HASH.hashStream().putLong(chunk).getAsLong() >>> 33));
            }
            return hashes.signature(numbers);
        }

        @Override
        public double similarity(int[] a, int[] b) {
            return hashes.similarity(a, b);
        }

        @Override
        public byte[] bytes(int[] signature) {
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * signature.length);
            bytes.asIntBuffer().put(signature);
            return bytes.array();
        }

        @Override
        public int components() {
            return components;
        }
    }

    /** Signatures of hash4j, compared as in its README. */
    private static final class Hash4jSigner implements Signer<byte[]> {
        private final SimilarityHashPolicy policy;
        private final ThreadLocal<SimilarityHasher> hashers;
        /** The expected share of components that are equal by chance. */
        private final double chance;

        private Hash4jSigner(SimilarityHashPolicy policy, int bits) {
            this.policy = policy;
            hashers = ThreadLocal.withInitial(policy::createHasher);
            chance = Math.pow(2, -bits);
        }

        static Hash4jSigner of(RivalScheme scheme) {
            int components = scheme.parameter("components");
            if (scheme.system() == Rival.HASH4J_SIMHASH) {
                return new Hash4jSigner(SimilarityHashing.fastSimHash(components), 1);
            }
            int bits = scheme.parameter("component-bits");
            return new Hash4jSigner(SimilarityHashing.superMinHash(components, bits), bits);
        }

        @Override
        public byte[] sign(long[] chunks) {
            long[] hashes = Arrays.stream(chunks)
                    .map(chunk -> HASH.hashStream().putLong(chunk).getAsLong())
                    .toArray();
            return hashers.get().compute(ElementHashProvider.ofValues(hashes));
        }

        @Override
        public double similarity(byte[] a, byte[] b) {
            return (policy.getFractionOfEqualComponents(a, b) - chance) / (1 - chance);
        }

        @Override
        public byte[] bytes(byte[] signature) {
            return signature;
        }

        @Override
        public int components() {
            return policy.getNumberOfComponents();
        }
    }

    /**
     * MinHash signatures of java-LSH that are cut into bands, the usual way to deduplicate large collections: documents
     * that agree in all rows of a band are candidates.
     */
    public static final class MinHashBands {
        /** The hashes of a signature: the default of datasketch. */
        public static final int HASHES = 128;

        private static final int STEPS = 1000;

        private final List<Signed<int[]>> signed = new ArrayList<>();

        public record Shape(int bands, int rows) {
            /**
             * The shape whose errors are least: the mean chance that documents below the threshold are candidates, and
             * that documents above it are not, with equal weights. datasketch chooses bands by the same sum.
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
            Map<Integer, Signed<int[]>> byNumber = new ConcurrentSkipListMap<>();
            Parallel.forEach(documents::forEachNumbered, threads, text -> {
                long[] own = chunks.of(text.utf8()).toArray();
                if (own.length > 0) {
                    byNumber.put(text.number(), new Signed<>(text.id(), bands.signer.sign(own)));
                }
            });
            bands.signed.addAll(byNumber.values());
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
            int[] one = signed.get(a).signature();
            int[] two = signed.get(b).signature();
            for (int earlier = 0; earlier < band; earlier++) {
                int from = earlier * shape.rows;
                if (Arrays.equals(one, from, from + shape.rows, two, from, from + shape.rows)) {
                    return;
                }
            }
            taker.take(signed.get(a).id(), signed.get(b).id(), signer.similarity(one, two));
        }

        /** Returns the documents that agree in a band, as lists of two or more. */
        private List<List<Integer>> equal(Shape shape, int band) {
            int from = band * shape.rows;
            Map<List<Integer>, List<Integer>> byRows = new LinkedHashMap<>();
            for (int d = 0; d < signed.size(); d++) {
                List<Integer> rows = new ArrayList<>(shape.rows);
                for (int i = from; i < from + shape.rows; i++) {
                    rows.add(signed.get(d).signature()[i]);
                }
                byRows.computeIfAbsent(rows, any -> new ArrayList<>()).add(d);
            }
            return byRows.values().stream().filter(same -> same.size() > 1).toList();
        }
    }
}
