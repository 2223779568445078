package io.whorl.lab;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.lab.AlignedPassages.CopiedPassage;
import io.whorl.lab.AlignedPassages.Pair;
import io.whorl.lab.AlignmentLaboratory.JudgedPair;
import io.whorl.lab.AlignmentLaboratory.Plagdet;
import io.whorl.lab.AlignmentLaboratory.SpanPair;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Columns.Moments;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Queries an index of all sources with each suspicious document of a collection, and aligns the document with the
 * candidates, and with the sources that the collection lists for it.
 */
public record RetrievalLaboratory(
        Texts texts,
        AlignedPassages annotations,
        Aligner aligner,
        Bounds bounds,
        int threads,
        Map<String, PreparedText> prepared) {
    /** A chunk that more sources have is common (COPS LOOKUP). */
    static final int RARE = 10;

    private static final ThreadMXBean TIME = ManagementFactory.getThreadMXBean();

    /**
     * Which candidates are aligned.
     *
     * @param leastShared chunks that a candidate shares with the document, at least
     * @param most candidates of a document, at most, by each of the two orders
     * @param every takes each suspicious document whose number is a multiple of this; 1 takes all
     */
    public record Bounds(int leastShared, int most, int every) {
        public Bounds {
            if (leastShared < 1 || most < 1 || every < 1) {
                throw new IllegalArgumentException("least shared is " + leastShared + ", most is " + most
                        + ", every is " + every + "; each must be at least 1");
            }
        }
    }

    /**
     * What was found.
     *
     * @param suspicions one for each suspicious document, in the order of the ids
     * @param preparation processor time in nanoseconds: indexing the sources and reading all texts
     */
    public record Outcome(List<Suspicion> suspicions, int sources, long preparation, long queries) {}

    /**
     * A suspicious document, what is known about it, and what was found.
     *
     * @param category of its pairs; of several ones, the first
     * @param listed what alignment reports for each source that the collection lists for it
     * @param cases the known cases by source; empty lists for sources without one
     * @param candidates the sources that share chunks with it
     */
    public record Suspicion(
            String id,
            int words,
            String category,
            Map<String, List<Passage>> listed,
            Map<String, List<SpanPair>> cases,
            List<Candidate> candidates) {
        boolean clean() {
            return cases.values().stream().allMatch(List::isEmpty);
        }

        /** True if most of the detected part of the document is a known case, of whatever source. */
        boolean atCase(Passage detection) {
            SpanPair match = SpanPair.of(detection);
            return cases.values().stream().flatMap(List::stream).anyMatch(known -> {
                int overlap = Math.min(match.aTo(), known.aTo()) - Math.max(match.aFrom(), known.aFrom());
                return 2 * overlap > match.aTo() - match.aFrom();
            });
        }

        boolean hasCase(String source) {
            return !cases.getOrDefault(source, List.of()).isEmpty();
        }
    }

    /**
     * A source that shares chunks with a suspicious document.
     *
     * @param found its rank and score by weighted containment of the suspicious document
     * @param rare the shared chunks that at most {@link #RARE} sources have
     * @param rankByShared the rank among all sources by shared chunks, from 1
     */
    public record Candidate(Match found, long rare, int rankByShared, List<Passage> detections, long nanos) {
        String source() {
            return found.id();
        }

        int words() {
            return detections.stream().mapToInt(Passage::words).sum();
        }
    }

    public RetrievalLaboratory(Texts texts, AlignedPassages annotations, Aligner aligner, Bounds bounds, int threads) {
        this(texts, annotations, aligner, bounds, threads, new ConcurrentHashMap<>());
    }

    public Outcome run() throws IOException {
        SortedMap<String, List<Pair>> bySuspicious = annotations.pairs().stream()
                .collect(Collectors.groupingBy(Pair::suspicious, TreeMap::new, Collectors.toList()));
        Map<String, Map<String, List<SpanPair>>> cases = new HashMap<>();
        for (Pair pair : annotations.pairs()) {
            cases.computeIfAbsent(pair.suspicious(), any -> new LinkedHashMap<>())
                    .computeIfAbsent(pair.source(), any -> new ArrayList<>());
        }
        for (CopiedPassage passage : annotations.passages()) {
            cases.get(passage.suspicious()).get(passage.source()).add(SpanPair.of(passage));
        }
        List<String> sources = annotations.pairs().stream()
                .map(Pair::source)
                .distinct()
                .sorted()
                .toList();
        List<String> some = every(bounds.every, 0, List.copyOf(bySuspicious.keySet()));
        LongAdder preparation = new LongAdder();
        prepare(sources, preparation);
        prepare(some, preparation);
        LongAdder queries = new LongAdder();
        long start = System.nanoTime();
        Scheme scheme = Preset.PLAGIARISM.scheme().build();
        return WhorlIndex.ask(scheme, texts.some(sources), threads, index -> {
            preparation.add(System.nanoTime() - start);
            List<Suspicion> suspicions = Parallel.map(
                    some, threads, id -> suspicion(id, bySuspicious.get(id), cases.get(id), index, queries));
            return new Outcome(suspicions, sources.size(), preparation.sum(), queries.sum());
        });
    }

    private static <T> List<T> every(int step, int first, List<T> all) {
        return IntStream.iterate(first, number -> number < all.size(), number -> number + step)
                .mapToObj(all::get)
                .toList();
    }

    private void prepare(List<String> ids, LongAdder nanos) throws IOException {
        Parallel.map(ids, threads, id -> {
            long start = TIME.getCurrentThreadCpuTime();
            prepared.put(id, aligner.prepare(texts.text(id)));
            nanos.add(TIME.getCurrentThreadCpuTime() - start);
            return id;
        });
    }

    private Suspicion suspicion(
            String id, List<Pair> pairs, Map<String, List<SpanPair>> cases, Snapshot snapshot, LongAdder queries)
            throws IOException {
        QueryOptions options = QueryOptions.DEFAULT
                .measure(Measure.WEIGHTED_CONTAINMENT)
                .top(Math.max(1, (int) Math.min(10_000_000, snapshot.documents())));
        long start = TIME.getCurrentThreadCpuTime();
        Matches found = snapshot.query(texts.text(id), options);
        queries.add(TIME.getCurrentThreadCpuTime() - start);
        Map<String, Long> rare = new HashMap<>();
        snapshot.query(texts.text(id), options.measure(Measure.SHARED).maxDf(RARE))
                .matches()
                .forEach(match -> rare.put(match.id(), match.shared()));
        List<Match> byShared = found.matches().stream()
                .sorted(Comparator.comparingLong(Match::shared).reversed().thenComparing(Match::id))
                .toList();
        List<Candidate> candidates = new ArrayList<>();
        for (int rank = 1; rank <= byShared.size(); rank++) {
            Match match = byShared.get(rank - 1);
            if (match.shared() >= bounds.leastShared && Math.min(rank, match.rank()) <= bounds.most) {
                long before = TIME.getCurrentThreadCpuTime();
                List<Passage> detections = align(id, match.id());
                candidates.add(new Candidate(
                        match,
                        rare.getOrDefault(match.id(), 0L),
                        rank,
                        detections,
                        TIME.getCurrentThreadCpuTime() - before));
            }
        }
        Map<String, List<Passage>> listed = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            listed.put(
                    pair.source(),
                    candidates.stream()
                            .filter(each -> each.source().equals(pair.source()))
                            .findFirst()
                            .map(Candidate::detections)
                            .orElseGet(() -> align(id, pair.source())));
        }
        return new Suspicion(id, prepared.get(id).words(), pairs.get(0).category(), listed, cases, candidates);
    }

    private List<Passage> align(String suspicious, String source) {
        return aligner.alignment(prepared.get(suspicious), prepared.get(source)).passages();
    }

    private static final double NANOS = 1e9;
    /** The least number of shared chunks of the command {@code report}. */
    private static final int LEAST_SHARED = 3;
    /** The words of clean documents that bands of the table of verdicts begin with. */
    private static final List<Integer> LENGTHS = List.of(200, 500, 1_000);

    private static final String OTHERS = "without a case, other categories";
    /** Code points of a passage that are shown. */
    private static final int SHOWN = 400;

    /** Returns the tables: passages found, documents reported, passages of other pairs, and all candidates. */
    public static List<FigureTable> tables(Outcome outcome, Bounds bounds, Texts texts) throws IOException {
        return List.of(
                endToEnd(outcome, rules(bounds)),
                verdicts(outcome, tests()),
                others(outcome, texts),
                candidates(outcome));
    }

    /** Returns rules within the bounds of what was aligned: which sources are candidates. */
    private static Map<String, Predicate<Candidate>> rules(Bounds bounds) {
        int least = Math.max(LEAST_SHARED, bounds.leastShared());
        Map<String, Predicate<Candidate>> rules = new LinkedHashMap<>();
        for (int shared : new int[] {1, 2, 3, 4, 5, 6, 8, 11}) {
            if (shared >= bounds.leastShared()) {
                rules.put(rule(shared, bounds.most()), best(shared, bounds.most(), Candidate::rankByShared));
            }
        }
        for (int most : new int[] {10, 20, 50, 100, 200}) {
            if (most < bounds.most()) {
                rules.put(rule(least, most), best(least, most, Candidate::rankByShared));
            }
            if (most <= bounds.most()) {
                rules.put(rule(least, most) + " by weight", best(least, most, each -> each.found.rank()));
            }
        }
        return rules;
    }

    private static String rule(int leastShared, int most) {
        return "shared >= " + leastShared + ", best " + most;
    }

    private static Predicate<Candidate> best(int leastShared, int most, ToIntFunction<Candidate> rank) {
        return atLeast(leastShared).and(candidate -> rank.applyAsInt(candidate) <= most);
    }

    private static final class Found {
        private final String name;
        private final boolean given;
        private final List<JudgedPair> listed = new ArrayList<>();
        private final List<JudgedPair> others = new ArrayList<>();
        private int aligned;
        private int alignedCases;
        private int foundCases;
        private int knownElsewhere;
        private int verbatim;
        private long nanos;
        private final Plagdet ofListed;
        private final Plagdet ofAll;

        /** @param given whether exactly the listed pairs are aligned */
        Found(String name, Outcome outcome, Predicate<Candidate> rule, boolean given) {
            this.name = name;
            this.given = given;
            outcome.suspicions().forEach(each -> add(each, rule));
            ofListed = Plagdet.of(listed);
            others.addAll(0, listed);
            ofAll = Plagdet.of(others);
        }

        private void add(Suspicion document, Predicate<Candidate> rule) {
            Map<String, Candidate> candidates = new HashMap<>();
            for (Candidate candidate : document.candidates()) {
                if (!given && rule.test(candidate)) {
                    candidates.put(candidate.source(), candidate);
                    nanos += candidate.nanos();
                }
            }
            aligned += given ? document.listed().size() : candidates.size();
            document.cases().forEach((source, cases) -> {
                boolean own = given || candidates.containsKey(source);
                List<SpanPair> detections = own ? matches(document.listed().get(source)) : List.of();
                listed.add(new JudgedPair(document.category(), cases, detections));
                alignedCases += own && !cases.isEmpty() ? 1 : 0;
                foundCases += (int) cases.stream()
                        .filter(match -> detections.stream().anyMatch(match::overlaps))
                        .count();
            });
            for (Candidate candidate : candidates.values()) {
                if (!document.cases().containsKey(candidate.source())) {
                    others.add(new JudgedPair(document.category(), List.of(), matches(candidate.detections())));
                    for (Passage detection : candidate.detections()) {
                        boolean known = document.atCase(detection);
                        knownElsewhere += known ? 1 : 0;
                        verbatim += !known && verbatim(detection) ? 1 : 0;
                    }
                }
            }
        }

        private static List<SpanPair> matches(List<Passage> detections) {
            return detections.stream().map(SpanPair::of).toList();
        }

        private long pairsWithCase() {
            return listed.stream().filter(pair -> !pair.cases().isEmpty()).count();
        }
    }

    /** How well passages are found without being told the pairs, by the rule that makes a source a candidate. */
    private static FigureTable endToEnd(Outcome outcome, Map<String, Predicate<Candidate>> rules) {
        List<Found> rows = new ArrayList<>();
        rows.add(new Found("pairs given", outcome, any -> true, true));
        rules.forEach((name, rule) -> rows.add(new Found(name, outcome, rule, false)));
        int documents = outcome.suspicions().size();
        return new Columns<Found>()
                .add("candidates", row -> row.name)
                .add("a document", 1, row -> (double) row.aligned / Math.max(1, documents))
                .add("pairs with a case", 3, row -> (double) row.alignedCases / Math.max(1, row.pairsWithCase()))
                .add("cases found", 3, row -> (double) row.foundCases / Math.max(1, row.ofAll.cases()))
                .add("plagdet", 4, row -> row.ofAll.score())
                .add("recall", 4, row -> row.ofAll.recall())
                .add("precision", 4, row -> row.ofAll.precision())
                .add("granularity", 4, row -> row.ofAll.granularity())
                .add("detections in other pairs", row -> row.ofAll.detections() - row.ofListed.detections())
                .add("of a known case", row -> row.knownElsewhere)
                .add("equal words", row -> row.verbatim)
                .add("plagdet without them", 4, row -> row.ofListed.score())
                .add("CPU s", row -> row.given ? "" : Figures.of(row.nanos / NANOS, 1))
                .table(
                        "end-to-end",
                        rows,
                        documents,
                        outcome.sources(),
                        Figures.of(outcome.preparation() / NANOS, 1),
                        Figures.of(outcome.queries() / NANOS, 1));
    }

    /** Returns tests by fingerprint alone, and tests that need a passage. */
    static Map<String, Predicate<Candidate>> tests() {
        Map<String, Predicate<Candidate>> tests = new LinkedHashMap<>();
        Predicate<Candidate> weighted = candidate -> candidate.found.score() >= 0.005;
        tests.put("weighted containment >= 0.5 %", weighted);
        for (int shared : new int[] {3, 4, 5, 8, 11, 15, 20, 30}) {
            tests.put("shared >= " + shared, atLeast(shared));
        }
        for (int shared : new int[] {5, 8, 11}) {
            tests.put("shared >= " + shared + " and weighted containment >= 0.5 %", weighted.and(atLeast(shared)));
        }
        for (int shared : new int[] {2, 3, 4, 5}) {
            Predicate<Candidate> passage = candidate -> !candidate.detections.isEmpty();
            tests.put("shared >= " + shared + ", a passage", passage.and(atLeast(shared)));
        }
        for (int rare : new int[] {2, 3, 4, 5, 8}) {
            tests.put("shared by at most " + RARE + " sources >= " + rare, candidate -> candidate.rare >= rare);
        }
        for (int words : new int[] {20, 30, 40}) {
            tests.put("a passage, " + words + " words", candidate -> candidate.words() >= words);
        }
        return tests;
    }

    private static Predicate<Candidate> atLeast(int shared) {
        return candidate -> candidate.found.shared() >= shared;
    }

    /** A row: what a test reports of some documents, by column. A document is reported with any of the sources. */
    private static final class Verdict {
        private final String name;
        private final String half;
        /** For each column, how many were asked for, and how many of them are reported. */
        private final Map<String, Moments> reported = new HashMap<>();

        /** @param reported the sources with which a document is reported */
        Verdict(String name, String half, List<Suspicion> some, Function<Suspicion, Set<String>> reported) {
            this.name = name;
            this.half = half;
            // The first category of all is that of pairs without plagiarism.
            String cleanCategory =
                    some.stream().map(Suspicion::category).sorted().findFirst().orElse("");
            for (Suspicion each : some) {
                Set<String> found = reported.apply(each);
                if (!each.clean()) {
                    List<String> withCase =
                            each.cases().keySet().stream().filter(each::hasCase).toList();
                    withCase.forEach(source -> add("pairs found", found.contains(source)));
                    add("documents found", withCase.stream().anyMatch(found::contains));
                } else if (each.category().equals(cleanCategory)) {
                    add("clean", !found.isEmpty());
                    add(length(each.words()), !found.isEmpty());
                } else {
                    add(OTHERS, !found.isEmpty());
                }
            }
        }

        private void add(String column, boolean flagged) {
            reported.merge(column, Moments.of(flagged ? 1 : 0), Moments::plus);
        }

        String counts(String column) {
            Moments counts = reported.getOrDefault(column, Moments.NONE);
            return Math.round(counts.sum()) + " of " + counts.count();
        }

        String share(String column) {
            Moments counts = reported.getOrDefault(column, Moments.NONE);
            return Figures.of(counts.mean(), 3) + " of " + counts.count();
        }
    }

    /** The column of clean documents of about this length. */
    private static String length(int words) {
        int band = 0;
        while (band < LENGTHS.size() && words >= LENGTHS.get(band)) {
            band++;
        }
        if (band == 0) {
            return "clean, under " + LENGTHS.get(0) + " words";
        }
        int from = LENGTHS.get(band - 1);
        return band == LENGTHS.size() ? "clean, from " + from : "clean, " + from + " to " + (LENGTHS.get(band) - 1);
    }

    /**
     * How many documents a test reports as suspicious, of those that took something and of the clean ones: a row for
     * each test and each half of the documents, so that a test can be chosen on one half and judged on the other.
     */
    static FigureTable verdicts(Outcome outcome, Map<String, Predicate<Candidate>> tests) {
        List<Verdict> rows = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            List<Suspicion> some = every(2, half, outcome.suspicions());
            String title = half == 0 ? "first" : "second";
            rows.add(new Verdict(
                    "alignment of the listed pairs", title, some, document -> document.listed().keySet().stream()
                            .filter(source -> !document.listed().get(source).isEmpty())
                            .collect(Collectors.toSet())));
            tests.forEach(
                    (name, test) -> rows.add(new Verdict(name, title, some, document -> document.candidates().stream()
                            .filter(test)
                            .map(Candidate::source)
                            .collect(Collectors.toSet()))));
        }
        Columns<Verdict> columns = new Columns<Verdict>()
                .add("test", row -> row.name)
                .add("half", row -> row.half)
                .add("pairs found", row -> row.share("pairs found"))
                .add("documents found", row -> row.share("documents found"));
        Stream.of(Stream.of("clean", length(0)), LENGTHS.stream().map(RetrievalLaboratory::length), Stream.of(OTHERS))
                .flatMap(headings -> headings)
                .forEach(heading -> columns.add(heading, row -> row.counts(heading)));
        return columns.table("verdicts", rows);
    }

    private record Shown(Suspicion document, Candidate candidate, Passage detection, String own, String source) {}

    /**
     * The passages that were found in pairs without a case, with the beginnings of both, to be read: some of them are
     * copied, although not listed.
     */
    private static FigureTable others(Outcome outcome, Texts texts) throws IOException {
        List<Shown> rows = new ArrayList<>();
        for (Suspicion each : outcome.suspicions()) {
            for (Candidate candidate : each.candidates()) {
                for (Passage detection : candidate.detections()) {
                    if (!each.hasCase(candidate.source())) {
                        SpanPair match = SpanPair.of(detection);
                        rows.add(new Shown(
                                each,
                                candidate,
                                detection,
                                cut(texts.string(each.id()), match.aFrom(), match.aTo()),
                                cut(texts.string(candidate.source()), match.bFrom(), match.bTo())));
                    }
                }
            }
        }
        return new Columns<Shown>()
                .add("document", row -> row.document.id())
                .add("source", row -> row.candidate.source())
                .add("clean", row -> row.document.clean() ? "clean" : "")
                .add("listed", row -> listed(row.document, row.candidate))
                .add("at a case", row -> row.document.atCase(row.detection) ? "known" : "")
                .add("equal words", row -> verbatim(row.detection) ? "verbatim" : "")
                .add("shared", row -> row.candidate.found().shared())
                .add("words", row -> row.detection.words())
                .add("passage", Shown::own)
                .add("passage of the source", Shown::source)
                .table("other-pairs", rows);
    }

    private static String listed(Suspicion document, Candidate candidate) {
        return document.cases().containsKey(candidate.source()) ? "listed" : "";
    }

    private static String cut(String text, int from, int to) {
        int start = text.offsetByCodePoints(0, from);
        int end = text.offsetByCodePoints(start, Math.min(SHOWN, to - from));
        return text.substring(start, end).replaceAll("\\s+", " ");
    }

    private record Listed(Suspicion document, Candidate candidate) {}

    /** All candidates with their figures, for other tests than {@link #tests}. */
    private static FigureTable candidates(Outcome outcome) {
        return new Columns<Listed>()
                .add("document", row -> row.document.id())
                .add("category", row -> row.document.category())
                .add("words", row -> row.document.words())
                .add("clean", row -> row.document.clean() ? "clean" : "")
                .add("source", row -> row.candidate.source())
                .add("listed", row -> listed(row.document, row.candidate))
                .add("case", row -> row.document.hasCase(row.candidate.source()) ? "case" : "")
                .add("shared", row -> row.candidate.found().shared())
                .add("rare", row -> row.candidate.rare())
                .add("weighted", row -> row.candidate.found().score())
                .add("rank by shared", row -> row.candidate.rankByShared())
                .add("rank by weight", row -> row.candidate.found().rank())
                .add("passages", row -> row.candidate.detections().size())
                .add("words of passages", row -> row.candidate.words())
                .table(
                        "candidates",
                        outcome.suspicions().stream()
                                .flatMap(document ->
                                        document.candidates().stream().map(each -> new Listed(document, each)))
                                .toList());
    }

    private static boolean verbatim(Passage detection) {
        return detection.kind() == Passage.Kind.VERBATIM;
    }
}
