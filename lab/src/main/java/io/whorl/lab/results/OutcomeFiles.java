package io.whorl.lab.results;

import io.whorl.lab.model.LabException;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.SourceOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Outcomes that take seconds, and so are written at the end only: as JSON lines and as CSV. */
public final class OutcomeFiles {
    private OutcomeFiles() {}

    /** @throws LabException if the folder cannot be made or written to */
    public static void check(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "lab", ".try"));
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /**
     * {@code sources.jsonl}, {@code sources.csv} with a row a document, and {@code thresholds.csv} with a row a
     * threshold.
     *
     * @param innocent the category that is not plagiarised
     */
    public static void sources(Path folder, List<SourceOutcome> outcomes, List<Double> thresholds, String innocent)
            throws IOException {
        List<String> lines = new ArrayList<>();
        Csv csv = new Csv(List.of("section", "name", "file", "category", "source", "percent"));
        for (SourceOutcome outcome : outcomes) {
            List<Object> scores = new ArrayList<>();
            for (SourceOutcome.Score score : outcome.scores()) {
                Map<String, Object> out = new LinkedHashMap<>();
                out.put("file", score.file());
                out.put("category", score.category());
                out.put("source", score.source());
                out.put("percent", score.percent());
                scores.add(out);
                csv.row(List.of(
                        outcome.configuration().section(),
                        outcome.configuration().name(),
                        score.file(),
                        score.category(),
                        score.source(),
                        score.percent()));
            }
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("configuration", ConfigurationJson.write(outcome.configuration()));
            line.put("scores", scores);
            lines.add(Json.write(line));
        }
        Files.write(folder.resolve("sources.jsonl"), lines);
        csv.write(folder.resolve("sources.csv"));
        Tables.sourceOperations(folder.resolve("thresholds.csv"), outcomes, thresholds, innocent);
    }

    /** {@code passages.jsonl}, and {@code passages.csv} with a row a category and length. */
    public static void passages(Path folder, List<PassageOutcome> outcomes) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> header =
                new ArrayList<>(List.of("section", "name", "kind", "category", "from_words", "to_words", "count"));
        PassageOutcome.LEAST.forEach(least -> header.add("seen_by_" + least));
        Csv csv = new Csv(header);
        for (PassageOutcome outcome : outcomes) {
            Map<String, List<PassageOutcome.Seen>> kinds = new LinkedHashMap<>();
            kinds.put("passages", outcome.passages());
            kinds.put("cuts", outcome.cuts());
            kinds.put("alarms", outcome.alarms());
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("configuration", ConfigurationJson.write(outcome.configuration()));
            for (Map.Entry<String, List<PassageOutcome.Seen>> kind : kinds.entrySet()) {
                line.put(
                        kind.getKey(),
                        kind.getValue().stream().map(OutcomeFiles::seen).toList());
                for (PassageOutcome.Seen seen : kind.getValue()) {
                    List<Object> row = new ArrayList<>(List.of(
                            outcome.configuration().section(),
                            outcome.configuration().name(),
                            kind.getKey(),
                            seen.category(),
                            seen.fromWords(),
                            seen.toWords() == Integer.MAX_VALUE ? "" : seen.toWords(),
                            seen.count()));
                    row.addAll(seen.seen());
                    csv.row(row);
                }
            }
            lines.add(Json.write(line));
        }
        Files.write(folder.resolve("passages.jsonl"), lines);
        csv.write(folder.resolve("passages.csv"));
    }

    private static Map<String, Object> seen(PassageOutcome.Seen seen) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("category", seen.category());
        out.put("fromWords", seen.fromWords());
        if (seen.toWords() != Integer.MAX_VALUE) {
            out.put("toWords", seen.toWords());
        }
        out.put("count", seen.count());
        out.put("seen", seen.seen());
        return out;
    }
}
