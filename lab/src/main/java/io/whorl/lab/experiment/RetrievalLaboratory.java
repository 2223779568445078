package io.whorl.lab.experiment;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.AlignedPassages.Pair;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Plagdet.Match;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.run.WhorlIndex;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

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
     * @param sources the number of sources in the index
     * @param preparation processor time in nanoseconds: indexing the sources and reading all texts
     * @param queries processor time in nanoseconds: queries
     */
    public record Outcome(List<Suspicion> suspicions, int sources, long preparation, long queries) {
        public Outcome {
            suspicions = List.copyOf(suspicions);
        }
    }

    /**
     * A suspicious document, what is known about it, and what was found.
     *
     * @param id of the document
     * @param words the number of its words
     * @param category of its pairs; of several ones, the first
     * @param listed what alignment reports for each source that the collection lists for it
     * @param cases the known cases by source; empty lists for sources without one
     * @param candidates the sources that share chunks with it
     */
    public record Suspicion(
            String id,
            int words,
            String category,
            Map<String, List<Detection>> listed,
            Map<String, List<Match>> cases,
            List<Candidate> candidates) {
        public Suspicion {
            listed = Map.copyOf(listed);
            cases = Map.copyOf(cases);
            candidates = List.copyOf(candidates);
        }

        boolean clean() {
            return cases.values().stream().allMatch(List::isEmpty);
        }

        /** The candidate of a source, if it is one. */
        Optional<Candidate> candidate(String source) {
            return candidates.stream()
                    .filter(each -> each.source().equals(source))
                    .findFirst();
        }

        /** True if most of the detected part of the document is a known case, of whatever source. */
        boolean atCase(Detection detection) {
            Match match = detection.match();
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
     * @param source its id
     * @param shared the number of shared chunks
     * @param rare those of them that at most {@link #RARE} sources have
     * @param weighted weighted containment of the suspicious document in the source
     * @param rankByShared the rank among all sources by shared chunks, from 1
     * @param rankByWeight the same by weighted containment
     * @param detections what alignment reports
     * @param nanos processor time of the alignment
     */
    public record Candidate(
            String source,
            long shared,
            long rare,
            double weighted,
            int rankByShared,
            int rankByWeight,
            List<Detection> detections,
            long nanos) {
        public Candidate {
            detections = List.copyOf(detections);
        }

        /** The shared words of all passages. */
        int words() {
            return detections.stream().mapToInt(Detection::words).sum();
        }
    }

    /**
     * A passage that alignment reports.
     *
     * @param match its place in both texts
     * @param verbatim whether it consists of runs of equal words
     * @param words the shared words
     */
    public record Detection(Match match, boolean verbatim, int words) {}

    /** @param threads 1 to 1,024; does not change the results */
    public RetrievalLaboratory(Texts texts, AlignedPassages annotations, Aligner aligner, Bounds bounds, int threads) {
        this(texts, annotations, aligner, bounds, threads, new ConcurrentHashMap<>());
    }

    /** Finds and aligns candidates. */
    public Outcome run() throws IOException {
        SortedMap<String, List<Pair>> bySuspicious = new TreeMap<>();
        Map<String, Map<String, List<Match>>> cases = new HashMap<>();
        for (Pair pair : annotations.pairs()) {
            bySuspicious
                    .computeIfAbsent(pair.suspicious(), any -> new ArrayList<>())
                    .add(pair);
            cases.computeIfAbsent(pair.suspicious(), any -> new LinkedHashMap<>())
                    .computeIfAbsent(pair.source(), any -> new ArrayList<>());
        }
        for (AlignedPassages.Passage passage : annotations.passages()) {
            cases.get(passage.suspicious()).get(passage.source()).add(Match.of(passage));
        }
        List<String> sources = annotations.pairs().stream()
                .map(Pair::source)
                .distinct()
                .sorted()
                .toList();
        List<String> all = List.copyOf(bySuspicious.keySet());
        List<String> some = new ArrayList<>();
        for (int number = 0; number < all.size(); number += bounds.every) {
            some.add(all.get(number));
        }
        LongAdder preparation = new LongAdder();
        prepare(sources, preparation);
        prepare(some, preparation);
        try (Scratch scratch = Folders.scratch()) {
            long start = System.nanoTime();
            Path index = scratch.resolve("index");
            WhorlIndex.build(Preset.PLAGIARISM.scheme().build(), texts.some(sources), threads, index);
            preparation.add(System.nanoTime() - start);
            LongAdder queries = new LongAdder();
            try (Snapshot snapshot = Snapshot.open(index)) {
                List<Suspicion> suspicions = Parallel.map(
                        some, threads, id -> suspicion(id, bySuspicious.get(id), cases.get(id), snapshot, queries));
                return new Outcome(suspicions, sources.size(), preparation.sum(), queries.sum());
            }
        }
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
            String id, List<Pair> pairs, Map<String, List<Match>> cases, Snapshot snapshot, LongAdder queries)
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
        List<io.whorl.query.Match> byShared = found.matches().stream()
                .sorted(Comparator.comparingLong(io.whorl.query.Match::shared)
                        .reversed()
                        .thenComparing(io.whorl.query.Match::id))
                .toList();
        List<Candidate> candidates = new ArrayList<>();
        for (int rank = 1; rank <= byShared.size(); rank++) {
            io.whorl.query.Match match = byShared.get(rank - 1);
            if (match.shared() >= bounds.leastShared && Math.min(rank, match.rank()) <= bounds.most) {
                candidates.add(candidate(id, match, rank, rare.getOrDefault(match.id(), 0L)));
            }
        }
        Map<String, List<Detection>> listed = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            listed.put(
                    pair.source(),
                    candidates.stream()
                            .filter(candidate -> candidate.source().equals(pair.source()))
                            .findFirst()
                            .map(Candidate::detections)
                            .orElseGet(() -> align(id, pair.source())));
        }
        return new Suspicion(id, prepared.get(id).words(), pairs.get(0).category(), listed, cases, candidates);
    }

    private Candidate candidate(String id, io.whorl.query.Match match, int rankByShared, long rare) {
        long start = TIME.getCurrentThreadCpuTime();
        List<Detection> detections = align(id, match.id());
        long nanos = TIME.getCurrentThreadCpuTime() - start;
        return new Candidate(
                match.id(), match.shared(), rare, match.score(), rankByShared, match.rank(), detections, nanos);
    }

    private List<Detection> align(String suspicious, String source) {
        return aligner.align(prepared.get(suspicious), prepared.get(source)).stream()
                .map(p -> new Detection(Match.of(p), p.kind() == Passage.Kind.VERBATIM, p.words()))
                .toList();
    }
}
