package io.whorl.lab.run;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Results;
import io.whorl.lab.model.Run;
import io.whorl.lab.model.Timings;
import io.whorl.lab.query.TriedIndex;
import io.whorl.lab.results.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tries every configuration of a grid on a collection with groups. One after another, so that nothing disturbs what is
 * timed; what is not timed, the whole rankings of all questions, runs on all threads. One thread at a time.
 */
public final class Laboratory {
    /** What compiling a query's code takes, and more. */
    private static final Duration WARM_UP = Duration.ofMillis(500);

    private final Texts texts;
    private final List<Question> questions;
    private final long seed;
    private final int threads;
    private final Consumer<String> progress;
    private final Duration warmUp;

    /**
     * @param questions at least one, all of documents of the collection
     * @param seed of alterations
     * @param threads of builds and rankings, 1 to 1,024; decides nothing but the time it takes
     * @param progress told, a line each, of what is done and left
     */
    public Laboratory(Texts texts, List<Question> questions, long seed, int threads, Consumer<String> progress) {
        this(texts, questions, seed, threads, progress, WARM_UP);
    }

    /**
     * @param warmUp how long a configuration's queries run before they are timed, at least; decides nothing but timings
     */
    Laboratory(
            Texts texts, List<Question> questions, long seed, int threads, Consumer<String> progress, Duration warmUp) {
        if (questions.isEmpty()) {
            throw new IllegalArgumentException("questions is empty; there must be one or more");
        }
        this.texts = texts;
        this.questions = List.copyOf(questions);
        this.seed = seed;
        this.threads = threads;
        this.progress = progress;
        this.warmUp = warmUp;
    }

    /** What a run of this grid is about. */
    public Run about(Grid grid) {
        return new Run(
                texts.digest(),
                texts.size(),
                texts.bytes(),
                Questions.digest(questions),
                questions.size(),
                grid.thresholds(),
                seed);
    }

    /**
     * Measures what the folder does not hold yet, and writes it there as it goes.
     *
     * @param folder opened for {@link #about} this grid
     * @param scratch an empty folder for indexes; each is deleted when it is done with
     */
    public Results run(Grid grid, ResultsFolder folder, Path scratch) throws IOException {
        Map<String, List<Configuration>> missing = missing(grid, folder);
        Plan plan = new Plan(missing.values().stream().mapToInt(List::size).sum(), progress);
        plan.begin(grid.configurations().size(), missing.size());
        for (List<Configuration> each : missing.values()) {
            try (TriedIndex built = Indexes.build(each.get(0), texts, threads, scratch.resolve("index"))) {
                plan.built(each.get(0), built.seconds());
                for (Configuration configuration : each) {
                    Outcome outcome = outcome(configuration, built, grid);
                    folder.add(outcome);
                    plan.done(outcome);
                }
            }
        }
        return folder.finish(grid.configurations());
    }

    /** By index, in the grid's order; of those that do the same the first only. */
    private static Map<String, List<Configuration>> missing(Grid grid, ResultsFolder folder) {
        Map<String, Configuration> byKey = new LinkedHashMap<>();
        for (Configuration configuration : grid.configurations()) {
            if (folder.held(configuration).isEmpty()) {
                byKey.putIfAbsent(configuration.key(), configuration);
            }
        }
        Map<String, List<Configuration>> byIndex = new LinkedHashMap<>();
        byKey.values().forEach(c -> byIndex.computeIfAbsent(c.index(), any -> new ArrayList<>())
                .add(c));
        return byIndex;
    }

    private Outcome outcome(Configuration configuration, TriedIndex built, Grid grid) throws IOException {
        Trial trial = new Trial(configuration, built.answering(configuration), texts, questions, seed);
        QueryTimes times = trial.timed(warmUp);
        IndexSize size = built.size();
        Timings timings = new Timings(
                built.seconds(),
                size.textBytes() / 1e6 / built.seconds(),
                times.micros(0.5),
                times.micros(0.99),
                times.samples());
        return new Outcome(configuration, size, timings, trial.answers(grid.thresholds(), threads));
    }
}
