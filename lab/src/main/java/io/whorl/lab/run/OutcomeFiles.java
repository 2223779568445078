package io.whorl.lab.run;

import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.run.ResultsFolder.Json;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Writes outcomes as CSV, and those of runs that take seconds as JSON lines too, after the run has ended. */
public final class OutcomeFiles {
    private OutcomeFiles() {}

    /** A row of a table: a part of the outcome of a configuration. */
    private record Part<T>(Configuration configuration, String kind, T of) {
        static <T> Stream<Part<T>> each(Configuration configuration, String kind, List<T> parts) {
            return parts.stream().map(of -> new Part<>(configuration, kind, of));
        }

        static <T> Columns<Part<T>> columns() {
            return new Columns<Part<T>>()
                    .add("section", part -> part.configuration.section())
                    .add("name", part -> part.configuration.name());
        }
    }

    /** Checks that a folder can be written to, and creates it if necessary. */
    public static void check(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "lab", ".try"));
        } catch (IOException e) {
            throw new LabException("results cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Writes the tables of a run: a row for each configuration, for each query of each, and each threshold of each. */
    static void run(Path folder, List<Outcome> outcomes) throws IOException {
        configurations(outcomes).write(folder.resolve("results.csv"), outcomes);
        Part.<Answer>columns()
                .add("query", part -> part.of.id())
                .add("group", part -> part.of.group())
                .add("right", part -> part.of.right())
                .add("minutiae", part -> part.of.minutiae())
                .add("precision", part -> part.of.effectiveness().precision())
                .add("recall", part -> part.of.effectiveness().recall())
                .add("highest_false_match", part -> part.of.effectiveness().highestFalseMatch())
                .add("separation", part -> part.of.effectiveness().separation())
                .add("self", part -> part.of.affinity().self().mean())
                .add("affinity", part -> part.of.affinity().related().mean())
                .add("noise", part -> part.of.affinity().unrelated().mean())
                .write(
                        folder.resolve("queries.csv"),
                        outcomes.stream()
                                .flatMap(outcome -> Part.each(outcome.configuration(), "", outcome.answers()))
                                .toList());
        thresholds(
                folder,
                outcomes.stream()
                        .flatMap(outcome -> Part.each(outcome.configuration(), "", outcome.operations()))
                        .toList());
    }

    private static Columns<Outcome> configurations(List<Outcome> outcomes) {
        Columns<Outcome> columns = new Columns<Outcome>()
                .add("section", o -> o.configuration().section())
                .add("name", o -> o.configuration().name());
        Set<String> settings = new LinkedHashSet<>();
        outcomes.forEach(o -> settings.addAll(o.configuration().settings().keySet()));
        settings.forEach(setting ->
                columns.add(setting, o -> o.configuration().settings().getOrDefault(setting, "")));
        return columns.add("questions", o -> o.means().questions())
                .add("precision", o -> o.means().precision())
                .add("recall", o -> o.means().recall())
                .add("highest_false_match", o -> o.means().highestFalseMatch())
                .add("separation", o -> o.means().separation())
                .add("ratio", o -> o.means().ratio())
                .add("imprecise", o -> o.means().imprecise())
                .add("negative", o -> o.means().negative())
                .add("self", o -> o.affinity().self().mean())
                .add("affinity", o -> o.affinity().related().mean())
                .add("affinity_deviation", o -> o.affinity().related().deviation())
                .add("noise", o -> o.affinity().unrelated().mean())
                .add("noise_deviation", o -> o.affinity().unrelated().deviation())
                .add("effective_noise", o -> o.affinity().effectiveNoise())
                .add("minutiae_per_document", o -> o.size().minutiaePerDocument())
                .add("minutiae_per_question", Outcome::minutiaePerQuestion)
                .add("bytes_per_document", o -> o.size().bytesPerDocument())
                .add("bytes_per_text_byte", o -> o.size().bytesPerTextByte())
                .add("bytes_per_posting", o -> o.size().bytesPerPosting())
                .add("index_bytes", o -> o.size().bytes())
                .add("build_mb_per_s", o -> o.timings().buildMegabytesPerSecond())
                .add("query_p50_us", o -> o.timings().queryMedianMicros())
                .add("query_p99_us", o -> o.timings().query99Micros());
    }

    private static void thresholds(Path folder, List<Part<Operation>> rows) throws IOException {
        Part.<Operation>columns()
                .add("threshold", part -> part.of.threshold())
                .add("tp", part -> part.of.truePositives())
                .add("fp", part -> part.of.falsePositives())
                .add("fn", part -> part.of.falseNegatives())
                .add("tn", part -> part.of.trueNegatives())
                .add("precision", part -> part.of.precision())
                .add("recall", part -> part.of.recall())
                .add("f1", part -> part.of.f1())
                .add("alpha", part -> part.of.alpha())
                .add("beta", part -> part.of.beta())
                .add("error", part -> part.of.error())
                .write(folder.resolve("thresholds.csv"), rows);
    }

    /**
     * Writes {@code sources.jsonl}, {@code sources.csv} (a row for each document) and {@code thresholds.csv} (a row for
     * each threshold).
     */
    public static void sources(Path folder, List<SourceOutcome> outcomes, List<Double> thresholds, String innocent)
            throws IOException {
        List<String> lines = new ArrayList<>();
        for (SourceOutcome outcome : outcomes) {
            lines.add(Json.write(outcome));
        }
        Files.write(folder.resolve("sources.jsonl"), lines);
        Part.<Score>columns()
                .add("file", part -> part.of.file())
                .add("category", part -> part.of.category())
                .add("source", part -> part.of.source())
                .add("percent", part -> part.of.percent())
                .write(
                        folder.resolve("sources.csv"),
                        outcomes.stream()
                                .flatMap(outcome -> Part.each(outcome.configuration(), "", outcome.scores()))
                                .toList());
        thresholds(
                folder,
                outcomes.stream()
                        .flatMap(outcome -> Part.each(
                                outcome.configuration(),
                                "",
                                thresholds.stream()
                                        .map(threshold -> outcome.operation(threshold, innocent))
                                        .toList()))
                        .toList());
    }

    /** Writes {@code passages.jsonl} and {@code passages.csv} (a row for each category and range of lengths). */
    public static void passages(Path folder, List<PassageOutcome> outcomes) throws IOException {
        List<String> lines = new ArrayList<>();
        for (PassageOutcome outcome : outcomes) {
            lines.add(Json.write(outcome));
        }
        Files.write(folder.resolve("passages.jsonl"), lines);
        Columns<Part<Seen>> columns = Part.<Seen>columns()
                .add("kind", Part::kind)
                .add("category", part -> part.of.category())
                .add("from_words", part -> part.of.fromWords())
                .add("to_words", part -> part.of.toWords())
                .add("count", part -> part.of.count());
        for (int i = 0; i < PassageOutcome.LEAST.size(); i++) {
            int at = i;
            columns.add(
                    "seen_by_" + PassageOutcome.LEAST.get(i),
                    part -> part.of.seen().get(at));
        }
        columns.write(
                folder.resolve("passages.csv"),
                outcomes.stream()
                        .flatMap(outcome -> Stream.of(
                                        Part.each(outcome.configuration(), "passages", outcome.passages()),
                                        Part.each(outcome.configuration(), "cuts", outcome.cuts()),
                                        Part.each(outcome.configuration(), "alarms", outcome.alarms()))
                                .flatMap(parts -> parts))
                        .toList());
    }
}
