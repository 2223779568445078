package io.whorl.bench;

import io.whorl.lab.Labels;
import io.whorl.lab.Parallel;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Queries an index of singletons that should be larger than the memory for it; {@code bench/over-ram} limits that. Each
 * document of a thousand words is queried for the first time: documents of the index, and documents that share nothing
 * with it.
 */
@Command(name = "over-ram", mixinStandardHelpOptions = true, showDefaultValues = true)
final class OverRamCommand implements Callable<Integer> {
    private static final int CHUNKS = 997;
    private static final int PAGE = 4_096;
    private static final double MOST_READS = 1.1;
    private static final QueryOptions OPTIONS = QueryOptions.DEFAULT.top(20);
    private static final Path READS = Path.of("/proc/self/io");
    private static final String READ = "read_bytes: ";

    @Option(names = "--work", paramLabel = "DIR", required = true)
    private Path work;

    @Option(names = "--documents", paramLabel = "N", defaultValue = "330000")
    private int documents;

    @Option(names = "--build")
    private boolean build;

    @Option(names = "--threads", paramLabel = "N", split = ",", defaultValue = "1,4")
    private List<Integer> threads;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "10")
    private int seconds;

    private enum Asked {
        KNOWN,
        UNKNOWN
    }

    @Override
    public Integer call() throws Exception {
        SingletonText text = new SingletonText(documents, CHUNKS);
        Path index = WhorlRival.made(text, WorkFolder.in(work.toString()));
        if (build) {
            System.out.println(index);
            return 0;
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            String set = String.format("%,d documents of %,d distinct minutiae", documents, CHUNKS);
            List<Row> rows = new ArrayList<>();
            for (Asked asked : Asked.values()) {
                for (int count : threads) {
                    rows.addAll(measure(snapshot, text, asked, count));
                }
            }
            System.out.print(
                    Results.here("over-ram", Optional.empty(), set, rows).markdown());
        }
        return 0;
    }

    /** Queries for the given time, and before that for as long without measuring. */
    private List<Row> measure(Snapshot snapshot, SingletonText text, Asked asked, int count) throws Exception {
        run(snapshot, text, asked, count, 1);
        OptionalLong before = bytesRead();
        long start = System.nanoTime();
        long[] times = run(snapshot, text, asked, count, 2);
        double took = (System.nanoTime() - start) / 1e9;
        OptionalLong after = bytesRead();
        String name = "over RAM, " + Labels.of(asked) + " documents, threads: " + count + ", ";
        Arrays.sort(times);
        List<Row> rows = new ArrayList<>();
        rows.add(Row.of(name + "queries", Row.number(times.length / took) + "/s"));
        rows.add(Row.of(
                name + "median",
                Row.number(times[times.length / 2] / 1e6) + " ms, 99th percentile "
                        + Row.number(times[(int) (times.length * 0.99)] / 1e6) + " ms"));
        if (before.isPresent() && after.isPresent()) {
            double reads = (double) (after.getAsLong() - before.getAsLong()) / PAGE / times.length;
            double each = reads / text.chunks();
            rows.add(Row.of(name + "page reads a look-up", Row.number(each))
                    .against(Row.number(reads) + " a query")
                    .figureAtMost(MOST_READS, each));
        }
        return rows;
    }

    private long[] run(Snapshot snapshot, SingletonText text, Asked asked, int count, int round) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        return Parallel.map(
                        numbers,
                        count,
                        t -> ask(snapshot, text, asked, new SplittableRandom(((long) round << 32) + t), end))
                .stream()
                .flatMapToLong(Arrays::stream)
                .toArray();
    }

    private static long[] ask(Snapshot snapshot, SingletonText text, Asked asked, SplittableRandom random, long end) {
        LongStream.Builder times = LongStream.builder();
        do {
            int document = random.nextInt(text.documents()) + (asked == Asked.KNOWN ? 0 : text.documents());
            byte[] query = text.text(document);
            long start = System.nanoTime();
            int found = snapshot.query(query, OPTIONS).matches().size();
            times.add(System.nanoTime() - start);
            if (found == 0 && asked == Asked.KNOWN) {
                throw new IllegalStateException("document " + document + " is not found");
            }
        } while (System.nanoTime() < end);
        return times.build().toArray();
    }

    /** Returns the bytes that this process has read; empty on another system than Linux. */
    private static OptionalLong bytesRead() throws IOException {
        return !Files.isReadable(READS)
                ? OptionalLong.empty()
                : Files.readAllLines(READS).stream()
                        .filter(line -> line.startsWith(READ))
                        .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
                        .findFirst();
    }
}
