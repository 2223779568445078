package io.whorl.lab.results;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.SourceOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Writes the outcomes of runs that take seconds, after the run has ended, as JSON lines and as CSV. */
public final class OutcomeFiles {
    private record SourcesJson(ConfigurationJson configuration, List<SourceOutcome.Score> scores) {}

    private record PassagesJson(
            ConfigurationJson configuration, List<SeenJson> passages, List<SeenJson> cuts, List<SeenJson> alarms) {}

    private record SeenJson(String category, int fromWords, OptionalInt toWords, int count, List<Integer> seen) {
        static List<SeenJson> of(List<PassageOutcome.Seen> all) {
            return all.stream()
                    .map(each -> new SeenJson(
                            each.category(),
                            each.fromWords(),
                            each.toWords() == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(each.toWords()),
                            each.count(),
                            each.seen()))
                    .toList();
        }
    }

    private OutcomeFiles() {}

    /**
     * Checks that a folder can be written to, and creates it if necessary.
     *
     * @throws LabException if the folder cannot be created or written to
     */
    public static void check(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "lab", ".try"));
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /**
     * Writes {@code sources.jsonl}, {@code sources.csv} (a row for each document) and {@code thresholds.csv} (a row for
     * each threshold).
     *
     * @param innocent the category that is not plagiarised
     */
    public static void sources(Path folder, List<SourceOutcome> outcomes, List<Double> thresholds, String innocent)
            throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> header = List.of("section", "name", "file", "category", "source", "percent");
        try (CsvFile csv = new CsvFile(folder.resolve("sources.csv"), header)) {
            for (SourceOutcome outcome : outcomes) {
                Configuration configuration = outcome.configuration();
                lines.add(Json.write(new SourcesJson(ConfigurationJson.of(configuration), outcome.scores())));
                for (SourceOutcome.Score score : outcome.scores()) {
                    csv.row(List.of(
                            configuration.section(),
                            configuration.name(),
                            score.file(),
                            score.category(),
                            score.source(),
                            score.percent()));
                }
            }
        }
        Files.write(folder.resolve("sources.jsonl"), lines);
        Tables.sourceOperations(folder.resolve("thresholds.csv"), outcomes, thresholds, innocent);
    }

    /** Writes {@code passages.jsonl} and {@code passages.csv} (a row for each category and range of lengths). */
    public static void passages(Path folder, List<PassageOutcome> outcomes) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> header =
                new ArrayList<>(List.of("section", "name", "kind", "category", "from_words", "to_words", "count"));
        PassageOutcome.LEAST.forEach(least -> header.add("seen_by_" + least));
        try (CsvFile csv = new CsvFile(folder.resolve("passages.csv"), header)) {
            for (PassageOutcome outcome : outcomes) {
                lines.add(Json.write(new PassagesJson(
                        ConfigurationJson.of(outcome.configuration()),
                        SeenJson.of(outcome.passages()),
                        SeenJson.of(outcome.cuts()),
                        SeenJson.of(outcome.alarms()))));
                rows(csv, outcome.configuration(), "passages", outcome.passages());
                rows(csv, outcome.configuration(), "cuts", outcome.cuts());
                rows(csv, outcome.configuration(), "alarms", outcome.alarms());
            }
        }
        Files.write(folder.resolve("passages.jsonl"), lines);
    }

    private static void rows(CsvFile csv, Configuration configuration, String kind, List<PassageOutcome.Seen> all) {
        for (PassageOutcome.Seen seen : all) {
            List<Object> row = new ArrayList<>(List.of(
                    configuration.section(),
                    configuration.name(),
                    kind,
                    seen.category(),
                    seen.fromWords(),
                    seen.toWords() == Integer.MAX_VALUE ? "" : seen.toWords(),
                    seen.count()));
            row.addAll(seen.seen());
            csv.row(row);
        }
    }
}
