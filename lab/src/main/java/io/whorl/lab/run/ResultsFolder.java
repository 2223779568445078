package io.whorl.lab.run;

import io.whorl.lab.files.LabException;
import io.whorl.lab.run.Results.Run;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
        OutcomeFiles.run(folder, all);
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

    /**
     * The file {@code results.jsonl}: a line for the run, then a line for each outcome. Each line is forced to disk
     * before the next outcome is measured. An incomplete last line is the result of an interruption, and is removed.
     */
    static final class Journal implements Closeable {
        record Held(Run run, List<Outcome> outcomes, long end) {}

        private final FileChannel channel;

        private Journal(FileChannel channel) {
            this.channel = channel;
        }

        static Journal create(Path file, Run run) throws IOException {
            Journal journal = new Journal(FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE));
            journal.line(Json.write(run));
            return journal;
        }

        static Journal after(Path file, Held held) throws IOException {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.truncate(held.end());
            channel.position(held.end());
            return new Journal(channel);
        }

        void add(Outcome outcome) throws IOException {
            line(Json.write(outcome));
        }

        private void line(String json) throws IOException {
            ByteBuffer line = ByteBuffer.wrap((json + "\n").getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(true);
        }

        static Held read(Path file) throws IOException {
            String text = Files.readString(file);
            int end = text.lastIndexOf('\n') + 1;
            if (end == 0) {
                throw new LabException(file + " does not start like a results file; name another folder");
            }
            String[] lines = text.substring(0, end).split("\n");
            int number = 0;
            try {
                Run run = Json.run(lines[0]);
                List<Outcome> outcomes = new ArrayList<>();
                for (number = 1; number < lines.length; number++) {
                    outcomes.add(Json.outcome(lines[number]));
                }
                return new Held(run, outcomes, text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
            } catch (IOException e) {
                throw new LabException(
                        file + ":" + (number + 1) + " is not a line of results: " + e.getMessage()
                                + "; remove the line to measure it again, or name another folder",
                        e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
