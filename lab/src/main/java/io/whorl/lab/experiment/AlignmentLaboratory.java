package io.whorl.lab.experiment;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.AlignedPassages.Pair;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet.JudgedPair;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet.Match;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.lab.report.Columns.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.BitSet;
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

    /**
     * The score of detections by Potthast, Stein, Barrón-Cedeño and Rosso, "An Evaluation Framework for Plagiarism
     * Detection" (COLING 2010), in its macro-averaged form: every case counts the same, however long it is.
     *
     * @param recall the mean share of a case that its detections cover
     * @param precision the mean share of a detection that its cases cover
     * @param granularity the mean number of detections of a detected case; 1 is best
     * @param falseDetections detections that overlap no case
     */
    public record Plagdet(
            double recall, double precision, double granularity, int cases, int detections, int falseDetections) {

        /** Scores pairs. Without cases, recall is 0; without detections, precision is 0 and granularity 1. */
        public static Plagdet of(List<JudgedPair> pairs) {
            double recall = 0;
            double precision = 0;
            int cases = 0;
            int detections = 0;
            int falseDetections = 0;
            int detectedCases = 0;
            long detectionsOfCases = 0;
            for (JudgedPair pair : pairs) {
                for (Match each : pair.cases()) {
                    List<Match> found = overlapping(each, pair.detections());
                    cases++;
                    detectedCases += found.isEmpty() ? 0 : 1;
                    detectionsOfCases += found.size();
                    recall += each.covered(found);
                }
                for (Match each : pair.detections()) {
                    List<Match> right = overlapping(each, pair.cases());
                    detections++;
                    falseDetections += right.isEmpty() ? 1 : 0;
                    precision += each.covered(right);
                }
            }
            return new Plagdet(
                    cases == 0 ? 0 : recall / cases,
                    detections == 0 ? 0 : precision / detections,
                    detectedCases == 0 ? 1 : (double) detectionsOfCases / detectedCases,
                    cases,
                    detections,
                    falseDetections);
        }

        /** The harmonic mean of recall and precision, divided by log2(1 + granularity). 0 to 1; 1 is best. */
        public double score() {
            double sum = recall + precision;
            return sum == 0 ? 0 : 2 * recall * precision / sum * Math.log(2) / Math.log1p(granularity);
        }

        private static List<Match> overlapping(Match match, List<Match> others) {
            return others.stream().filter(match::overlaps).toList();
        }

        /** Two texts with the cases between them, and what an aligner detects. */
        public record JudgedPair(String category, List<Match> cases, List<Match> detections) {
            public JudgedPair {
                cases = List.copyOf(cases);
                detections = List.copyOf(detections);
            }
        }

        /**
         * An interval in each of two texts, in code points; ends are exclusive. It is a case, that is a copied passage,
         * or the detection of one.
         */
        public record Match(int aFrom, int aTo, int bFrom, int bTo) {
            public Match {
                if (aFrom < 0 || aTo < aFrom || bFrom < 0 || bTo < bFrom) {
                    throw new IllegalArgumentException("match is " + aFrom + " to " + aTo + " and " + bFrom + " to "
                            + bTo + "; no place may be negative, and no end may be before its start");
                }
            }

            static Match of(Passage p) {
                return new Match(p.a().start(), p.a().end(), p.b().start(), p.b().end());
            }

            static Match of(AlignedPassages.Passage p) {
                return new Match(
                        p.offset(), p.offset() + p.length(), p.sourceOffset(), p.sourceOffset() + p.sourceLength());
            }

            int length() {
                return aTo - aFrom + bTo - bFrom;
            }

            /** True if both intervals overlap those of another match of the same two texts. */
            public boolean overlaps(Match other) {
                return overlap(aFrom, aTo, other.aFrom, other.aTo) > 0
                        && overlap(bFrom, bTo, other.bFrom, other.bTo) > 0;
            }

            /** The share of both intervals that other matches cover together, 0 to 1. */
            double covered(List<Match> others) {
                BitSet a = new BitSet();
                BitSet b = new BitSet();
                for (Match other : others) {
                    set(a, aFrom, aTo, other.aFrom, other.aTo);
                    set(b, bFrom, bTo, other.bFrom, other.bTo);
                }
                return length() == 0 ? 0 : (double) (a.cardinality() + b.cardinality()) / length();
            }

            private static void set(BitSet covered, int from, int to, int otherFrom, int otherTo) {
                if (overlap(from, to, otherFrom, otherTo) > 0) {
                    covered.set(Math.max(from, otherFrom) - from, Math.min(to, otherTo) - from);
                }
            }

            static int overlap(int from, int to, int otherFrom, int otherTo) {
                return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
            }
        }
    }
}
