package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Figures;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.corpus.format.Skipped;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The report of a build or a rebuild: the figures as a result, and notes and warnings. */
public final class BuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final SkippedDocuments skipped;
    private final Console console;
    private final long started = System.nanoTime();

    public BuildSummary(Path index, SkippedDocuments skipped, Console console) {
        this.index = index;
        this.skipped = skipped;
        this.console = console;
    }

    /** @param duplicates the policy of the build */
    public void printBuild(BuildReport report, Duplicates duplicates) throws IOException {
        noteWork("built ", report);
        warn(skipped.count(), "could not be read and was skipped", "could not be read and were skipped");
        skipped.noteExcluded();
        warn(
                report.repeatedIds(),
                "repeats the id of an earlier one and was left out",
                "repeat the id of an earlier one and were left out");
        warn(
                report.tooShort(),
                "is shorter than --min-document and was left out",
                "are shorter than --min-document and were left out");
        WithoutMinutiae.warn(report.withoutMinutiae(), report.firstWithoutMinutiae(), console);
        noteDuplicates(report.duplicates(), duplicates);
        if (report.malformed() > 0) {
            console.warn("warning: " + Amount.of(report.malformed(), "malformed UTF-8 sequence")
                    + Amount.verb(report.malformed(), " is", " are") + " read as U+FFFD");
        }
        console.print(figures(report, duplicates.sought()));
    }

    /** Notes for example {@code built i in 2.4 s: 91 documents, 1.5 MB of text, 0.6 MB/s}. Returns the seconds. */
    private double noteWork(String done, BuildReport report) {
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        double megabytes = report.textBytes() / MEGABYTE;
        console.note(done
                + index
                + String.format(
                        Locale.ROOT,
                        " in %.1f s: %s, %.1f MB of text, %.1f MB/s",
                        seconds,
                        Amount.of(report.documents(), "document"),
                        megabytes,
                        megabytes / seconds));
        return seconds;
    }

    private void warn(long documents, String one, String several) {
        if (documents > 0) {
            console.warn("warning: " + Amount.of(documents, "document") + " " + Amount.verb(documents, one, several));
        }
    }

    /** Names the first few documents that a build left out because they equal an earlier one. */
    private void noteDuplicates(Duplicates.Counts counts, Duplicates policy) {
        if (policy.kind().isEmpty()) {
            return;
        }
        // A duplicate counts as the strongest kind that it has. The requested kind and all stronger ones are left
        // out.
        Duplicates.Kind requested = policy.kind().orElseThrow();
        List<Duplicates.Example> named = counts.examples().stream()
                .filter(e -> e.kind().compareTo(requested) <= 0)
                .toList();
        named.forEach(
                e -> console.note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
        long all = counts.exact()
                + (requested == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                + (requested == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
        if (all > named.size()) {
            console.note(String.format(Locale.ROOT, "left out as duplicates: %,d more", all - named.size()));
        }
    }

    /** The figures of builds and rebuilds. */
    private Figures figures(BuildReport report, boolean duplicates) {
        Figures figures = new Figures()
                .count("documents", report.documents())
                .count("words", report.words())
                .count("minutiae", report.minutiae())
                .count("singletons", report.singletons())
                .count("postings", report.postings())
                .count("bytes", report.bytes())
                .hundredth("bytesPerPosting", report.bytesPerPosting());
        if (report.storedTextBytes() > 0) {
            figures.count("storedTextBytes", report.storedTextBytes());
        }
        if (report.storedFingerprintBytes() > 0) {
            figures.count("storedFingerprintBytes", report.storedFingerprintBytes());
        }
        SkippedDocuments.addTo(figures, skipped.counts())
                .count("repeatedIds", report.repeatedIds())
                .count("tooShort", report.tooShort())
                .count("withoutMinutiae", report.withoutMinutiae())
                .count("malformed", report.malformed());
        if (duplicates) {
            figures.count("exactDuplicates", report.duplicates().exact())
                    .count("lexicalDuplicates", report.duplicates().lexical())
                    .count("fingerprintDuplicates", report.duplicates().fingerprint());
        }
        return figures;
    }

    /** Documents without minutiae: counted, and the first few of them named. One thread. */
    public static final class WithoutMinutiae implements Consumer<String> {
        private static final int MAX_NAMES = 20;

        private final List<String> first = new ArrayList<>();
        private long count;

        @Override
        public void accept(String id) {
            count++;
            if (first.size() < MAX_NAMES) {
                first.add(id);
            }
        }

        public void warn(Console console) {
            warn(count, first, console);
        }

        /** @param first the ids of the first of them */
        static void warn(long count, List<String> first, Console console) {
            if (count > 0) {
                console.warn("warning: " + Amount.of(count, "document has", "documents have")
                        + " no minutiae and can never match");
            }
            first.forEach(id -> console.warn("without minutiae: " + id));
            if (count > first.size()) {
                console.warn(String.format(Locale.ROOT, "without minutiae: %,d more", count - first.size()));
            }
        }
    }

    /**
     * Prints the report of a rebuild. Skipped documents, duplicates and common minutiae are a part of the result.
     *
     * @param maxDf the limit that common minutiae exceed
     * @param sample texts in which the chunks of common minutiae are found
     * @param file a file to which the report is written as well
     */
    public void printRebuild(
            IndexRebuild.Report report, long maxDf, Scheme scheme, SampledTexts sample, Optional<ResultFile> file)
            throws IOException {
        BuildReport build = report.build();
        double seconds = noteWork("rebuilt ", build);
        skipped.noteExcluded();
        Figures figures = figures(build, true)
                .count("maxDf", maxDf)
                .count("overMaxDf", report.overMaxDf())
                .count("textBytes", build.textBytes())
                .hundredth("seconds", seconds)
                .hundredth("megabytesPerSecond", build.textBytes() / MEGABYTE / seconds)
                .count("runs", build.runs())
                .count("resumedDocuments", report.resumed())
                .count("temporaryBytes", build.temporaryBytes());
        SummaryFile.memory(figures);
        Map<Long, String> chunks = sample.chunks(
                scheme,
                report.commonMinutiae().stream()
                        .map(IndexRebuild.CommonMinutia::minutia)
                        .collect(Collectors.toSet()));
        List<Listed<?>> lists = lists(report, chunks);
        boolean table = console.format() == Format.TABLE;
        if (table) {
            console.print(figures);
        }
        for (Listed<?> list : lists) {
            if (table) {
                list.print(console);
            }
            figures.json(list.name(), list.json());
        }
        if (!table) {
            console.print(figures);
        }
        if (file.isPresent()) {
            file.get().writeText(out -> figures.print(Format.JSON, out));
        }
    }

    /** A list in the report of a rebuild, with its first few entries. */
    private record Listed<T>(String name, Table<T> table, List<T> rows) {
        /** Prints a list that has entries as a table under a title. */
        void print(Console console) throws IOException {
            if (!rows.isEmpty()) {
                console.streams().out().write("\n" + Column.title(name) + "\n");
                console.print(table, rows);
            }
        }

        String json() throws IOException {
            return table.json(rows);
        }
    }

    /** @param chunks those of the common minutiae, as far as they are known */
    private List<Listed<?>> lists(IndexRebuild.Report report, Map<Long, String> chunks) {
        return List.of(
                new Listed<>(
                        "skippedPlaces",
                        new Table<Skipped>()
                                .text("reason", s -> Choice.name(s.reason()))
                                .text("place", Skipped::place)
                                .text("detail", Skipped::detail),
                        skipped.first()),
                new Listed<>(
                        "firstWithoutMinutiae",
                        new Table<String>().text("id", id -> id),
                        report.build().firstWithoutMinutiae()),
                new Listed<>(
                        "duplicateExamples",
                        new Table<Duplicates.Example>()
                                .text("kind", e -> e.kind().name().toLowerCase(Locale.ROOT))
                                .text("id", Duplicates.Example::id)
                                .text("equals", Duplicates.Example::first),
                        report.build().duplicates().examples()),
                new Listed<>(
                        "commonMinutiae",
                        new Table<IndexRebuild.CommonMinutia>()
                                .text("minutia", c -> Long.toHexString(c.minutia()))
                                .count("documents", IndexRebuild.CommonMinutia::documents)
                                .text("holder", IndexRebuild.CommonMinutia::holder)
                                .text("text", c -> chunks.getOrDefault(c.minutia(), "")),
                        report.commonMinutiae()));
    }
}
