package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.output.Escapes;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Member;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/** Writes the list of clusters of a page: a row of figures for each, in blocks of many rows. */
final class ClusterList {
    private static final int ROWS = 10_000;

    private ClusterList() {}

    static void write(Clusters clusters, PageLimits limits, DocumentDates dates, DataBlocks blocks) throws IOException {
        Iterator<Cluster> all = clusters.all();
        for (long first = 0; first < limits.clusters(); first += ROWS) {
            long end = Math.min(limits.clusters(), first + ROWS);
            long from = first;
            blocks.writeJson("list-" + first / ROWS, json -> {
                json.writeStartArray();
                for (long n = from; n < end; n++) {
                    writeRow(json, all.next(), dates);
                }
                json.writeEndArray();
            });
        }
    }

    private static void writeRow(JsonGenerator json, Cluster cluster, DocumentDates dates) throws IOException {
        json.writeStartArray();
        json.writeNumber(cluster.size());
        json.writeNumber(rounded(cluster.leastScore()));
        json.writeNumber(rounded(cluster.leastPair()));
        json.writeNumber(cluster.chained());
        json.writeString(Escapes.visible(cluster.representative()));
        if (dates != DocumentDates.NONE) {
            writeDates(json, cluster, dates);
        }
        json.writeEndArray();
    }

    /** Writes the first and the last date of the members, if one has a date. */
    private static void writeDates(JsonGenerator json, Cluster cluster, DocumentDates dates) throws IOException {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Member member : cluster) {
            Optional<Instant> date = dates.of(member.id());
            if (date.isPresent()) {
                first = Math.min(first, date.get().toEpochMilli());
                last = Math.max(last, date.get().toEpochMilli());
            }
        }
        if (first <= last) {
            json.writeNumber(first);
            json.writeNumber(last);
        }
    }

    /** Returns a score with four decimals, as tables show it. */
    static double rounded(double score) {
        return Math.round(score * 1e4) / 1e4;
    }
}
