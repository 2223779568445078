package io.whorl.lab.results;

import io.whorl.lab.model.Affinity;
import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.Means;
import io.whorl.lab.model.Operation;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.model.Timings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes outcomes as CSV: one row per configuration, per query of each, and per threshold of each. */
final class Tables {
    private static final List<String> OPERATION = List.of(
            "section",
            "name",
            "threshold",
            "tp",
            "fp",
            "fn",
            "tn",
            "precision",
            "recall",
            "f1",
            "alpha",
            "beta",
            "error");

    private Tables() {}

    static void configurations(Path file, List<Outcome> outcomes) throws IOException {
        Set<String> settings = new LinkedHashSet<>();
        outcomes.forEach(
                outcome -> settings.addAll(outcome.configuration().settings().keySet()));
        List<String> header = new ArrayList<>(List.of("section", "name"));
        header.addAll(settings);
        header.addAll(List.of(
                "questions",
                "precision",
                "recall",
                "highest_false_match",
                "separation",
                "ratio",
                "imprecise",
                "negative",
                "self",
                "affinity",
                "affinity_deviation",
                "noise",
                "noise_deviation",
                "effective_noise",
                "minutiae_per_document",
                "minutiae_per_question",
                "bytes_per_document",
                "bytes_per_text_byte",
                "bytes_per_posting",
                "index_bytes",
                "build_mb_per_s",
                "query_p50_us",
                "query_p99_us"));
        try (CsvFile csv = new CsvFile(file, header)) {
            for (Outcome outcome : outcomes) {
                csv.row(row(outcome, settings));
            }
        }
    }

    private static List<Object> row(Outcome outcome, Set<String> settings) {
        Configuration c = outcome.configuration();
        Means means = outcome.means();
        Affinity affinity = outcome.affinity();
        IndexSize size = outcome.size();
        Timings timings = outcome.timings();
        List<Object> row = new ArrayList<>(List.of(c.section(), c.name()));
        settings.forEach(setting -> row.add(c.settings().getOrDefault(setting, "")));
        row.addAll(List.of(
                means.questions(),
                means.precision(),
                means.recall(),
                means.highestFalseMatch(),
                means.separation(),
                means.ratio(),
                means.imprecise(),
                means.negative(),
                affinity.self().mean(),
                affinity.related().mean(),
                affinity.related().deviation(),
                affinity.unrelated().mean(),
                affinity.unrelated().deviation(),
                affinity.effectiveNoise(),
                size.minutiaePerDocument(),
                outcome.minutiaePerQuestion(),
                size.bytesPerDocument(),
                size.bytesPerTextByte(),
                size.bytesPerPosting(),
                size.bytes(),
                timings.buildMegabytesPerSecond(),
                timings.queryMedianMicros(),
                timings.query99Micros()));
        return row;
    }

    static void answers(Path file, List<Outcome> outcomes) throws IOException {
        List<String> header = List.of(
                "section",
                "name",
                "query",
                "group",
                "right",
                "minutiae",
                "precision",
                "recall",
                "highest_false_match",
                "separation",
                "self",
                "affinity",
                "noise");
        try (CsvFile csv = new CsvFile(file, header)) {
            for (Outcome outcome : outcomes) {
                for (Answer a : outcome.answers()) {
                    csv.row(List.of(
                            outcome.configuration().section(),
                            outcome.configuration().name(),
                            a.id(),
                            a.group(),
                            a.right(),
                            a.minutiae(),
                            a.effectiveness().precision(),
                            a.effectiveness().recall(),
                            a.effectiveness().highestFalseMatch(),
                            a.effectiveness().separation(),
                            a.affinity().self().mean(),
                            a.affinity().related().mean(),
                            a.affinity().unrelated().mean()));
                }
            }
        }
    }

    static void operations(Path file, List<Outcome> outcomes) throws IOException {
        try (CsvFile csv = new CsvFile(file, OPERATION)) {
            for (Outcome outcome : outcomes) {
                outcome.operations().forEach(operation -> csv.row(row(outcome.configuration(), operation)));
            }
        }
    }

    static void sourceOperations(Path file, List<SourceOutcome> outcomes, List<Double> thresholds, String innocent)
            throws IOException {
        try (CsvFile csv = new CsvFile(file, OPERATION)) {
            for (SourceOutcome outcome : outcomes) {
                thresholds.forEach(
                        threshold -> csv.row(row(outcome.configuration(), outcome.operation(threshold, innocent))));
            }
        }
    }

    private static List<Object> row(Configuration configuration, Operation o) {
        return List.of(
                configuration.section(),
                configuration.name(),
                o.threshold(),
                o.truePositives(),
                o.falsePositives(),
                o.falseNegatives(),
                o.trueNegatives(),
                o.precision(),
                o.recall(),
                o.f1(),
                o.alpha(),
                o.beta(),
                o.error());
    }
}
