package io.whorl.cli.report;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Figures;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.report.BuildSummary.BuildFigures;
import io.whorl.corpus.format.Skipped;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The report of a rebuild: figures, skipped documents, duplicates and common minutiae as a result, and a note. */
public final class RebuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long maxDf;
    private final long started = System.nanoTime();

    public RebuildSummary(Path index, long maxDf) {
        this.index = index;
        this.maxDf = maxDf;
    }

    /** @param file a file to which the report is written as well */
    public void print(
            IndexRebuild.Report report,
            Scheme scheme,
            SkippedDocuments skipped,
            SampledTexts sample,
            Console console,
            Optional<ResultFile> file)
            throws IOException {
        BuildReport build = report.build();
        double seconds = (System.nanoTime() - started) / NANOS_PER_SECOND;
        console.note("rebuilt " + index + BuildSummary.work(build, seconds));
        skipped.noteExcluded(console);
        Map<Long, String> texts = ChunkTexts.of(
                scheme,
                report.commonMinutiae().stream()
                        .map(IndexRebuild.CommonMinutia::minutia)
                        .collect(Collectors.toSet()),
                sample.texts());
        RebuildTables tables = new RebuildTables(report, skipped, texts);
        Figures figures = figures(report, skipped, seconds);
        if (console.format() == Format.TABLE) {
            console.print(figures);
            tables.print(console);
        }
        tables.json().forEach(figures::json);
        if (console.format() != Format.TABLE) {
            console.print(figures);
        }
        if (file.isPresent()) {
            file.get().writeText(out -> figures.print(Format.JSON, out));
        }
    }

    private Figures figures(IndexRebuild.Report report, SkippedDocuments skipped, double seconds) {
        BuildReport build = report.build();
        Figures figures = new Figures();
        BuildFigures.index(build, figures);
        BuildFigures.skipped(skipped.counts(), figures);
        BuildFigures.documents(build, figures);
        BuildFigures.duplicates(build, figures);
        figures.count("maxDf", maxDf)
                .count("overMaxDf", report.overMaxDf())
                .count("textBytes", build.textBytes())
                .hundredth("seconds", seconds)
                .hundredth("megabytesPerSecond", build.textBytes() / MEGABYTE / seconds)
                .count("runs", build.runs())
                .count("resumedDocuments", report.resumed())
                .count("temporaryBytes", build.temporaryBytes());
        SummaryFile.memory(figures);
        return figures;
    }

    /** Finds the chunks of minutiae in a sample of the documents. An index stores minutiae, but not their chunks. */
    static final class ChunkTexts {
        private ChunkTexts() {}

        /**
         * Returns the text of the chunk of each minutia that occurs in the sample.
         *
         * @param texts the sample, read until every minutia is found
         */
        static Map<Long, String> of(Scheme scheme, Set<Long> minutiae, List<byte[]> texts) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            Map<Long, String> found = new HashMap<>();
            Set<Long> wanted = new HashSet<>(minutiae);
            for (byte[] text : texts) {
                if (wanted.isEmpty()) {
                    break;
                }
                if (holdsAny(fingerprinter.fingerprint(text), wanted)) {
                    // Tracing also returns the text, but is much slower than selecting.
                    for (TracedMinutia traced : fingerprinter.trace(text)) {
                        if (wanted.remove(traced.minutia())) {
                            found.put(traced.minutia(), traced.text());
                        }
                    }
                }
            }
            return found;
        }

        private static boolean holdsAny(Fingerprint fingerprint, Set<Long> wanted) {
            for (int i = 0; i < fingerprint.size(); i++) {
                if (wanted.contains(fingerprint.minutia(i))) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * The lists in the report of a rebuild, each with its first few entries: skipped documents, documents without
     * minutiae, duplicates, and the most common minutiae.
     */
    static final class RebuildTables {
        private record Listed<T>(String name, Table<T> table, List<T> rows) {}

        private final List<Listed<?>> lists;

        /** @param texts the chunks of the common minutiae, as far as they are known */
        RebuildTables(IndexRebuild.Report report, SkippedDocuments skipped, Map<Long, String> texts) {
            lists = List.of(
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
                                    .text("text", c -> texts.getOrDefault(c.minutia(), "")),
                            report.commonMinutiae()));
        }

        /** Returns the end of a field name, for example TooLarge. */
        static String fieldName(Skipped.Reason reason) {
            StringBuilder name = new StringBuilder();
            for (String word : reason.name().split("_")) {
                name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return name.toString();
        }

        /** Prints each list that has entries as a table under a title. */
        void print(Console console) throws IOException {
            for (Listed<?> list : lists) {
                if (!list.rows().isEmpty()) {
                    console.streams().out().write("\n" + Column.title(list.name()) + "\n");
                    print(list, console);
                }
            }
        }

        private static <T> void print(Listed<T> list, Console console) throws IOException {
            console.print(list.table(), list.rows());
        }

        /** Returns each list as a JSON array of objects, by name. */
        Map<String, String> json() throws IOException {
            Map<String, String> json = new LinkedHashMap<>();
            for (Listed<?> list : lists) {
                json.put(list.name(), json(list));
            }
            return json;
        }

        private static <T> String json(Listed<T> list) throws IOException {
            return list.table().json(list.rows());
        }
    }
}
