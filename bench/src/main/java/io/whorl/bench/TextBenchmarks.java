package io.whorl.bench;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.PreparedText;
import io.whorl.bench.LuceneRival.Shingles;
import io.whorl.bulk.BuildReport;
import io.whorl.corpus.Document;
import io.whorl.lab.DataFolder;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** From text to minutiae, to passages and to an index. */
public final class TextBenchmarks {
    private TextBenchmarks() {}

    /** Computes minutiae from text with one thread. An operation is a byte of ASCII English. */
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @OperationsPerInvocation(EnglishText.BYTES)
    @Warmup(iterations = 5, time = 1)
    @Measurement(iterations = 5, time = 1)
    @Fork(2)
    @State(Scope.Thread)
    public static class FingerprintBenchmark {
        @Param(DataFolder.AUTO)
        public String data;

        /** The size of the text. Scores are per byte with the default only. */
        @Param("" + EnglishText.BYTES)
        public int bytes;

        private byte[][] documents;
        private String[] decoded;
        private byte[] cached;
        private byte[] folded;
        private Shingles lucene;

        @State(Scope.Thread)
        public static class Whorl {
            @Param({Schemes.DEFAULT, "rabin-full", "rz-winnowing", "rz-mod", "rz-anchor"})
            public String scheme;

            private final SelectedChunks selected = new SelectedChunks(false);
            private MinutiaExtractor extractor;

            @Setup
            public void setUp() {
                extractor = MinutiaExtractor.of(Schemes.named(scheme));
            }
        }

        @Setup
        public void setUp() throws Exception {
            List<byte[]> texts = EnglishText.documents(data, bytes);
            documents = texts.toArray(byte[][]::new);
            decoded = texts.stream()
                    .map(t -> new String(t, StandardCharsets.US_ASCII))
                    .toArray(String[]::new);
            cached = new byte[EnglishText.CACHED];
            for (int at = 0, i = 0; at < cached.length; at += documents[i++].length) {
                System.arraycopy(documents[i], 0, cached, at, Math.min(documents[i].length, cached.length - at));
            }
            folded = new byte[bytes];
            lucene = new Shingles();
        }

        /** Copies from memory to memory, like the other benchmarks. */
        @Benchmark
        public void floor(Blackhole hole) {
            int at = 0;
            for (byte[] document : documents) {
                at = FoldFloor.fold(document, folded, at);
            }
            hole.consume(folded);
        }

        /** The same within the caches; a stream of text is never there. */
        @Benchmark
        public void cachedFloor(Blackhole hole) {
            for (int i = 0; i < bytes / EnglishText.CACHED; i++) {
                FoldFloor.fold(cached, folded, 0);
                hole.consume(folded);
            }
        }

        @Benchmark
        public void whorl(Whorl whorl, Blackhole hole) {
            for (byte[] document : documents) {
                hole.consume(whorl.extractor.extract(document, 0, document.length, whorl.selected));
            }
        }

        @Benchmark
        public long lucene() throws Exception {
            long characters = 0;
            for (String document : decoded) {
                characters += lucene.consume(document);
            }
            return characters;
        }

        /**
         * The lowest possible cost of reading text: one pass over the bytes through a table of 256 entries into an
         * array.
         */
        public static final class FoldFloor {
            private static final byte[] FOLD = fold();

            private FoldFloor() {}

            /** Folds a text into {@code out}, starting at {@code at}. Returns the end position. */
            public static int fold(byte[] text, byte[] out, int at) {
                for (int i = 0; i < text.length; i++) {
                    out[at + i] = FOLD[text[i] & 0xFF];
                }
                return at + text.length;
            }

            /** Maps letters to lower case, keeps digits, and maps everything else to spaces. */
            private static byte[] fold() {
                byte[] fold = new byte[256];
                for (int c = 0; c < fold.length; c++) {
                    boolean word = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 0x80;
                    boolean capital = c >= 'A' && c <= 'Z';
                    fold[c] = (byte) (word ? c : capital ? c | 0x20 : ' ');
                }
                return fold;
            }
        }
    }

    /**
     * Aligns pairs of English documents of some thousand words, with one thread. Every second pair has a copied
     * passage. An operation is a pair.
     */
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @OperationsPerInvocation(AlignmentBenchmark.PAIRS)
    @Warmup(iterations = 5, time = 1)
    @Measurement(iterations = 5, time = 1)
    @Fork(2)
    @State(Scope.Thread)
    public static class AlignmentBenchmark {
        static final int PAIRS = 32;

        private static final int BYTES = 1 << 20;
        private static final int COPIED = 2_000;

        @Param(DataFolder.AUTO)
        public String data;

        private final List<byte[]> a = new ArrayList<>();
        private final List<byte[]> b = new ArrayList<>();
        private final List<PreparedText> preparedA = new ArrayList<>();
        private final List<PreparedText> preparedB = new ArrayList<>();
        private Aligner aligner;

        @Setup
        public void setUp() throws Exception {
            aligner = Aligner.of(AlignmentOptions.DEFAULT.language("english"));
            List<byte[]> texts = EnglishText.documents(data, BYTES);
            for (int pair = 0; pair < PAIRS; pair++) {
                byte[] source = texts.get((2 * pair + 1) % texts.size());
                ByteArrayOutputStream copy = new ByteArrayOutputStream();
                copy.writeBytes(texts.get(2 * pair % texts.size()));
                if (pair % 2 == 0) {
                    copy.write(source, 0, Math.min(COPIED, source.length));
                }
                a.add(copy.toByteArray());
                b.add(source);
                preparedA.add(aligner.prepare(copy.toByteArray()));
                preparedB.add(aligner.prepare(source));
            }
        }

        /** Reads the words of both texts, and stems them. */
        @Benchmark
        public void prepare(Blackhole hole) {
            for (int pair = 0; pair < PAIRS; pair++) {
                hole.consume(aligner.prepare(a.get(pair)));
                hole.consume(aligner.prepare(b.get(pair)));
            }
        }

        @Benchmark
        public void align(Blackhole hole) {
            for (int pair = 0; pair < PAIRS; pair++) {
                hole.consume(aligner.alignment(preparedA.get(pair), preparedB.get(pair)));
            }
        }
    }

    /** Builds an index of a collection in memory with all cores. The fold floor uses one thread. */
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    @Warmup(iterations = 1)
    @Measurement(iterations = 5)
    @State(Scope.Benchmark)
    public static class BuildBenchmark extends CollectionBenchmark {
        private final int threads = Runtime.getRuntime().availableProcessors();
        private Path index;

        @State(Scope.Benchmark)
        public static class Lucene {
            @Param
            public LuceneRival.Terms terms;
        }

        /** The postings of the collection, unsorted before each iteration. */
        @State(Scope.Benchmark)
        public static class Postings {
            private SortFloor floor;
            private BuildReport built;

            @Setup
            public void setUp(BuildBenchmark build) throws Exception {
                floor = SortFloor.of(build.text);
                Path whole = build.folder.fresh("sized").resolve("index");
                built = WhorlRival.build(build.text, build.threads, whole);
                build.folder.fresh("sized");
            }

            @Setup(Level.Iteration)
            public void reset() {
                floor.reset();
            }
        }

        /** The postings of the index, and the nanoseconds of the least work of each phase of a build. */
        @AuxCounters(AuxCounters.Type.EVENTS)
        @State(Scope.Thread)
        public static class Phases {
            public long postings, fingerprint, partition, sort, group, lists, lines, checksum, force;
        }

        private interface Step {
            void run() throws Exception;
        }

        @Setup
        public void setUp() throws Exception {
            load();
            closing(() -> folder.fresh("build"));
        }

        @Setup(Level.Iteration)
        public void empty() throws Exception {
            index = folder.fresh("build").resolve("index");
        }

        // As warm as its rivals: one warm-up of Lucene takes longer than ten of these.
        @Benchmark
        @Warmup(iterations = 10)
        public BuildReport whorl() throws Exception {
            return WhorlRival.build(text, threads, index);
        }

        /** Text to minutiae only, with all cores. */
        @Benchmark
        @Warmup(iterations = 10)
        public long minutiae() {
            return minutiae(text);
        }

        /** Sorts the same postings, and writes as many bytes as the index has. */
        @Benchmark
        @Warmup(iterations = 3)
        public void sortFloor(Postings postings) throws Exception {
            postings.floor.deal();
            postings.floor.sort();
            Path file = index.resolveSibling("floor");
            postings.floor.write(file, postings.built.index().bytes());
            Channels.force(file);
        }

        /** Does the least work of each phase with one thread: a parallel stream finds no others in the common pool. */
        @Benchmark
        @Warmup(iterations = 3)
        @Fork(value = 1, jvmArgsAppend = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0")
        public void phases(Postings postings, Phases times, Blackhole hole) throws Exception {
            SortFloor floor = postings.floor;
            Path file = index.resolveSibling("floor");
            times.postings = postings.built.index().postings();
            times.fingerprint = time(() -> hole.consume(minutiae(text)));
            times.partition = time(floor::deal);
            times.sort = time(floor::sort);
            times.group = time(() -> hole.consume(floor.group()));
            times.lists = time(() -> hole.consume(floor.encode()));
            times.lines = time(() -> floor.write(file, postings.built.index().bytes()));
            times.checksum = time(() -> hole.consume(Checksum.of(file)));
            times.force = time(() -> Channels.force(file));
        }

        private static long time(Step step) throws Exception {
            long start = System.nanoTime();
            step.run();
            return System.nanoTime() - start;
        }

        // One iteration is enough: it takes more than a minute on the large collection, so it is mostly warm and varies
        // little.
        @Benchmark
        @Measurement(iterations = 1)
        public void lucene(Lucene lucene) throws Exception {
            LuceneRival.build(text, lucene.terms, threads, index);
        }

        // A short loop, warmed up like the floor of a long stream of text.
        @Benchmark
        @Warmup(iterations = 10)
        public void floor(Blackhole hole) {
            byte[] folded = new byte[Math.toIntExact(text.bytes())];
            int at = 0;
            for (Document document : text.documents()) {
                at = FingerprintBenchmark.FoldFloor.fold(document.utf8(), folded, at);
            }
            hole.consume(folded);
        }

        /** Computes the minutiae of all documents with all cores, and returns their number. */
        static long minutiae(TextCollection text) {
            ThreadLocal<MinutiaExtractor> extractors =
                    ThreadLocal.withInitial(() -> MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT)));
            ThreadLocal<SelectedChunks> chunks = ThreadLocal.withInitial(() -> new SelectedChunks(false));
            return text.documents().parallelStream()
                    .mapToLong(document -> {
                        SelectedChunks selected = chunks.get();
                        extractors.get().extract(document.utf8(), 0, document.utf8().length, selected);
                        return selected.size();
                    })
                    .sum();
        }
    }

    /**
     * The lowest possible cost of making a table from postings: one radix sort of (minutia, document) pairs, each in
     * one long, and one pass that writes as many bytes as the table has. All cores: the pairs are dealt to 256
     * partitions by their leading bits, and the partitions are sorted in parallel. There are no groups, lists, lines or
     * checksums.
     */
    static final class SortFloor {
        /** Bits of a pair below the minutia. */
        private static final int DOCUMENT_BITS = 24;

        private static final int PARTITION_BITS = 8;
        private static final int PARTITIONS = 1 << PARTITION_BITS;
        private static final int[] DIGITS = {11, 11, 10};
        private static final int BUFFER = 1 << 20;

        private final long[] unsorted;
        private final long[] pairs;
        private final long[] other;
        /** Where each partition starts. */
        private final int[] start = new int[PARTITIONS + 1];

        private final byte[] encoded = new byte[BUFFER + Varint.LONGEST];
        private final int parts = Runtime.getRuntime().availableProcessors();

        /** @param unsorted pairs that are to be sorted by their 40 leading bits */
        SortFloor(long[] unsorted) {
            this.unsorted = unsorted;
            pairs = new long[unsorted.length];
            other = new long[unsorted.length];
        }

        /** Returns the floor of a collection with the default scheme, whose minutiae have 40 bits. */
        public static SortFloor of(TextCollection text) {
            MinutiaExtractor extractor = MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT));
            SelectedChunks selected = new SelectedChunks(false);
            LongArrayList pairs = new LongArrayList();
            for (int d = 0; d < text.documents().size(); d++) {
                byte[] utf8 = text.documents().get(d).utf8();
                extractor.extract(utf8, 0, utf8.length, selected);
                for (int i = 0; i < selected.size(); i++) {
                    pairs.addLong((selected.array()[i] << DOCUMENT_BITS) | d);
                }
            }
            return new SortFloor(pairs.toLongArray());
        }

        public int size() {
            return pairs.length;
        }

        /** Makes the pairs unsorted again; not part of the measured time. */
        public void reset() {
            System.arraycopy(unsorted, 0, pairs, 0, pairs.length);
        }

        /** Deals the pairs to partitions, for {@link #sort}. */
        void deal() {
            int[][] place = new int[parts][];
            IntStream.range(0, parts).parallel().forEach(part -> place[part] = count(part));
            int sum = 0;
            for (int p = 0; p < PARTITIONS; p++) {
                start[p] = sum;
                for (int[] ofPart : place) {
                    int count = ofPart[p];
                    ofPart[p] = sum;
                    sum += count;
                }
            }
            start[PARTITIONS] = sum;
            IntStream.range(0, parts).parallel().forEach(part -> deal(part, place[part]));
        }

        public long[] sort() {
            IntStream.range(0, PARTITIONS).parallel().forEach(p -> sort(start[p], start[p + 1]));
            return pairs;
        }

        /** Finds where the sorted minutiae end, and returns their number. */
        int group() {
            int groups = 0;
            for (int i = 1; i <= pairs.length; i++) {
                other[groups] = i;
                groups += i == pairs.length || !repeats(i) ? 1 : 0;
            }
            return groups;
        }

        /** Encodes the differences between the documents of each minutia. Returns the end in the cyclic buffer. */
        int encode() {
            int at = 0;
            for (int i = 1; i < pairs.length; i++) {
                if (repeats(i)) {
                    at = Varint.put(encoded, at % BUFFER, pairs[i] - pairs[i - 1]);
                }
            }
            return at;
        }

        private boolean repeats(int i) {
            return (pairs[i] ^ pairs[i - 1]) >>> DOCUMENT_BITS == 0;
        }

        private int begin(int part) {
            return (int) ((long) pairs.length * part / parts);
        }

        private int[] count(int part) {
            int[] counts = new int[PARTITIONS];
            for (int i = begin(part); i < begin(part + 1); i++) {
                counts[(int) (pairs[i] >>> (Long.SIZE - PARTITION_BITS))]++;
            }
            return counts;
        }

        private void deal(int part, int[] place) {
            for (int i = begin(part); i < begin(part + 1); i++) {
                other[place[(int) (pairs[i] >>> (Long.SIZE - PARTITION_BITS))]++] = pairs[i];
            }
        }

        /** An odd number of passes, so that the sorted pairs end where the unsorted ones began. */
        private void sort(int from, int to) {
            long[] source = other;
            long[] target = pairs;
            int shift = DOCUMENT_BITS;
            for (int digit : DIGITS) {
                int[] place = new int[1 << digit];
                int mask = place.length - 1;
                for (int i = from; i < to; i++) {
                    place[(int) (source[i] >>> shift) & mask]++;
                }
                int sum = from;
                for (int d = 0; d < place.length; d++) {
                    int count = place[d];
                    place[d] = sum;
                    sum += count;
                }
                for (int i = from; i < to; i++) {
                    target[place[(int) (source[i] >>> shift) & mask]++] = source[i];
                }
                shift += digit;
                long[] swap = source;
                source = target;
                target = swap;
            }
        }

        public void write(Path file, long bytes) throws Exception {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                int next = 0;
                for (long at = 0; at < bytes; at += buffer.limit()) {
                    buffer.clear();
                    buffer.asLongBuffer().put(pairs, next, Math.min(BUFFER / Long.BYTES, pairs.length - next));
                    next = (next + BUFFER / Long.BYTES) % pairs.length;
                    Channels.writeFully(channel, buffer.limit((int) Math.min(BUFFER, bytes - at)), at);
                }
            }
        }
    }
}
