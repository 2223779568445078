package io.whorl.cli;

import io.whorl.LimitExceededException;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityResult;
import io.whorl.query.Snapshot;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.series.Templates.SeriesTemplate;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;

/** What a command leaves out of the comparison of documents. */
final class OmissionOptions {
    @Option(names = "--max-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
    private long maxDf = 1_000;

    @Option(names = "--common-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
    private Long commonDf;

    @Option(names = "--series", converter = Converters.Text.class, paramLabel = "RULE")
    private String series;

    @Option(names = "--template-share", paramLabel = "X")
    private Double share;

    @Option(names = "--template-least", paramLabel = "N")
    private Integer least;

    @Option(names = "--templates", paramLabel = "FILE")
    private Path templatesFile;

    /** The series whose templates are left out. */
    private Optional<SeriesRule> rule = Optional.empty();

    /** Reads the rule of series, if templates are left out, and checks the files of the command. */
    void begin(OutputCheck check) throws IOException {
        Usage.refuse(
                series == null && (share != null || least != null || templatesFile != null),
                "--template-share, --template-least and --templates need --series RULE");
        rule = series == null ? Optional.empty() : Optional.of(SeriesRule.of(series));
        rule.flatMap(SeriesRule::file).ifPresent(file -> check.reads("file of --series", file));
        check.check();
    }

    /** Returns the options with these, and without the templates of the rule that was read. */
    SimilarityOptions over(SimilarityOptions options, int threads) {
        SimilarityOptions given = options.maxDf(maxDf)
                .commonDf(commonDf == null ? options.commonDf() : commonDf)
                .threads(threads);
        Optional<Templates> left = templates();
        return left.isEmpty() ? given : given.templates(left.get());
    }

    /** The templates that are left out, with the limits of the options. */
    public Optional<Templates> templates() {
        return rule.map(r -> {
            Templates given = Templates.of(r.series());
            given = share == null ? given : given.share(share);
            return (least == null ? given : given.least(least)).checked();
        });
    }

    public Set<String> seriesIds() {
        return rule.map(r -> r.table().keySet()).orElse(Set.of());
    }

    /** Warns of ids that the index does not have. */
    public void check(Snapshot snapshot, Console console) {
        long unknown = seriesIds().stream()
                .filter(id -> snapshot.document(id).isEmpty())
                .count();
        warnOfUnknown(unknown, "the index does", console);
    }

    /**
     * Warns of ids of a table that are unknown.
     *
     * @param lacking where they are unknown, with a verb
     */
    public static void warnOfUnknown(long unknown, String lacking, Console console) {
        if (unknown > 0) {
            console.warn("--series names " + Amount.of(unknown, "document") + " that " + lacking + " not have");
        }
    }

    /** Warns of minutiae that the frequency limit keeps from making pairs. */
    public void reportIgnored(Clusters.Ignored ignored, Console console) {
        if (ignored.minutiae() > 0) {
            console.warn(
                    "documents that share only some of %s, each in more than %s, are not compared (--max-df);"
                            + " scores count them: %s, %s",
                    Amount.of(ignored.minutiae(), "minutia", "minutiae"),
                    Amount.of(maxDf, "document"),
                    Amount.of(ignored.postings(), "posting"),
                    Amount.of(ignored.lists(), "set of documents", "sets of documents"));
        }
    }

    /** Reports what limits, templates and super shingles left out of a result. Call it before it is closed. */
    public void report(SimilarityResult<?> result, SimilarityOptions options, Console console) throws IOException {
        Clusters.Ignored ignored = result.ignored();
        if (ignored.documents() > 0) {
            console.warn("more than half of the minutiae of " + Amount.of(ignored.documents(), "document")
                    + " are in more documents than --max-df, but of no frame, so pairs of them may be missed; give a"
                    + " larger --max-df, or leave out templates (--series)");
        }
        if (result.commonMinutiae() > 0) {
            console.note(
                    "found frames of " + Amount.of(result.commonMinutiae(), "minutia", "minutiae") + " by --common-df "
                            + options.commonDf() + "; " + Amount.of(result.mostlyCommon(), "document") + " mostly "
                            + Amount.verb(result.mostlyCommon(), "consists", "consist")
                            + " of them. Documents that share only frames are not similar");
        }
        if (rule.isPresent()) {
            reportTemplates(result, console);
        }
        if (options.superShingles() > 0) {
            reportSuperShingles(result, console);
        }
    }

    private static void reportSuperShingles(SimilarityResult<?> result, Console console) {
        long pairs = result.candidates();
        console.note(Amount.of(pairs, "pair") + " of documents " + Amount.verb(pairs, "shares", "share")
                + " a super shingle; other pairs were not compared (--super-shingles)");
        long ignored = result.ignored().superShingles();
        if (ignored > 0) {
            console.warn("ignored " + Amount.of(ignored, "super shingle") + ", each of too many documents (--max-df)");
        }
        long tooShort = result.tooShort();
        if (tooShort > 0) {
            console.warn(Amount.of(tooShort, "document has", "documents have")
                    + " too few minutiae for a super shingle, and so may be missed");
        }
    }

    /** Reports the templates, and writes their table if it is asked for. */
    private void reportTemplates(SimilarityResult<?> result, Console console) throws IOException {
        if (result.inSeries() == 0) {
            console.warn("no document is in a series by " + rule.get() + ", so nothing is left out (--series)");
        }
        long series = 0;
        long minutiae = 0;
        long only = 0;
        for (Iterator<SeriesTemplate> next = result.templates(); next.hasNext(); series++) {
            SeriesTemplate template = next.next();
            minutiae += template.minutiae();
            only += template.onlyTemplate();
        }
        console.note("left out the templates of " + Amount.of(series, "series", "series") + ": "
                + Amount.of(minutiae, "minutia", "minutiae"));
        if (only > 0) {
            console.warn(Amount.of(only, "document consists", "documents consist")
                    + " of the template of " + Amount.verb(only, "its", "their")
                    + " series alone, so nothing is left to compare (--templates FILE lists them by series)");
        }
        if (templatesFile != null) {
            ResultFile.at(templatesFile).writeText(out -> write(out, result.templates()));
        }
    }

    private static void write(Writer out, Iterator<SeriesTemplate> templates) throws IOException {
        try (Table<SeriesTemplate>.Rows rows = new Table<SeriesTemplate>()
                .text("series", SeriesTemplate::series)
                .count("documents", SeriesTemplate::documents)
                .count("minutiae", SeriesTemplate::minutiae)
                .count("onlyTemplate", SeriesTemplate::onlyTemplate)
                .open(Format.TSV, out)) {
            while (templates.hasNext()) {
                rows.add(templates.next());
            }
        }
    }

    /**
     * The value of {@code --series}: host, prefix:SEPARATOR, regex:PATTERN, or a table in a file.
     *
     * @param given the value as the user gave it
     * @param table the series by id if the rule is a table; empty otherwise
     */
    record SeriesRule(String given, Series series, Optional<Path> file, Map<String, String> table) {
        SeriesRule(String given, Series series) {
            this(given, series, Optional.empty(), Map.of());
        }

        private static final String HOST = "host";
        private static final String PREFIX = "prefix:";
        private static final String REGEX = "regex:";

        /** The table takes at most one over this of the heap. */
        private static final int HEAP_SHARE = 4;
        /** A line in memory: an entry of a hash map and two strings. */
        private static final int LINE_BYTES = 128;

        private static final long CHARACTER_BYTES = 2;

        /**
         * Parses a rule, and reads the table if it is one.
         *
         * @throws FailedException if the table is not one
         */
        static SeriesRule of(String text) throws IOException {
            if (text.equals(HOST)) {
                return new SeriesRule(text, Series.host());
            }
            if (text.startsWith(PREFIX)) {
                return new SeriesRule(text, Usage.checked(() -> Series.prefix(text.substring(PREFIX.length()))));
            }
            if (text.startsWith(REGEX)) {
                try {
                    return new SeriesRule(text, Series.pattern(Pattern.compile(text.substring(REGEX.length()))));
                } catch (PatternSyntaxException e) {
                    throw Usage.error("--series has a wrong regular expression: " + e.getDescription()
                            + " at character " + (e.getIndex() + 1) + " of " + e.getPattern());
                }
            }
            Path file = Path.of(text);
            if (!Files.exists(file)) {
                throw new NoSuchFileException(
                        text + " (--series is host, prefix:SEPARATOR, regex:PATTERN, or the name of a file)");
            }
            Map<String, String> table = table(file, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
            return new SeriesRule(text, Series.table(table), Optional.of(file), table);
        }

        /**
         * Reads a table.
         *
         * @param most the heap for it, in bytes
         * @throws LimitExceededException if it does not fit
         */
        static Map<String, String> table(Path file, long most) throws IOException {
            Map<String, String> table = new HashMap<>();
            long bytes = 0;
            try (LineReader lines = LineReader.open(file, LineReader.LONGEST)) {
                for (Optional<String> next = lines.next(); next.isPresent(); next = lines.next()) {
                    String line = next.get();
                    int tab = line.indexOf('\t');
                    if (tab < 1 || tab == line.length() - 1) {
                        throw new FailedException(
                                file + ", line " + lines.number() + ": a line must have an id, a tab, and a series");
                    }
                    String id = line.substring(0, tab);
                    String series = line.substring(tab + 1);
                    String before = table.put(id, series);
                    bytes += before == null ? LINE_BYTES + CHARACTER_BYTES * line.length() : 0;
                    LimitExceededException.require(
                            "bytes of heap for the table of --series",
                            bytes,
                            most,
                            "start java with a larger heap, such as -Xmx4g, or give a rule that finds the series"
                                    + " in the ids");
                    if (before != null && !before.equals(series)) {
                        throw new FailedException(file + ", line " + lines.number() + ": the series of " + id + " was "
                                + before + " before; a document has one series");
                    }
                }
            }
            return table;
        }

        @Override
        public String toString() {
            return given;
        }
    }
}
