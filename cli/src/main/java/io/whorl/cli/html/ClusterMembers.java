package io.whorl.cli.html;

import static io.whorl.cli.html.ClusterList.rounded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.output.Escapes;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Edge;
import io.whorl.cluster.Member;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the members and pairs of clusters. A block has as many clusters as a reader can wait for. */
final class ClusterMembers {
    /** Members and pairs of a block, about. A larger cluster has a block of its own. */
    private static final long ENTRIES = 4_000;

    private final ClustersPageOptions options;
    private final PageLimits limits;
    private final DocumentDates dates;
    private final ScoreBins bins;
    private boolean dated;

    ClusterMembers(ClustersPageOptions options, PageLimits limits, DocumentDates dates, ScoreBins bins) {
        this.options = options;
        this.limits = limits;
        this.dates = dates;
        this.bins = bins;
    }

    /** Returns true if a member has a date. */
    boolean write(Clusters clusters, DataBlocks blocks) throws IOException {
        Iterator<Cluster> all = clusters.all();
        for (long[] n = {0}; n[0] < limits.clusters(); ) {
            blocks.writeJson("clusters-" + (n[0] + 1), json -> {
                json.writeStartArray();
                for (long entries = 0; entries < ENTRIES && n[0] < limits.clusters(); n[0]++) {
                    entries += write(json, all.next());
                }
                json.writeEndArray();
            });
        }
        return dated;
    }

    /** Returns the number of members and pairs. */
    private long write(JsonGenerator json, Cluster cluster) throws IOException {
        List<Member> listed = new ArrayList<>();
        long members = 0;
        for (Member member : cluster) {
            if (members > 0) {
                bins.addMember(member.score());
            }
            if (members++ < limits.members()) {
                listed.add(member);
            }
        }
        Map<String, Integer> places = new HashMap<>();
        for (Member member : listed) {
            places.put(member.id(), places.size());
        }
        json.writeStartObject();
        json.writeArrayFieldStart("ids");
        for (Member member : listed) {
            json.writeString(Escapes.visible(member.id()));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("scores");
        for (Member member : listed) {
            json.writeNumber(rounded(member.score()));
        }
        json.writeEndArray();
        if (options.components()) {
            json.writeArrayFieldStart("to");
            for (Member member : listed) {
                json.writeNumber(places.getOrDefault(member.to(), -1));
            }
            json.writeEndArray();
        }
        if (dates != DocumentDates.NONE) {
            writeDates(json, listed);
        }
        long edges = writeEdges(json, cluster, places);
        json.writeEndObject();
        return listed.size() + edges;
    }

    private void writeDates(JsonGenerator json, List<Member> listed) throws IOException {
        json.writeArrayFieldStart("dates");
        for (Member member : listed) {
            Optional<Instant> date = dates.of(member.id());
            if (date.isPresent()) {
                dated = true;
                json.writeNumber(date.get().toEpochMilli());
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    /** Writes the best pairs of listed members: two places and a score for each. */
    private long writeEdges(JsonGenerator json, Cluster cluster, Map<String, Integer> places) throws IOException {
        long read = 0;
        Iterator<Edge> edges = cluster.edges();
        json.writeArrayFieldStart("edges");
        for (; edges.hasNext() && read < limits.edges(); read++) {
            Edge edge = edges.next();
            Integer a = places.get(edge.a());
            Integer b = places.get(edge.b());
            if (a != null && b != null) {
                json.writeNumber(a);
                json.writeNumber(b);
                json.writeNumber(rounded(edge.score()));
            }
        }
        json.writeEndArray();
        if (edges.hasNext()) {
            json.writeBooleanField("moreEdges", true);
        }
        return read;
    }
}
