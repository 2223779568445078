package io.whorl.bench.jmh;

import io.whorl.bench.data.EnglishText;
import io.whorl.bench.data.FoldFloor;
import io.whorl.bench.data.Schemes;
import io.whorl.bench.rival.LuceneShingles;
import io.whorl.lab.files.DataFolder;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

/** Computes minutiae from text with one thread. An operation is a byte of ASCII English. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(EnglishText.BYTES)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class FingerprintBenchmark {
    @Param(DataFolder.AUTO)
    public String data;

    /** The size of the text. Scores are per byte with the default only. */
    @Param("" + EnglishText.BYTES)
    public int bytes;

    private byte[][] documents;
    private String[] decoded;
    private byte[] cached;
    private byte[] folded;
    private LuceneShingles lucene;

    /** Whorl with one scheme. */
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
    public void setUp() {
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
        lucene = new LuceneShingles();
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
    public long lucene() {
        long characters = 0;
        for (String document : decoded) {
            characters += lucene.consume(document);
        }
        return characters;
    }
}
