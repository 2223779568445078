package io.whorl.lab.run;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Results;
import io.whorl.lab.model.Run;
import io.whorl.lab.model.Timings;
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
 * Measures each configuration of a grid on a collection with groups. Configurations run one after another, so that
 * nothing disturbs what is timed. The complete rankings of all queries are not timed and run on all threads. Not
 * thread-safe.
 */
public final class Laboratory {
    private final Texts texts;
    private final List<Question> questions;
    private final long seed;
    private final int threads;
    private final Consumer<String> progress;
    private final Duration warmUp;

    /**
     * @param questions at least one; all are documents of the collection
     * @param seed of the alterations
     * @param threads for builds and rankings, 1 to 1,024; does not change the results
     * @param progress receives one line for each step
     * @param warmUp the minimum time that queries run before they are timed; half a second is enough to compile them
     */
    public Laboratory(
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

    /** Describes a run of this grid. */
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
     * Measures the configurations that the folder does not hold yet, and adds each result to the folder.
     *
     * @param folder opened for {@link #about} this grid
     * @param scratch an empty folder for indexes; each index is deleted after use
     */
    public Results run(Grid grid, ResultsFolder folder, Path scratch) throws IOException {
        Map<String, List<Configuration>> missing = missing(grid, folder);
        Progress steps =
                new Progress(missing.values().stream().mapToInt(List::size).sum(), progress);
        steps.begin(grid.configurations().size(), missing.size());
        for (List<Configuration> each : missing.values()) {
            try (LabIndex built = IndexFactory.build(each.get(0), texts, threads, scratch.resolve("index"))) {
                steps.built(each.get(0), built.seconds());
                for (Configuration configuration : each) {
                    Outcome outcome = outcome(configuration, built, grid);
                    folder.add(outcome);
                    steps.done(outcome);
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
        Map<String, List<Configuration>> byIndex = new LinkedHashMap<>();
        byKey.values().forEach(c -> byIndex.computeIfAbsent(c.index(), any -> new ArrayList<>())
                .add(c));
        return byIndex;
    }

    private Outcome outcome(Configuration configuration, LabIndex built, Grid grid) throws IOException {
        ConfigurationRun run =
                new ConfigurationRun(configuration, built.searcher(configuration), texts, questions, seed);
        QueryTimes times = run.timed(warmUp);
        IndexSize size = built.size();
        Timings timings = new Timings(
                built.seconds(),
                size.textBytes() / 1e6 / built.seconds(),
                times.micros(0.5),
                times.micros(0.99),
                times.samples());
        return new Outcome(configuration, size, timings, run.answers(grid.thresholds(), threads));
    }
}
