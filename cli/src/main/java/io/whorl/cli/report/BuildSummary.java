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
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The report of a build: the figures as a result, and notes and warnings. */
public final class BuildSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    private final Path index;
    private final long started = System.nanoTime();

    public BuildSummary(Path index) {
        this.index = index;
    }

    /** @param duplicates the policy of the build */
    public void print(BuildReport report, SkippedDocuments skipped, Duplicates duplicates, Console console)
            throws IOException {
        console.note("built " + index + work(report, seconds()));
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
        noteDuplicates(report.duplicates(), duplicates, console);
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

    private double seconds() {
        return (System.nanoTime() - started) / NANOS_PER_SECOND;
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
    private static void noteDuplicates(Duplicates.Counts counts, Duplicates policy, Console console) {
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

    /** The figures that {@code build} and {@code rebuild} have in common. */
    public static final class BuildFigures {
        private BuildFigures() {}

        static void index(BuildReport report, Figures figures) {
            figures.count("documents", report.documents())
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
        }

        /** Adds the number of documents that were not read, in total and for each reason that occurred. */
        public static void skipped(Map<Skipped.Reason, Long> counts, Figures figures) {
            long byRule = counts.entrySet().stream()
                    .filter(count -> count.getKey().isByRule())
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            figures.count("skipped", all - byRule).count("leftOutByRule", byRule);
            counts.forEach((reason, count) -> figures.count("skipped" + fieldName(reason), count));
        }

        /** Returns the end of a field name, for example TooLarge. */
        private static String fieldName(Skipped.Reason reason) {
            StringBuilder name = new StringBuilder();
            for (String word : reason.name().split("_")) {
                name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return name.toString();
        }

        /** Adds figures of the documents that were read, whether they are in the index or not. */
        static void documents(BuildReport report, Figures figures) {
            figures.count("repeatedIds", report.repeatedIds())
                    .count("tooShort", report.tooShort())
                    .count("withoutMinutiae", report.withoutMinutiae())
                    .count("malformed", report.malformed());
        }

        static void duplicates(BuildReport report, Figures figures) {
            figures.count("exactDuplicates", report.duplicates().exact())
                    .count("lexicalDuplicates", report.duplicates().lexical())
                    .count("fingerprintDuplicates", report.duplicates().fingerprint());
        }
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

    /** The report of a rebuild: figures, skipped documents, duplicates and common minutiae as a result, and a note. */
    public static final class RebuildSummary {
        private final BuildSummary summary;
        private final long maxDf;

        public RebuildSummary(Path index, long maxDf) {
            summary = new BuildSummary(index);
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
            double seconds = summary.seconds();
            console.note("rebuilt " + summary.index + work(build, seconds));
            skipped.noteExcluded(console);
            Map<Long, String> texts = ChunkTexts.of(
                    scheme,
                    report.commonMinutiae().stream()
                            .map(IndexRebuild.CommonMinutia::minutia)
                            .collect(Collectors.toSet()),
                    sample.texts());
            List<Listed<?>> lists = lists(report, skipped, texts);
            Figures figures = figures(report, skipped, seconds);
            if (console.format() == Format.TABLE) {
                console.print(figures);
                for (Listed<?> list : lists) {
                    list.print(console);
                }
            }
            for (Listed<?> list : lists) {
                figures.json(list.name(), list.json());
            }
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

        /**
         * Finds the chunks of minutiae in a sample of the documents. An index stores minutiae, but not their chunks.
         */
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

        /** @param texts the chunks of the common minutiae, as far as they are known */
        private static List<Listed<?>> lists(
                IndexRebuild.Report report, SkippedDocuments skipped, Map<Long, String> texts) {
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
                                    .text("text", c -> texts.getOrDefault(c.minutia(), "")),
                            report.commonMinutiae()));
        }
    }
}
