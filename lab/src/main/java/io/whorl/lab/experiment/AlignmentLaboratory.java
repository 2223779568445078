package io.whorl.lab.experiment;

import io.whorl.align.Aligner;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.AlignedPassages.Pair;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Plagdet.JudgedPair;
import io.whorl.lab.experiment.Plagdet.Match;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.FigureTable;
import io.whorl.lab.report.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Aligns the pairs of a source, and scores the detections of each category.
 *
 * @param every takes each pair whose number is a multiple of this; 1 takes all
 */
public record AlignmentLaboratory(PairSource source, int every, int threads) {
    public static final String ALL = "all";
    /** The row of all pairs without a case: every detection there is false. */
    public static final String WITHOUT_CASES = "pairs without a case";

    private static final double NANOS = 1e6;

    public AlignmentLaboratory {
        if (every < 1) {
            throw new IllegalArgumentException("every is " + every + "; it must be at least 1");
        }
    }

    /** Detects the passages that two texts share. Thread-safe. */
    @FunctionalInterface
    public interface TextAligner {
        List<Match> align(String a, String b);

        static TextAligner of(Aligner aligner) {
            return (a, b) -> aligner.align(a, b).stream().map(Match::of).toList();
        }
    }

    /**
     * Two texts with the cases of copying between them.
     *
     * @param a the text with the copies
     * @param b the text that they are taken from
     */
    public record TextPair(String category, String a, String b, List<Match> cases) {
        public TextPair {
            cases = List.copyOf(cases);
        }
    }

    /** Pairs of texts with known cases. Each pair is made or read when it is needed. Thread-safe. */
    public interface PairSource {
        int size();

        /** Returns a pair, 0 to {@link #size} - 1. */
        TextPair pair(int number) throws IOException;

        /** Returns the pairs of a collection with the layout of PAN's text alignment task. It stays open meanwhile. */
        static PairSource of(Texts texts, AlignedPassages annotations) {
            // Two documents can be a pair in several categories.
            var cases = annotations.passages().stream()
                    .collect(Collectors.groupingBy(
                            passage -> List.of(passage.category(), passage.suspicious(), passage.source()),
                            Collectors.mapping(Match::of, Collectors.toList())));
            return new PairSource() {
                @Override
                public int size() {
                    return annotations.pairs().size();
                }

                @Override
                public TextPair pair(int number) throws IOException {
                    Pair pair = annotations.pairs().get(number);
                    return new TextPair(
                            pair.category(),
                            texts.string(pair.suspicious()),
                            texts.string(pair.source()),
                            cases.getOrDefault(List.of(pair.category(), pair.suspicious(), pair.source()), List.of()));
                }
            };
        }
    }

    /**
     * A line of the table.
     *
     * @param millis processor time of a pair, in milliseconds: reading its words and aligning them
     * @param seeds seeds that are kept for each 1,000 bytes of text; empty if they were not counted
     */
    public record Row(String aligner, String category, int pairs, Plagdet plagdet, double millis, String seeds) {}

    private record Timed(JudgedPair pair, long nanos) {}

    /**
     * Aligns the pairs. The first rows are {@link #ALL} and {@link #WITHOUT_CASES}, the others are by category.
     *
     * @param seeds asked after the pairs are aligned
     */
    public List<Row> run(String name, TextAligner aligner, Supplier<String> seeds) throws IOException {
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
        rows.add(row(name, ALL, judged, seeds));
        rows.add(row(
                name,
                WITHOUT_CASES,
                judged.stream().filter(each -> each.pair.cases().isEmpty()).toList(),
                seeds));
        new TreeMap<>(judged.stream().collect(Collectors.groupingBy(each -> each.pair.category())))
                .forEach((category, pairs) -> rows.add(row(name, category, pairs, seeds)));
        return rows;
    }

    private static Row row(String name, String category, List<Timed> pairs, Supplier<String> seeds) {
        return new Row(
                name,
                category,
                pairs.size(),
                Plagdet.of(pairs.stream().map(Timed::pair).toList()),
                pairs.stream().mapToLong(Timed::nanos).average().orElse(0) / NANOS,
                seeds.get());
    }

    /** Returns the table of these rows. Categories without cases have no figures but those of detections. */
    public static FigureTable table(List<Row> rows) {
        return new Columns<Row>()
                .add("aligner", Row::aligner)
                .add("category", Row::category)
                .add("pairs", Row::pairs)
                .add("cases", row -> row.plagdet.cases())
                .add("plagdet", row -> ofCases(row, Plagdet::score))
                .add("recall", row -> ofCases(row, Plagdet::recall))
                .add("precision", row -> ofCases(row, Plagdet::precision))
                .add("granularity", row -> ofCases(row, Plagdet::granularity))
                .add("detections", row -> row.plagdet.detections())
                .add("false detections", row -> row.plagdet.falseDetections())
                .add("ms a pair", 2, Row::millis)
                .add("seeds per kB", Row::seeds)
                .table(
                        "align",
                        "Detected passages",
                        rows,
                        "plagdet, recall, precision and granularity are macro-averages (Potthast et al. 2010).",
                        "A false detection overlaps no case.",
                        "ms a pair is processor time, reading the words included.");
    }

    private static String ofCases(Row row, Function<Plagdet, Double> figure) {
        return row.plagdet.cases() > 0 ? Figures.of(figure.apply(row.plagdet), 4) : "";
    }
}
