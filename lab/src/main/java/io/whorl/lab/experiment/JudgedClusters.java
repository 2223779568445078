package io.whorl.lab.experiment;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.FigureTable;
import io.whorl.lab.report.Figures;
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

    private record Line(String cluster, String id, Double score) {}

    private void readClusters(Path lines) throws IOException {
        ObjectReader reader =
                new JsonMapper().readerFor(Line.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        try (MappingIterator<Line> all = reader.readValues(lines.toFile())) {
            while (all.hasNextValue()) {
                Line line = all.nextValue();
                String group = groups.get(line.id);
                if (line.cluster == null || group == null || line.score == null) {
                    throw new LabException(lines
                            + " has a record without cluster, score and the id of a document with a group: " + line);
                }
                Cluster cluster = clusters.computeIfAbsent(line.cluster, any -> new Cluster());
                cluster.size++;
                cluster.identical &= line.score == 1;
                cluster.groups.add(group);
                clusterOf.put(line.id, line.cluster);
            }
        }
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
