package io.whorl.cli.command;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.html.ClustersPage.DatesById;
import io.whorl.cli.input.Lookahead;
import io.whorl.cli.option.Usage;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Clusters.Edge;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/** Writes the pairs between documents of clusters for other programs: as CSV (RFC 4180) or as GraphML. */
record EdgeFile(ResultFile file, boolean csv) {
    private static final String CSV = ".csv";
    private static final String GRAPHML = ".graphml";

    /**
     * Checks the name of the file, and that it can be written, before the work begins.
     *
     * @throws FailedException if it cannot be written
     */
    static EdgeFile at(Path path, Usage usage) throws FailedException {
        String name = path.toString();
        usage.refuse(
                !name.endsWith(CSV) && !name.endsWith(GRAPHML),
                "--edges is " + name + "; it must end in " + CSV + " or " + GRAPHML);
        return new EdgeFile(ResultFile.at(path), name.endsWith(CSV));
    }

    /** @param dates if there are any, they are written, and pairs of GraphML lead from the older document */
    void write(Clusters clusters, DatesById dates) throws IOException {
        file.writeText(out -> {
            if (csv) {
                csv(clusters, dates, out);
            } else {
                graphml(clusters, dates, out);
            }
        });
    }

    private static void csv(Clusters clusters, DatesById dates, Writer out) throws IOException {
        Table<Edge> table = new Table<Edge>()
                .text("a", Edge::a)
                .text("b", Edge::b)
                .number("score", e -> Value.ratio(e.score()))
                .number("clusterA", e -> number(e.clusterA()))
                .number("clusterB", e -> number(e.clusterB()))
                .when(dates != DatesById.NONE, t -> t.optionalText(
                                "dateA", e -> dates.of(e.a()).map(Instant::toString))
                        .optionalText("dateB", e -> dates.of(e.b()).map(Instant::toString)));
        try (Table.Rows<Edge> rows = table.open(Format.CSV, out)) {
            for (Iterator<Edge> edges = edges(clusters); edges.hasNext(); ) {
                rows.add(edges.next());
            }
        }
    }

    /** All pairs, then a pair for each copy, so that the graph connects copies too. */
    private static Iterator<Edge> edges(Clusters clusters) {
        Iterator<Edge> pairs = clusters.edges();
        Iterator<Edge> copies = clusters.copies();
        return new Lookahead<>(() -> Optional.of(pairs.hasNext() ? pairs : copies)
                .filter(Iterator::hasNext)
                .map(Iterator::next));
    }

    private static Value number(long cluster) {
        return cluster == 0 ? Value.absent() : Value.count(cluster);
    }

    private static void graphml(Clusters clusters, DatesById dates, Writer out) throws IOException {
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                + "  <key id=\"cluster\" for=\"node\" attr.name=\"cluster\" attr.type=\"long\"/>\n"
                + (dates == DatesById.NONE
                        ? ""
                        : "  <key id=\"date\" for=\"node\" attr.name=\"date\" attr.type=\"string\"/>\n")
                + "  <key id=\"score\" for=\"edge\" attr.name=\"score\" attr.type=\"double\"/>\n"
                + "  <graph edgedefault=\"undirected\">\n");
        for (Iterator<Cluster> all = clusters.all(); all.hasNext(); ) {
            Cluster cluster = all.next();
            for (Member member : cluster) {
                Optional<Instant> date = dates.of(member.id());
                out.write("    <node id=\"" + Escapes.xml(member.id()) + "\"><data key=\"cluster\">" + cluster.number()
                        + "</data>" + (date.isEmpty() ? "" : "<data key=\"date\">" + date.get() + "</data>")
                        + "</node>\n");
            }
        }
        for (Iterator<Edge> edges = edges(clusters); edges.hasNext(); ) {
            Edge edge = edges.next();
            // Only members of clusters are nodes.
            if (edge.clusterA() != 0 && edge.clusterB() != 0) {
                int order = order(dates.of(edge.a()), dates.of(edge.b()));
                String source = order > 0 ? edge.b() : edge.a();
                String target = order > 0 ? edge.a() : edge.b();
                out.write("    <edge source=\"" + Escapes.xml(source) + "\" target=\"" + Escapes.xml(target)
                        + (order == 0 ? "\"" : "\" directed=\"true\"") + "><data key=\"score\">" + edge.score()
                        + "</data></edge>\n");
            }
        }
        out.write("  </graph>\n</graphml>\n");
    }

    /** Returns less than 0 if A is older, more than 0 if B is older, and 0 if that is unknown. */
    private static int order(Optional<Instant> a, Optional<Instant> b) {
        return a.isEmpty() || b.isEmpty() ? 0 : a.get().compareTo(b.get());
    }
}
