package io.whorl.bench.jmh;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.PreparedText;
import io.whorl.bench.data.EnglishText;
import io.whorl.lab.files.DataFolder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
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

/**
 * Aligns pairs of English documents of some thousand words, with one thread. Every second pair has a copied passage. An
 * operation is a pair.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(AlignmentBenchmark.PAIRS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class AlignmentBenchmark {
    static final int PAIRS = 32;

    private static final int BYTES = 1 << 20;
    private static final int COPIED = 2_000;

    @Param(DataFolder.AUTO)
    public String data;

    @Param({"GENERAL", "PAN13"})
    public Setting setting;

    private final List<byte[]> a = new ArrayList<>();
    private final List<byte[]> b = new ArrayList<>();
    private final List<PreparedText> preparedA = new ArrayList<>();
    private final List<PreparedText> preparedB = new ArrayList<>();
    private Aligner aligner;

    @Setup
    public void setUp() {
        aligner = Aligner.of(
                AlignmentOptions.builder().setting(setting).language("english").build());
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

    /** Aligns texts that are prepared. */
    @Benchmark
    public void align(Blackhole hole) {
        for (int pair = 0; pair < PAIRS; pair++) {
            hole.consume(aligner.align(preparedA.get(pair), preparedB.get(pair)));
        }
    }
}
