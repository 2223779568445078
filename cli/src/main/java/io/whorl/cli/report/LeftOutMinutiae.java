package io.whorl.cli.report;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.option.SeriesRule;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.query.Snapshot;
import io.whorl.series.SeriesTemplate;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Reports what commands that compare all documents left out. */
public final class LeftOutMinutiae {
    private final Optional<SeriesRule> rule;
    private final Optional<ResultFile> file;
    private final Console console;

    /**
     * @param templates the file for the table of the templates
     * @throws FailedException if the file cannot be written
     */
    public LeftOutMinutiae(Optional<Path> templates, Optional<SeriesRule> rule, Console console)
            throws FailedException {
        this.rule = rule;
        this.console = console;
        file = templates.isPresent() ? Optional.of(ResultFile.at(templates.get())) : Optional.empty();
    }

    /** Warns of ids that the index does not have. */
    public void check(Snapshot snapshot) {
        warnOfUnknown(rule.map(r -> r.unknownIn(snapshot)).orElse(0L), "the index does");
    }

    /**
     * Warns of ids of a table that are unknown.
     *
     * @param lacking where they are unknown, with a verb
     */
    public void warnOfUnknown(long unknown, String lacking) {
        if (unknown > 0) {
            console.warn("--series names " + Amount.of(unknown, "document") + " that " + lacking + " not have");
        }
    }

    /**
     * Warns of minutiae that the frequency limit keeps from making pairs.
     *
     * @param lists the distinct sets of documents that hold them
     */
    public void reportIgnored(long minutiae, long postings, long lists, long maxDf) {
        if (minutiae > 0) {
            console.warn(String.format(
                    Locale.ROOT,
                    "documents that share only some of %s, each in more than %s, are not compared (--max-df);"
                            + " scores count them: %s, %s",
                    Amount.of(minutiae, "minutia", "minutiae"),
                    Amount.of(maxDf, "document"),
                    Amount.of(postings, "posting"),
                    Amount.of(lists, "set of documents", "sets of documents")));
        }
    }

    /** The same for survivors. */
    public void reportIgnored(Survivors.Figures figures, SurvivorOptions options) {
        Clusters.Ignored ignored = figures.ignored();
        reportIgnored(ignored.minutiae(), ignored.postings(), ignored.lists(), options.maxDf());
    }

    /** Reports common minutiae and templates. Call it before the survivors are closed. */
    public void report(Survivors survivors, SurvivorOptions options) throws IOException {
        Clusters.Common common = survivors.common();
        long mostly = survivors.figures().ignored().documents();
        reportLimits(mostly, common.minutiae(), common.kept(), options.commonDf());
        reportTemplates(survivors.inSeries(), survivors::templates);
    }

    /**
     * Reports the documents that may be missed because of the frequency limits.
     *
     * @param mostly documents of which more than half of the minutiae are ignored
     * @param common minutiae that were left out of most documents
     * @param kept documents of which they were not left out
     */
    public void reportLimits(long mostly, long common, long kept, long commonDf) {
        if (mostly > 0) {
            console.warn("more than half of the minutiae of " + Amount.of(mostly, "document")
                    + " do not lead to comparisons, so pairs of them may be missed; give a larger --max-df, or leave"
                    + " out templates (--series)");
        }
        if (common > 0) {
            console.note("left " + Amount.of(common, "minutia", "minutiae") + " that more than "
                    + Amount.of(commonDf, "document") + " hold out of both documents of each pair (--common-df), except"
                    + " of pairs of the " + Amount.of(kept, "document") + " that mostly "
                    + Amount.verb(kept, "consists", "consist") + " of them");
        }
    }

    /**
     * Reports the pairs that were selected by super shingles.
     *
     * @param pairs the pairs that share one
     * @param ignored super shingles of too many documents
     * @param tooShort documents with too few minutiae
     */
    public void reportSuperShingles(long pairs, long ignored, long tooShort) {
        console.note(Amount.of(pairs, "pair") + " of documents " + Amount.verb(pairs, "shares", "share")
                + " a super shingle; other pairs were not compared (--super-shingles)");
        if (ignored > 0) {
            console.warn("ignored " + Amount.of(ignored, "super shingle") + ", each of too many documents (--max-df)");
        }
        if (tooShort > 0) {
            console.warn(Amount.of(tooShort, "document") + " " + Amount.verb(tooShort, "has", "have")
                    + " too few minutiae for a super shingle, and so may be missed");
        }
    }

    /**
     * Reports the templates, and writes their table if it is asked for.
     *
     * @param inSeries the documents that are in a series
     * @param templates iterates over the templates from the start
     */
    public void reportTemplates(long inSeries, Supplier<Iterator<SeriesTemplate>> templates) throws IOException {
        if (rule.isEmpty()) {
            return;
        }
        if (inSeries == 0) {
            console.warn("no document is in a series by " + rule.get() + ", so nothing is left out (--series)");
        }
        long series = 0;
        long minutiae = 0;
        long only = 0;
        for (Iterator<SeriesTemplate> all = templates.get(); all.hasNext(); series++) {
            SeriesTemplate template = all.next();
            minutiae += template.minutiae();
            only += template.onlyTemplate();
        }
        console.note("left out the templates of " + Amount.of(series, "series", "series") + ": "
                + Amount.of(minutiae, "minutia", "minutiae"));
        if (only > 0) {
            console.warn(Amount.of(only, "document") + " " + Amount.verb(only, "consists", "consist")
                    + " of the template of " + Amount.verb(only, "its", "their")
                    + " series alone, so nothing is left to compare (--templates FILE lists them by series)");
        }
        if (file.isPresent()) {
            file.get().write(out -> {
                Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
                write(text, templates.get());
            });
        }
    }

    private static void write(Writer out, Iterator<SeriesTemplate> templates) throws IOException {
        try (Table.Rows<SeriesTemplate> rows = new Table<SeriesTemplate>()
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
}
