package io.whorl.lab.retrieval;

import io.whorl.align.Aligner;
import io.whorl.align.PreparedText;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.align.Match;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.passage.AlignedPassages.Pair;
import io.whorl.lab.passage.AlignedPassages.Passage;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Queries an index of all sources with each suspicious document of a collection, and aligns the document with the
 * candidates, and with the sources that the collection lists for it.
 */
public final class RetrievalLaboratory {
    /** A chunk that more sources have is common (COPS LOOKUP). */
    public static final int RARE = 10;

    private final Texts texts;
    private final AlignedPassages annotations;
    private final Aligner aligner;
    private final Bounds bounds;
    private final int threads;
    private final ThreadMXBean time = ManagementFactory.getThreadMXBean();
    private final Map<String, PreparedText> prepared = new HashMap<>();

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

    /** @param threads 1 to 1,024; does not change the results */
    public RetrievalLaboratory(Texts texts, AlignedPassages annotations, Aligner aligner, Bounds bounds, int threads) {
        this.texts = texts;
        this.annotations = annotations;
        this.aligner = aligner;
        this.bounds = bounds;
        this.threads = threads;
    }

    /** Finds and aligns candidates. */
    public Outcome run() throws IOException {
        SortedMap<String, List<Pair>> bySuspicious = new TreeMap<>();
        SortedMap<String, Map<String, List<Match>>> cases = new TreeMap<>();
        for (Pair pair : annotations.pairs()) {
            bySuspicious
                    .computeIfAbsent(pair.suspicious(), any -> new ArrayList<>())
                    .add(pair);
            cases.computeIfAbsent(pair.suspicious(), any -> new LinkedHashMap<>())
                    .computeIfAbsent(pair.source(), any -> new ArrayList<>());
        }
        for (Passage passage : annotations.passages()) {
            cases.get(passage.suspicious()).get(passage.source()).add(match(passage));
        }
        List<String> sources = annotations.pairs().stream()
                .map(Pair::source)
                .distinct()
                .sorted()
                .toList();
        List<String> some = every(List.copyOf(bySuspicious.keySet()));
        long preparation = prepare(sources) + prepare(some);
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            long start = System.nanoTime();
            Path index = scratch.resolve("index");
            build(index, sources);
            preparation += System.nanoTime() - start;
            long[] queries = {0};
            try (Snapshot snapshot = Snapshot.open(index)) {
                List<Suspicion> suspicions = Parallel.map(
                        some, threads, id -> suspicion(id, bySuspicious.get(id), cases.get(id), snapshot, queries));
                return new Outcome(suspicions, sources.size(), preparation, queries[0]);
            }
        } finally {
            Folders.delete(scratch);
        }
    }

    private List<String> every(List<String> ids) {
        List<String> some = new ArrayList<>();
        for (int number = 0; number < ids.size(); number += bounds.every) {
            some.add(ids.get(number));
        }
        return some;
    }

    private static Match match(Passage passage) {
        return new Match(
                passage.offset(),
                passage.offset() + passage.length(),
                passage.sourceOffset(),
                passage.sourceOffset() + passage.sourceLength());
    }

    private void build(Path at, List<String> sources) throws IOException {
        BuildOptions options = BuildOptions.builder().threads(threads).build();
        try (IndexBuilder builder =
                IndexBuilder.create(at, Preset.PLAGIARISM.scheme().build(), options)) {
            for (String source : sources) {
                builder.add(source, texts.text(source));
            }
            builder.finish();
        }
    }

    /** @return processor time in nanoseconds */
    private long prepare(List<String> ids) throws IOException {
        long[] sum = {0};
        List<PreparedText> made = Parallel.map(ids, threads, id -> {
            long start = time.getCurrentThreadCpuTime();
            PreparedText text = aligner.prepare(texts.text(id));
            synchronized (sum) {
                sum[0] += time.getCurrentThreadCpuTime() - start;
            }
            return text;
        });
        for (int i = 0; i < made.size(); i++) {
            prepared.put(ids.get(i), made.get(i));
        }
        return sum[0];
    }

    private Suspicion suspicion(
            String id, List<Pair> pairs, Map<String, List<Match>> cases, Snapshot snapshot, long[] queries)
            throws IOException {
        QueryOptions options = QueryOptions.builder()
                .measure(Measure.WEIGHTED_CONTAINMENT)
                .top(Math.max(1, (int) Math.min(10_000_000, snapshot.documents())))
                .build();
        long start = time.getCurrentThreadCpuTime();
        Matches found = snapshot.query(texts.text(id), options);
        synchronized (queries) {
            queries[0] += time.getCurrentThreadCpuTime() - start;
        }
        Map<String, Long> rare = new HashMap<>();
        snapshot.query(
                        texts.text(id),
                        options.toBuilder().measure(Measure.SHARED).maxDf(RARE).build())
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
        long start = time.getCurrentThreadCpuTime();
        List<Detection> detections = align(id, match.id());
        long nanos = time.getCurrentThreadCpuTime() - start;
        return new Candidate(
                match.id(), match.shared(), rare, match.score(), rankByShared, match.rank(), detections, nanos);
    }

    private List<Detection> align(String suspicious, String source) {
        return aligner.align(prepared.get(suspicious), prepared.get(source)).stream()
                .map(Detection::of)
                .toList();
    }
}
