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
 * The folder for the results of a run: {@code results.jsonl} grows as configurations finish, and the CSV tables are
 * written at the end. Nothing can be added after {@link #finish}. Not thread-safe.
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

    /** Whether a file is that of the outcomes in a folder, by any name. */
    public static boolean isJournal(Path folder, Path file) throws IOException {
        Path journal = folder.resolve(JOURNAL);
        return Files.exists(journal) && Files.exists(file) && Files.isSameFile(journal, file);
    }

    /**
     * Opens a folder and creates it if necessary.
     *
     * @param resume whether to continue a run that the folder holds
     * @throws LabException if the folder cannot be written to, holds results and {@code resume} is false, or holds the
     *     results of another run
     */
    public static ResultsFolder open(Path folder, Run run, boolean resume) {
        Path file = folder.resolve(JOURNAL);
        try {
            Files.createDirectories(folder);
            if (!Files.exists(file)) {
                return new ResultsFolder(folder, run, Journal.create(file, run), List.of());
            }
            if (!resume) {
                throw new LabException(folder + " holds results; continue with --resume, or name another folder");
            }
            Journal.Held held = Journal.read(file);
            if (!held.run().equals(run)) {
                throw new LabException(folder + " holds results of another run: " + held.run() + " instead of " + run
                        + "; name another folder");
            }
            return new ResultsFolder(folder, run, Journal.after(file, held), held.outcomes());
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /**
     * Reads the results of a run, which need not be finished.
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

    /** Returns the outcome of an equivalent configuration, if it was measured, under the given name. */
    public Optional<Outcome> held(Configuration configuration) {
        return Optional.ofNullable(outcomes.get(configuration.key())).map(outcome -> outcome.named(configuration));
    }

    /** Adds an outcome and forces it to disk. */
    public void add(Outcome outcome) throws IOException {
        outcomes.put(outcome.configuration().key(), outcome);
        journal.add(outcome);
    }

    /**
     * Writes the tables, and rewrites the results in the order of the grid and with its names. Results of
     * configurations that are not in the grid are kept at the end, but are not in the tables.
     *
     * @param grid configurations that were all measured
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

    /** Replaces the file atomically, so that an interruption loses nothing. */
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
