package io.whorl.cli.report;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.option.ComparisonOptions.SeriesRule;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityResult;
import io.whorl.query.Snapshot;
import io.whorl.series.Templates.SeriesTemplate;
import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;

/**
 * Reports what commands that compare all documents left out.
 *
 * @param templates the file for the table of the templates
 */
public record LeftOutMinutiae(Optional<ResultFile> templates, Optional<SeriesRule> rule, Console console) {

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

    /** Warns of minutiae that the frequency limit keeps from making pairs. */
    public void reportIgnored(Clusters.Ignored ignored, long maxDf) {
        if (ignored.minutiae() > 0) {
            console.warn(String.format(
                    Locale.ROOT,
                    "documents that share only some of %s, each in more than %s, are not compared (--max-df);"
                            + " scores count them: %s, %s",
                    Amount.of(ignored.minutiae(), "minutia", "minutiae"),
                    Amount.of(maxDf, "document"),
                    Amount.of(ignored.postings(), "posting"),
                    Amount.of(ignored.lists(), "set of documents", "sets of documents")));
        }
    }

    /**
     * Reports what limits, templates and super shingles left out of a result. Call it before it is closed.
     *
     * @param superShingles the option; 0 if pairs are not selected by them
     */
    public void report(SimilarityResult<?> result, long commonDf, int superShingles) throws IOException {
        Clusters.Ignored ignored = result.ignored();
        if (ignored.documents() > 0) {
            console.warn("more than half of the minutiae of " + Amount.of(ignored.documents(), "document")
                    + " are in more documents than --max-df, but of no frame, so pairs of them may be missed; give a"
                    + " larger --max-df, or leave out templates (--series)");
        }
        if (result.commonMinutiae() > 0) {
            console.note(
                    "found frames of " + Amount.of(result.commonMinutiae(), "minutia", "minutiae") + " by --common-df "
                            + commonDf + "; " + Amount.of(result.mostlyCommon(), "document") + " mostly "
                            + Amount.verb(result.mostlyCommon(), "consists", "consist")
                            + " of them. Documents that share only frames are not similar");
        }
        if (rule.isPresent()) {
            reportTemplates(result);
        }
        if (superShingles > 0) {
            reportSuperShingles(result);
        }
    }

    private void reportSuperShingles(SimilarityResult<?> result) {
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
    private void reportTemplates(SimilarityResult<?> result) throws IOException {
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
        if (templates.isPresent()) {
            templates.get().writeText(out -> write(out, result.templates()));
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
}
