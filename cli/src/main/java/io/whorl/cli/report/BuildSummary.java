package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The report of a build: the figures as a result, and notes and warnings. */
public final class BuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long started = System.nanoTime();

    /** Starts to measure the time. */
    public BuildSummary(Path index) {
        this.index = index;
    }

    /** @param duplicates the policy of the build */
    public void print(BuildReport report, SkippedDocuments skipped, Duplicates duplicates, Console console)
            throws IOException {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        console.note("built " + index + work(report, seconds));
        warn(console, skipped.count(), "could not be read and was skipped", "could not be read and were skipped");
        skipped.noteExcluded(console);
        warn(
                console,
                report.repeatedIds(),
                "repeats the id of an earlier one and was left out",
                "repeat the id of an earlier one and were left out");
        warn(
                console,
                report.tooShort(),
                "is shorter than --min-document and was left out",
                "are shorter than --min-document and were left out");
        WithoutMinutiae.warn(report.withoutMinutiae(), report.firstWithoutMinutiae(), console);
        LeftOutDuplicates.note(report.duplicates(), duplicates, console);
        if (report.malformed() > 0) {
            console.warn("warning: " + Amount.of(report.malformed(), "malformed UTF-8 sequence")
                    + Amount.verb(report.malformed(), " is", " are") + " read as U+FFFD");
        }
        Figures figures = new Figures();
        BuildFigures.index(report, figures);
        BuildFigures.skipped(skipped.counts(), figures);
        BuildFigures.documents(report, figures);
        if (duplicates.sought()) {
            BuildFigures.duplicates(report, figures);
        }
        console.print(figures);
    }

    /** Returns for example {@code in 2.4 s: 91 documents, 1.5 MB of text, 0.6 MB/s}. */
    static String work(BuildReport report, double seconds) {
        double megabytes = report.textBytes() / MEGABYTE;
        return String.format(
                Locale.ROOT,
                " in %.1f s: %s, %.1f MB of text, %.1f MB/s",
                seconds,
                Amount.of(report.documents(), "document"),
                megabytes,
                megabytes / seconds);
    }

    private static void warn(Console console, long documents, String one, String several) {
        if (documents > 0) {
            console.warn("warning: " + Amount.of(documents, "document") + " " + Amount.verb(documents, one, several));
        }
    }

    /** Names the first few documents that a build left out because they equal an earlier one. */
    private static final class LeftOutDuplicates {
        private LeftOutDuplicates() {}

        /** @param policy the policy of the build */
        static void note(Duplicates.Counts counts, Duplicates policy, Console console) {
            if (policy.action() != Duplicates.Action.FIRST) {
                return;
            }
            // A duplicate counts as the strongest kind that it has. The requested kind and all stronger ones are left
            // out.
            Duplicates.Kind requested = policy.kind().orElseThrow();
            List<Duplicates.Example> named = counts.examples().stream()
                    .filter(e -> e.kind().compareTo(requested) <= 0)
                    .toList();
            named.forEach(e ->
                    console.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
            long all = counts.exact()
                    + (requested == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                    + (requested == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
            if (all > named.size()) {
                console.note(String.format(Locale.ROOT, "left out as duplicates: %,d more", all - named.size()));
            }
        }
    }
}
