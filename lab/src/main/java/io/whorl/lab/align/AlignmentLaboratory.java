package io.whorl.lab.align;

import io.whorl.lab.parallel.Parallel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Aligns the pairs of a source, and scores the detections of each category. */
public final class AlignmentLaboratory {
    /** The row of all pairs. */
    public static final String ALL = "all";
    /** The row of all pairs without a case: every detection there is false. */
    public static final String WITHOUT_CASES = "pairs without a case";

    private static final double NANOS = 1e6;

    private final PairSource source;
    private final int every;
    private final int threads;

    /** @param every takes each pair whose number is a multiple of this; 1 takes all */
    public AlignmentLaboratory(PairSource source, int every, int threads) {
        if (every < 1) {
            throw new IllegalArgumentException("every is " + every + "; it must be at least 1");
        }
        this.source = source;
        this.every = every;
        this.threads = threads;
    }

    /**
     * A line of a table.
     *
     * @param category of the pairs, {@link #ALL} or {@link #WITHOUT_CASES}
     * @param pairs the number of pairs
     * @param millis processor time of a pair, in milliseconds: reading its words and aligning them
     */
    public record Row(String category, int pairs, Plagdet plagdet, double millis) {}

    /** Aligns the pairs. The first rows are {@link #ALL} and {@link #WITHOUT_CASES}, the others are by category. */
    public List<Row> run(TextAligner aligner) throws IOException {
        List<Integer> numbers = IntStream.range(0, source.size())
                .filter(number -> number % every == 0)
                .boxed()
                .toList();
        ThreadMXBean time = ManagementFactory.getThreadMXBean();
        List<Timed> judged = Parallel.map(numbers, threads, number -> {
            TextPair pair = source.pair(number);
            long start = time.getCurrentThreadCpuTime();
            List<Match> detections = aligner.align(pair.a(), pair.b());
            long nanos = time.getCurrentThreadCpuTime() - start;
            return new Timed(new JudgedPair(pair.category(), pair.cases(), detections), nanos);
        });
        List<Row> rows = new ArrayList<>();
        rows.add(row(ALL, judged));
        rows.add(row(
                WITHOUT_CASES,
                judged.stream().filter(each -> each.pair.cases().isEmpty()).toList()));
        SortedMap<String, List<Timed>> byCategory = judged.stream()
                .collect(Collectors.groupingBy(each -> each.pair.category(), TreeMap::new, Collectors.toList()));
        byCategory.forEach((category, pairs) -> rows.add(row(category, pairs)));
        return rows;
    }

    private record Timed(JudgedPair pair, long nanos) {}

    private static Row row(String category, List<Timed> pairs) {
        return new Row(
                category,
                pairs.size(),
                Plagdet.of(pairs.stream().map(Timed::pair).toList()),
                pairs.stream().mapToLong(Timed::nanos).average().orElse(0) / NANOS);
    }
}
