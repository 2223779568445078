package io.whorl.cli;

import io.whorl.build.BuildReport;
import io.whorl.build.CommonMinutia;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.corpus.format.Skipped;
import io.whorl.rebuild.RebuildReport;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a rebuild did: figures, places and common minutiae as a result, a sentence beside it. */
final class RebuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long maxDf;
    private final long started = System.nanoTime();

    /** Begins to take the time. */
    RebuildSummary(Path index, long maxDf) {
        this.index = index;
        this.maxDf = maxDf;
    }

    /** @param file where the report goes too */
    void print(RebuildReport report, Scheme scheme, SkippedDocuments skipped, TextSample sample, Whorl whorl,
            Optional<Path> file) throws IOException {
        BuildReport build = report.build();
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        whorl.note(String.format(Locale.ROOT, "rebuilt %s in %.1f s: %,d documents, %.1f MB of text, %.1f MB/s", index,
                seconds, build.documents(), build.textBytes() / MEGABYTE, build.textBytes() / MEGABYTE / seconds));
        Map<Long, String> texts = CommonTexts.of(scheme, report.common().most().stream().map(CommonMinutia::minutia)
                .collect(Collectors.toSet()), sample.texts());
        ReportTables tables = new ReportTables(report, skipped, texts);
        List<Column> columns = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        figures(report, skipped, seconds).forEach(figure -> {
            columns.add(figure.column());
            values.add(figure.value());
        });
        if (whorl.format() == Format.TABLE) {
            try (Records records = whorl.oneRecord(columns)) {
                records.add(values.toArray(new Value[0]));
            }
            tables.print(whorl);
        }
        tables.json().forEach((name, json) -> {
            columns.add(Column.text(name));
            values.add(Value.json(json));
        });
        if (whorl.format() != Format.TABLE) {
            try (Records records = whorl.oneRecord(columns)) {
                records.add(values.toArray(new Value[0]));
            }
        }
        if (file.isPresent()) {
            try (Writer out = Files.newBufferedWriter(file.get(), StandardCharsets.UTF_8);
                    Records records = Records.ofOne(Format.JSON, out, columns)) {
                records.add(values.toArray(new Value[0]));
            }
        }
    }

    /** A figure under its name. */
    private record Figure(Column column, Value value) {
        static Figure count(String name, long count) {
            return new Figure(Column.number(name), Value.count(count));
        }
    }

    private List<Figure> figures(RebuildReport report, SkippedDocuments skipped, double seconds) {
        BuildReport build = report.build();
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.count("documents", build.documents()),
                Figure.count("words", build.words()),
                Figure.count("minutiae", build.minutiae()),
                Figure.count("singletons", build.singletons()),
                Figure.count("postings", build.postings()),
                Figure.count("bytes", build.bytes()),
                new Figure(Column.number("bytesPerPosting"), Value.hundredth(
                        build.postings() == 0 ? 0 : (double) build.bytes() / build.postings())),
                Figure.count("skipped", skipped.count()),
                Figure.count("leftOutByRule", skipped.leftOutByRule())));
        for (Skipped.Reason reason : Skipped.Reason.values()) {
            if (skipped.counts().containsKey(reason)) {
                figures.add(Figure.count("skipped" + ReportTables.name(reason), skipped.counts().get(reason)));
            }
        }
        figures.addAll(List.of(
                Figure.count("repeatedIds", build.repeatedIds()),
                Figure.count("tooShort", build.tooShort()),
                Figure.count("withoutMinutiae", build.withoutMinutiae()),
                Figure.count("malformed", build.malformed()),
                Figure.count("exactDuplicates", build.duplicates().exact()),
                Figure.count("lexicalDuplicates", build.duplicates().lexical()),
                Figure.count("fingerprintDuplicates", build.duplicates().fingerprint()),
                Figure.count("maxDf", maxDf),
                Figure.count("overMaxDf", report.common().over()),
                Figure.count("textBytes", build.textBytes()),
                new Figure(Column.number("seconds"), Value.hundredth(seconds)),
                new Figure(Column.number("megabytesPerSecond"), Value.hundredth(build.textBytes() / MEGABYTE / seconds)),
                Figure.count("runs", build.runs()),
                Figure.count("resumedDocuments", report.resumed()),
                Figure.count("temporaryBytes", build.temporaryBytes()),
                Figure.count("peakHeap", Machine.peakHeap())));
        Machine.peakResident().ifPresent(bytes -> figures.add(Figure.count("peakResident", bytes)));
        return figures;
    }
}
