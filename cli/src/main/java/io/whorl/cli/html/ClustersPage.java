package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.output.Escapes;
import io.whorl.cluster.Clusters;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Clusters as one HTML file. Clusters are written one by one, so the memory does not depend on their number. Used once.
 */
public final class ClustersPage {
    private static final HtmlPage PAGE = new HtmlPage(
            "Clusters",
            "clusters.html",
            List.of("page.css", "clusters.css"),
            List.of(
                    "page/base.js",
                    "clusters/data.js",
                    "page/words.js",
                    "page/pane.js",
                    "clusters/rows.js",
                    "clusters/list.js",
                    "clusters/histogram.js",
                    "page/pair.js",
                    "page/minimap.js",
                    "page/layout.js",
                    "page/graph.js",
                    "page/views.js",
                    "clusters/timeline.js",
                    "clusters/cluster.js",
                    "clusters/main.js"));

    private final Clusters clusters;
    private final ClustersPageOptions options;
    private final TextSource texts;
    private final DocumentDates dates;
    private final List<String> notes = new ArrayList<>();

    /**
     * @param texts the texts of documents; {@link TextSource#NONE} if there are none
     * @param dates the dates of documents; {@link DocumentDates#NONE} if there are none
     * @param notes what a reader of the page should know, in sentences
     */
    public ClustersPage(
            Clusters clusters, ClustersPageOptions options, TextSource texts, DocumentDates dates, List<String> notes) {
        this.clusters = clusters;
        this.options = options;
        this.texts = texts;
        this.dates = dates;
        this.notes.addAll(notes);
    }

    /** Writes the page. Equal clusters, texts and dates have equal bytes, with any number of threads. */
    public void write(OutputStream out) throws IOException {
        PAGE.write(out, this::writeData);
    }

    /** Returns what the page leaves out, in sentences, after it is written. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private void writeData(DataBlocks blocks) throws IOException {
        PageLimits limits = PageLimits.of(clusters, options.clusters());
        notes.addAll(limits.notes(clusters));
        ScoreBins bins = ScoreBins.of(clusters, options.highest());
        ClusterList.write(clusters, limits, dates, blocks);
        ClusterTexts samples = new ClusterTexts(options, limits, texts);
        if (options.samples() > 0) {
            samples.write(clusters, blocks);
            notes.addAll(samples.notes());
        }
        boolean dated = new ClusterMembers(options, limits, dates, bins).write(clusters, blocks);
        blocks.writeJson("data", json -> {
            json.writeStartObject();
            writeSummary(json, limits);
            json.writeBooleanField("dated", dated);
            json.writeNumberField("textClusters", samples.clusters());
            bins.write(json);
            json.writeArrayFieldStart("notes");
            for (String note : notes) {
                json.writeString(Escapes.visible(note));
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void writeSummary(JsonGenerator json, PageLimits limits) throws IOException {
        json.writeStringField("measure", options.measure());
        json.writeNumberField("minScore", options.minScore());
        json.writeBooleanField("bounded", options.highest() < Double.MAX_VALUE);
        json.writeBooleanField("components", options.components());
        json.writeNumberField("documents", clusters.documents());
        json.writeNumberField("clustered", clusters.clustered());
        json.writeNumberField("total", clusters.clusters());
        json.writeNumberField("clusters", limits.clusters());
    }

    /** Returns a sentence for a page without texts. */
    public static String withoutTexts() {
        return "the index stores no texts, so the page shows none; build the index with --store-text, or name its"
                + " sources with --texts SOURCE";
    }
}
