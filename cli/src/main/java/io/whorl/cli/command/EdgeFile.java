package io.whorl.cli.command;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.option.Usage;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Edge;
import io.whorl.cluster.Member;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** Writes the pairs between documents of clusters for other programs: as CSV (RFC 4180) or as GraphML. */
final class EdgeFile {
    private static final String CSV = ".csv";
    private static final String GRAPHML = ".graphml";

    private final ResultFile file;
    private final boolean csv;

    private EdgeFile(ResultFile file, boolean csv) {
        this.file = file;
        this.csv = csv;
    }

    /**
     * Checks the name of the file, and that it can be written, before the work begins.
     *
     * @throws FailedException if it cannot be written
     */
    static EdgeFile at(Path path, Usage usage) throws FailedException {
        String name = path.toString();
        if (!name.endsWith(CSV) && !name.endsWith(GRAPHML)) {
            throw usage.error("--edges is " + name + "; it must end in " + CSV + " or " + GRAPHML);
        }
        return new EdgeFile(ResultFile.at(path), name.endsWith(CSV));
    }

    void write(Clusters clusters) throws IOException {
        file.write(bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
            if (csv) {
                csv(clusters, out);
            } else {
                graphml(clusters, out);
            }
            out.flush();
        });
    }

    private static void csv(Clusters clusters, Writer out) throws IOException {
        List<Column> columns = List.of(
                Column.text("a"),
                Column.text("b"),
                Column.number("score"),
                Column.number("clusterA"),
                Column.number("clusterB"));
        try (Records records = Records.of(Format.CSV, out, columns)) {
            for (Iterator<Edge> edges = clusters.edges(); edges.hasNext(); ) {
                Edge edge = edges.next();
                records.add(
                        Value.text(edge.a()),
                        Value.text(edge.b()),
                        Value.ratio(edge.score()),
                        number(edge.clusterA()),
                        number(edge.clusterB()));
            }
        }
    }

    private static Value number(long cluster) {
        return cluster == 0 ? Value.absent() : Value.count(cluster);
    }

    private static void graphml(Clusters clusters, Writer out) throws IOException {
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                + "  <key id=\"cluster\" for=\"node\" attr.name=\"cluster\" attr.type=\"long\"/>\n"
                + "  <key id=\"score\" for=\"edge\" attr.name=\"score\" attr.type=\"double\"/>\n"
                + "  <graph edgedefault=\"undirected\">\n");
        for (Iterator<Cluster> all = clusters.all(); all.hasNext(); ) {
            Cluster cluster = all.next();
            for (Member member : cluster) {
                out.write("    <node id=\"" + Escapes.xml(member.id()) + "\"><data key=\"cluster\">" + cluster.number()
                        + "</data></node>\n");
            }
        }
        for (Iterator<Edge> edges = clusters.edges(); edges.hasNext(); ) {
            Edge edge = edges.next();
            // Only members of clusters are nodes.
            if (edge.clusterA() != 0 && edge.clusterB() != 0) {
                out.write("    <edge source=\"" + Escapes.xml(edge.a()) + "\" target=\"" + Escapes.xml(edge.b())
                        + "\"><data key=\"score\">" + edge.score() + "</data></edge>\n");
            }
        }
        out.write("  </graph>\n</graphml>\n");
    }
}
