package io.whorl.cli;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** What a build did: figures as a result, a sentence and warnings beside it. */
final class BuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long started = System.nanoTime();

    /** Begins to take the time. */
    BuildSummary(Path index) {
        this.index = index;
    }

    /** @param duplicates what was done about them */
    void print(BuildReport report, SkippedDocuments skipped, Duplicates duplicates, Whorl whorl) throws IOException {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        whorl.note(String.format(
                Locale.ROOT,
                "built %s in %.1f s: %,d documents, %.1f MB of text, %.1f MB/s",
                index,
                seconds,
                report.documents(),
                report.textBytes() / MEGABYTE,
                report.textBytes() / MEGABYTE / seconds));
        warn(whorl, skipped.count(), "could not be read and was skipped", "could not be read and were skipped");
        skipped.tellLeftOut(whorl);
        warn(
                whorl,
                report.repeatedIds(),
                "repeats an earlier one's id and was left out",
                "repeat an earlier one's id and were left out");
        warn(
                whorl,
                report.tooShort(),
                "is shorter than --min-document and was left out",
                "are shorter than --min-document and were left out");
        warn(
                whorl,
                report.withoutMinutiae(),
                "has no minutiae and can never match",
                "have no minutiae and can never match");
        new NamedDocuments(whorl).tell(report, duplicates);
        if (report.malformed() > 0) {
            whorl.streams()
                    .tell(String.format(
                            Locale.ROOT,
                            "warning: %,d malformed UTF-8 sequences, each read as U+FFFD",
                            report.malformed()));
        }
        Figures figures = new Figures();
        BuildFigures.held(report, figures);
        BuildFigures.skipped(skipped, figures);
        BuildFigures.documents(report, figures);
        if (duplicates.sought()) {
            BuildFigures.duplicates(report, figures);
        }
        figures.print(whorl.oneRecord(figures.columns()));
    }

    private static void warn(Whorl whorl, long documents, String one, String several) {
        if (documents > 0) {
            whorl.streams()
                    .tell(String.format(
                            Locale.ROOT,
                            "warning: %,d document%s %s",
                            documents,
                            documents == 1 ? "" : "s",
                            documents == 1 ? one : several));
        }
    }
}
