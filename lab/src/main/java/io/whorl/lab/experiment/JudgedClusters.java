package io.whorl.lab.experiment;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.FigureTable;
import io.whorl.lab.report.Figures;
import io.whorl.lab.run.LabException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Judges the JSON lines that the command {@code clusters} has written, and gives the figures of BGMZ 7 for them. */
public final class JudgedClusters {
    private final Map<String, String> groups = new HashMap<>();
    private final Map<String, String> clusterOf = new HashMap<>();
    private final Map<String, Cluster> clusters = new HashMap<>();

    /** The documents of a cluster, and whether all of them equal the representative. */
    private static final class Cluster {
        private int size;
        private boolean identical = true;
        private final Set<String> groups = new HashSet<>();
    }

    /**
     * Reads both files.
     *
     * @param lines JSON lines with the fields cluster, id and score
     * @param truth lines of a document and its group, separated by a tab, after a header with {@code file} and
     *     {@code group}; more columns are ignored
     * @throws LabException if a line has no such fields, or names a document without a group
     */
    public static JudgedClusters read(Path lines, Path truth) throws IOException {
        JudgedClusters judged = new JudgedClusters();
        judged.readGroups(truth);
        judged.readClusters(lines);
        return judged;
    }

    private void readGroups(Path truth) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(truth)) {
            String header = in.readLine();
            List<String> columns = header == null ? List.of() : Arrays.asList(header.split("\t"));
            int file = columns.indexOf("file");
            int group = columns.indexOf("group");
            if (file < 0 || group < 0) {
                throw new LabException(truth + " must have a header with the columns file and group");
            }
            // Few distinct names of groups are kept.
            Map<String, String> names = new HashMap<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] cells = line.split("\t");
                if (cells.length <= Math.max(file, group)) {
                    throw new LabException(truth + " has a line without a file and a group: " + line);
                }
                groups.put(cells[file], names.computeIfAbsent(cells[group], name -> name));
            }
        }
    }

    private void readClusters(Path lines) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(lines);
                JsonParser json = new JsonFactory().createParser(in)) {
            while (json.nextToken() == JsonToken.START_OBJECT) {
                String cluster = "";
                String id = "";
                double score = Double.NaN;
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    switch (name) {
                        case "cluster" -> cluster = json.getText();
                        case "id" -> id = json.getText();
                        case "score" -> score = json.getDoubleValue();
                        default -> json.skipChildren();
                    }
                }
                add(cluster, id, score, lines);
            }
        }
    }

    private void add(String name, String id, double score, Path lines) {
        String group = groups.get(id);
        if (name.isEmpty() || group == null || Double.isNaN(score)) {
            throw new LabException(
                    lines + " has a record without cluster, score and the id of a document with a group: " + "cluster '"
                            + name + "', id '" + id + "'");
        }
        Cluster cluster = clusters.computeIfAbsent(name, any -> new Cluster());
        cluster.size++;
        cluster.identical &= score == 1;
        cluster.groups.add(group);
        clusterOf.put(id, name);
    }

    public ClusterQuality quality() {
        return ClusterQuality.of(clusterOf, groups);
    }

    public FigureTable table() {
        Map<String, Integer> sizes = new HashMap<>();
        groups.values().forEach(group -> sizes.merge(group, 1, Integer::sum));
        long pure = clusters.values().stream().filter(c -> c.groups.size() == 1).count();
        long whole = clusters.values().stream()
                .filter(c -> c.groups.size() == 1
                        && c.size == sizes.get(c.groups.iterator().next()))
                .count();
        long related = sizes.values().stream().filter(size -> size > 1).count();
        long clustered = clusterOf.size();
        long identical = clusters.values().stream().filter(c -> c.identical).count();
        long inIdentical = clusters.values().stream()
                .filter(c -> c.identical)
                .mapToLong(c -> c.size)
                .sum();
        long twos = clusters.values().stream().filter(c -> c.size == 2).count();
        ClusterQuality quality = quality();
        List<Row> rows = List.of(
                new Row("documents", groups.size(), groups.size()),
                new Row("clusters", clusters.size(), clusters.size()),
                new Row("documents in clusters", clustered, groups.size()),
                new Row("clusters of equal fingerprints only", identical, clusters.size()),
                new Row("documents in these", inIdentical, clustered),
                new Row("clusters of two documents", twos, clusters.size()),
                new Row("documents in these", 2 * twos, clustered),
                new Row("documents of the largest cluster", quality.largest(), clustered),
                new Row("clusters of one group only", pure, clusters.size()),
                new Row("groups of two or more documents", related, related),
                new Row("groups that are exactly a cluster", whole, related),
                new Row("pairs of documents in one cluster", quality.joined(), quality.joined()),
                new Row("of these, of different groups", quality.wrong(), quality.joined()));
        return new Columns<Row>()
                .add("figure", Row::figure)
                .add("number", Row::number)
                .add("share", row -> Figures.share(row.number, row.of, 4))
                .table(
                        "judged-clusters",
                        "Clusters of a file",
                        rows,
                        String.format(
                                Locale.ROOT,
                                "B-cubed precision %.4f, recall %.4f, F1 %.4f; adjusted Rand %.4f.",
                                quality.precision(),
                                quality.recall(),
                                quality.f1(),
                                quality.adjustedRand()));
    }

    private record Row(String figure, long number, long of) {}
}
