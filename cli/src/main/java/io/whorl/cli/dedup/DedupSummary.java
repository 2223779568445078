package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ComparisonOptions.ScoreRange;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Snippet;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.report.BuildSummary.BuildFigures;
import io.whorl.cli.report.SummaryFile;
import io.whorl.cluster.Survivors;
import io.whorl.cluster.Survivors.Dropped;
import io.whorl.corpus.format.Skipped;
import io.whorl.measure.Measure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What was dropped, in figures and samples: the largest clusters, and of each the documents that scored lowest. */
public final class DedupSummary {
    private static final int CLUSTERS = 5;
    private static final int SAMPLES = 3;
    private static final int SNIPPET = 60;
    private static final double HUNDRED = 100;

    /**
     * A document of a cluster.
     *
     * @param beginning gives the beginning of its text, or nothing; called late and for few
     */
    public record Shown(String id, Supplier<String> beginning) {}

    private record Sample(Shown document, double score) {}

    private static final class Largest {
        private final Shown keep;
        private final List<Sample> lowest = new ArrayList<>();
        private long dropped;

        private Largest(Shown keep) {
            this.keep = keep;
        }
    }

    private final List<Largest> largest = new ArrayList<>();
    private long lastCluster;
    private long bytes;
    private long droppedBytes;
    private Map<Skipped.Reason, Long> skipped = Map.of();
    private RepeatedIds repeated = RepeatedIds.NONE;

    /** Adds a dropped document; those of one cluster one after another, the largest cluster first. */
    public void add(long cluster, Shown drop, Shown keep, double score) {
        if (cluster != lastCluster) {
            lastCluster = cluster;
            if (largest.size() < CLUSTERS) {
                largest.add(new Largest(keep));
            }
        }
        if (cluster <= largest.size()) {
            Largest of = largest.get((int) cluster - 1);
            of.dropped++;
            of.lowest.add(new Sample(drop, score));
            // Stable, so of equal scores the first documents stay.
            of.lowest.sort(Comparator.comparingDouble(Sample::score));
            if (of.lowest.size() > SAMPLES) {
                of.lowest.remove(SAMPLES);
            }
        }
    }

    /**
     * Sets what is known of sources.
     *
     * @param all the bytes of all texts
     * @param skippedOf the number of documents that were not read, for each reason
     */
    void sources(long all, long dropped, Map<Skipped.Reason, Long> skippedOf, RepeatedIds repeatedOf) {
        bytes = all;
        droppedBytes = dropped;
        skipped = skippedOf;
        repeated = repeatedOf;
    }

    /**
     * Prints notes, and writes a file.
     *
     * @param read the documents of the sources or of the index; those that are not in the figures are kept too
     * @param file the file of {@code --summary}
     */
    public void print(Survivors.Figures figures, long read, Console console, Optional<SummaryFile> file)
            throws IOException {
        long dropped = figures.dropped();
        String share = bytes > 0
                ? percent(droppedBytes, bytes) + " of the bytes"
                : percent(figures.droppedWords(), figures.words()) + " of the words";
        console.note("kept " + Amount.of(read - dropped, "document") + " and dropped "
                + Amount.of(dropped, "document") + " (" + percent(dropped, read) + ", " + share + ") for "
                + Amount.of(figures.clusters(), "survivor"));
        if (figures.equal() > 0) {
            console.note(Amount.of(figures.equal(), "dropped document has", "dropped documents have")
                    + " the same fingerprint as the survivor");
        }
        long empty = figures.withoutMinutiae();
        if (empty > 0) {
            console.note(Amount.of(empty, "document is", "documents are")
                    + " kept without a comparison, for want of minutiae");
        }
        if (repeated.count() > 0) {
            console.warn("warning: " + Amount.of(repeated.count(), "document has", "documents have")
                    + " an id that an earlier document has, such as " + repeated.example()
                    + "; each document is judged on its own");
        }
        if (!largest.isEmpty()) {
            console.note("the largest clusters, each with the lowest scores:");
        }
        for (Largest of : largest) {
            console.note("  " + Amount.of(of.dropped, "document") + " dropped for " + line(of.keep));
            for (Sample sample : of.lowest) {
                console.note(String.format(Locale.ROOT, "    %.4f  ", sample.score) + line(sample.document));
            }
        }
        if (file.isPresent()) {
            file.get().write(all(figures, read), bytes);
        }
    }

    private static String line(Shown document) {
        byte[] text = document.beginning().get().getBytes(StandardCharsets.UTF_8);
        return document.id() + (text.length == 0 ? "" : "  " + Snippet.quoted(text, 0, text.length, SNIPPET));
    }

    static String percent(long part, long all) {
        return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0 : HUNDRED * part / all);
    }

    private Figures all(Survivors.Figures figures, long read) throws IOException {
        Figures all = new Figures()
                .count("documents", read)
                .count("kept", read - figures.dropped())
                .count("dropped", figures.dropped())
                .count("clusters", figures.clusters())
                .count("equalFingerprints", figures.equal())
                .count("withoutMinutiae", figures.withoutMinutiae())
                .count("words", figures.words())
                .count("droppedWords", figures.droppedWords());
        if (bytes > 0) {
            all.count("bytes", bytes).count("droppedBytes", droppedBytes).count("repeatedIds", repeated.count());
            BuildFigures.skipped(skipped, all);
        }
        return all.count("ignoredMinutiae", figures.ignored().minutiae())
                .count("ignoredPostings", figures.ignored().postings())
                .json("largest", largestJson());
    }

    private String largestJson() throws IOException {
        record Row(int cluster, Largest of, Sample sample) {}

        List<Row> rows = new ArrayList<>();
        for (int c = 0; c < largest.size(); c++) {
            for (Sample sample : largest.get(c).lowest) {
                rows.add(new Row(c + 1, largest.get(c), sample));
            }
        }
        return new Table<Row>()
                .count("cluster", Row::cluster)
                .count("dropped", r -> r.of().dropped)
                .text("keep", r -> r.of().keep.id())
                .text("keepText", r -> r.of().keep.beginning().get())
                .text("drop", r -> r.sample().document.id())
                .number("score", r -> Value.ratio(r.sample().score))
                .text("dropText", r -> r.sample().document.beginning().get())
                .json(rows);
    }

    /** Opens the result: a record for each dropped document. A table names the measure in its first line. */
    public static Table.Rows<Dropped> open(Console console, Measure measure) throws IOException {
        return console.open(new Table<Dropped>()
                .text("drop", Dropped::drop)
                .text("keep", Dropped::keep)
                .count("cluster", Dropped::cluster)
                .column(ScoreRange.named(measure), d -> ScoreRange.value(measure, d.score()))
                .when(console.format() != Format.TABLE, t -> t.text("measure", d -> measure.label())));
    }
}
