package io.whorl.lab;

import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.LabIndex.Searcher;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.lab.Outcome.Judge;
import io.whorl.lab.Outcome.Judge.Ranking;
import io.whorl.lab.Outcome.Timings;
import io.whorl.lab.ResultsFolder.Results;
import io.whorl.lab.ResultsFolder.Results.Run;
import io.whorl.query.Matches;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures each configuration of a grid on a collection with groups. Configurations run one after another, so that
 * nothing disturbs what is timed. The complete rankings of all queries are not timed and run on all threads. Not
 * thread-safe.
 *
 * @param warmUp the minimum time that queries run before they are timed; half a second is enough to compile them
 */
public record Laboratory(
        Texts texts, List<Question> questions, long seed, int threads, Consumer<String> progress, Duration warmUp) {
    /** The number of documents that a timed query returns, as on the command line. */
    private static final int TOP = 20;
    /** Each query is timed several times, an odd number, so that an interruption does not count. */
    private static final int ROUNDS = 5;

    private static final int WARM_UP_ROUNDS = 2;

    public Laboratory {
        if (questions.isEmpty()) {
            throw new IllegalArgumentException("questions is empty; there must be one or more");
        }
        questions = List.copyOf(questions);
    }

    public Run about(Grid grid) {
        return new Run(
                texts.digest(),
                texts.size(),
                texts.bytes(),
                Groups.digest(questions),
                questions.size(),
                grid.thresholds(),
                seed);
    }

    /** Measures the configurations that the folder does not hold yet, and adds each result to the folder. */
    public Results run(Grid grid, ResultsFolder folder) throws IOException {
        Map<String, List<Configuration>> missing = missing(grid, folder);
        int left = missing.values().stream().mapToInt(List::size).sum();
        progress.accept(left + " configurations to measure with " + missing.size() + " indexes, of "
                + grid.configurations().size() + " in the grid");
        int done = 0;
        long start = System.nanoTime();
        try (Scratch scratch = Folders.scratch()) {
            for (List<Configuration> each : missing.values()) {
                try (LabIndex built = LabIndex.build(each.get(0), texts, threads, scratch.resolve("index"))) {
                    progress.accept(
                            String.format(Locale.ROOT, "index of %s built in %.1f s", each.get(0), built.seconds()));
                    for (Configuration configuration : each) {
                        Outcome outcome = outcome(configuration, built, grid);
                        folder.add(outcome);
                        done++;
                        double seconds = (System.nanoTime() - start) / 1e9 / done * (left - done);
                        progress.accept(String.format(
                                Locale.ROOT,
                                "[%d/%d] %s: %s; %d s left",
                                done,
                                left,
                                configuration,
                                outcome.means(),
                                Math.round(seconds)));
                    }
                }
            }
        }
        return folder.finish(grid.configurations());
    }

    /** Groups missing configurations by index, in the order of the grid. Of equivalent ones only the first is kept. */
    private static Map<String, List<Configuration>> missing(Grid grid, ResultsFolder folder) {
        Map<String, Configuration> byKey = new LinkedHashMap<>();
        for (Configuration configuration : grid.configurations()) {
            if (folder.held(configuration).isEmpty()) {
                byKey.putIfAbsent(configuration.key(), configuration);
            }
        }
        return byKey.values().stream()
                .collect(Collectors.groupingBy(Configuration::index, LinkedHashMap::new, Collectors.toList()));
    }

    private Outcome outcome(Configuration configuration, LabIndex built, Grid grid) throws IOException {
        Searcher index = built.searcher(configuration);
        long[] nanos = timed(configuration, index);
        IndexSize size = built.size();
        Timings timings = new Timings(
                built.seconds(),
                size.textBytes() / 1e6 / built.seconds(),
                micros(nanos, 0.5),
                micros(nanos, 0.99),
                nanos.length);
        Judge judge = new Judge(texts.size(), grid.thresholds());
        return new Outcome(
                configuration,
                size,
                timings,
                grid.thresholds(),
                Parallel.map(questions, threads, question -> answer(configuration, index, judge, question)));
    }

    /** Times the queries on this thread while nothing else runs. Returns the median time of each query, ascending. */
    private long[] timed(Configuration configuration, Searcher index) throws IOException {
        List<byte[]> queries = new ArrayList<>();
        for (Question question : questions) {
            queries.add(altered(configuration, question, texts.text(question.id())));
        }
        long start = System.nanoTime();
        for (int round = 0; round < WARM_UP_ROUNDS || System.nanoTime() - start < warmUp.toNanos(); round++) {
            for (byte[] text : queries) {
                index.search(text, TOP);
            }
        }
        long[][] nanos = new long[queries.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long before = System.nanoTime();
                index.search(queries.get(i), TOP);
                nanos[i][round] = System.nanoTime() - before;
            }
        }
        return medians(nanos);
    }

    static long[] medians(long[][] rounds) {
        return Arrays.stream(rounds)
                .mapToLong(each -> Arrays.stream(each).sorted().toArray()[each.length / 2])
                .sorted()
                .toArray();
    }

    static double micros(long[] nanos, double share) {
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.max(0, rank - 1)] / 1e3;
    }

    private Answer answer(Configuration configuration, Searcher index, Judge judge, Question question)
            throws IOException {
        byte[] text = texts.text(question.id());
        Matches whole = index.search(text, texts.size());
        double own = Ranking.score(whole.matches(), question.id()).orElse(0);
        Matches matches = configuration.alteration().isEmpty()
                ? whole
                : index.search(altered(configuration, question, text), texts.size());
        return judge.answer(question, Ranking.of(matches.matches(), own), matches.minutiae());
    }

    private byte[] altered(Configuration configuration, Question question, byte[] text) {
        return configuration
                .alteration()
                .map(how -> how.of(question.id(), text, seed))
                .orElse(text);
    }
}
