package io.whorl.lab.results;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Results;
import io.whorl.lab.model.Run;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The folder that a run's results go to: {@code results.jsonl} as configurations finish, the CSV tables at the end.
 * Nothing is to be added once it is finished. One thread at a time.
 */
public final class ResultsFolder implements Closeable {
    private static final String JOURNAL = "results.jsonl";

    private final Path folder;
    private final Run run;
    private final Journal journal;
    private final List<Outcome> earlier;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    private ResultsFolder(Path folder, Run run, Journal journal, List<Outcome> held) {
        this.folder = folder;
        this.run = run;
        this.journal = journal;
        earlier = held;
        held.forEach(outcome -> outcomes.put(outcome.configuration().key(), outcome));
    }

    /**
     * @param resume whether to go on with a run that the folder holds
     * @throws LabException if the folder cannot be written to, holds results although none are to be resumed, or holds
     *     those of another run
     */
    public static ResultsFolder open(Path folder, Run run, boolean resume) {
        Path file = folder.resolve(JOURNAL);
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                return new ResultsFolder(folder, run, Journal.create(file, run), List.of());
            }
            if (!resume) {
                throw new LabException(folder + " holds results; go on with them by --resume, or name another folder");
            }
            Journal.Held held = Journal.read(file);
            if (!held.run().equals(run)) {
                throw new LabException(
                        folder + " holds results of another run, so they cannot be gone on with: they are of "
                                + held.run() + ", this run is of " + run + "; name another folder");
            }
            return new ResultsFolder(folder, run, Journal.after(file, held), held.outcomes());
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /**
     * Reads what a run has left.
     *
     * @throws LabException if the folder holds no results
     */
    public static Results read(Path folder) throws IOException {
        Path file = folder.resolve(JOURNAL);
        if (!Files.isRegularFile(file)) {
            throw new LabException(folder + " holds no " + JOURNAL + "; name the folder of a run");
        }
        Journal.Held held = Journal.read(file);
        return new Results(held.run(), held.outcomes());
    }

    /** The outcome of a configuration that does the same, under this one's name, if it was measured. */
    public Optional<Outcome> held(Configuration configuration) {
        return Optional.ofNullable(outcomes.get(configuration.key())).map(outcome -> outcome.named(configuration));
    }

    /** Keeps an outcome; it is on disk when this returns. */
    public void add(Outcome outcome) throws IOException {
        outcomes.put(outcome.configuration().key(), outcome);
        journal.add(outcome);
    }

    /**
     * Writes the tables, and all results anew in the grid's order and by its names. Results of configurations that the
     * grid does not have stay, behind the others, but are not in the tables.
     *
     * @param grid all of them held
     */
    public Results finish(List<Configuration> grid) throws IOException {
        List<Outcome> all = new ArrayList<>();
        for (Configuration configuration : grid) {
            all.add(held(configuration)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "grid has " + configuration + "; it must have been measured")));
        }
        Tables.configurations(folder.resolve("results.csv"), all);
        Tables.answers(folder.resolve("queries.csv"), all);
        Tables.operations(folder.resolve("thresholds.csv"), all);
        Set<String> keys =
                all.stream().map(outcome -> outcome.configuration().key()).collect(Collectors.toSet());
        List<Outcome> kept = new ArrayList<>(all);
        earlier.stream()
                .filter(outcome -> !keys.contains(outcome.configuration().key()))
                .forEach(kept::add);
        rewrite(kept);
        return new Results(run, all);
    }

    /** In one step, so that an interruption loses nothing. */
    private void rewrite(List<Outcome> kept) throws IOException {
        Path part = folder.resolve(JOURNAL + ".part");
        try (Journal anew = Journal.create(part, run)) {
            for (Outcome outcome : kept) {
                anew.add(outcome);
            }
        }
        Files.move(part, folder.resolve(JOURNAL), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
