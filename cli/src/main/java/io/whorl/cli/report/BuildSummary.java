package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** What a build did: figures as a result, a sentence and warnings beside it. */
public final class BuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long started = System.nanoTime();

    /** Begins to take the time. */
    public BuildSummary(Path index) {
        this.index = index;
    }

    /** @param duplicates what was done about them */
    public void print(BuildReport report, SkippedDocuments skipped, Duplicates duplicates, Console console)
            throws IOException {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        console.note(String.format(
                Locale.ROOT,
                "built %s in %.1f s: %,d documents, %.1f MB of text, %.1f MB/s",
                index,
                seconds,
                report.documents(),
                report.textBytes() / MEGABYTE,
                report.textBytes() / MEGABYTE / seconds));
        warn(console, skipped.count(), "could not be read and was skipped", "could not be read and were skipped");
        skipped.tellLeftOut(console);
        warn(
                console,
                report.repeatedIds(),
                "repeats an earlier one's id and was left out",
                "repeat an earlier one's id and were left out");
        warn(
                console,
                report.tooShort(),
                "is shorter than --min-document and was left out",
                "are shorter than --min-document and were left out");
        warn(
                console,
                report.withoutMinutiae(),
                "has no minutiae and can never match",
                "have no minutiae and can never match");
        new DocumentNotices(console).tell(report, duplicates);
        if (report.malformed() > 0) {
            console.warn(String.format(
                    Locale.ROOT, "warning: %,d malformed UTF-8 sequences, each read as U+FFFD", report.malformed()));
        }
        Figures figures = new Figures();
        BuildFigures.held(report, figures);
        BuildFigures.skipped(skipped, figures);
        BuildFigures.documents(report, figures);
        if (duplicates.sought()) {
            BuildFigures.duplicates(report, figures);
        }
        figures.print(console.oneRecord(figures.columns()));
    }

    private static void warn(Console console, long documents, String one, String several) {
        if (documents > 0) {
            console.warn(String.format(
                    Locale.ROOT,
                    "warning: %,d document%s %s",
                    documents,
                    documents == 1 ? "" : "s",
                    documents == 1 ? one : several));
        }
    }
}
