package io.whorl.cli.dedup;

import io.whorl.cluster.Clusters;
import io.whorl.cluster.Survivors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The figures of a decision as the fields of a step. */
final class FigureFields {
    private static final List<String> NAMES = List.of(
            "documents",
            "dropped",
            "clusters",
            "equal",
            "withoutMinutiae",
            "words",
            "droppedWords",
            "withoutKey",
            "unknownKeys",
            "ignoredMinutiae",
            "ignoredLists",
            "ignoredPostings",
            "mostlyIgnored",
            "ignoredSuperShingles",
            "droppedBytes");

    private static final String REPEATED_IDS = "repeatedIds";
    private static final String REPEATED_ID = "repeatedId";

    private FigureFields() {}

    static Map<String, String> of(Survivors.Figures figures, long droppedBytes, RepeatedIds repeated) {
        long[] values = {
            figures.documents(),
            figures.dropped(),
            figures.clusters(),
            figures.equal(),
            figures.withoutMinutiae(),
            figures.words(),
            figures.droppedWords(),
            figures.withoutKey(),
            figures.unknownKeys(),
            figures.ignored().minutiae(),
            figures.ignored().lists(),
            figures.ignored().postings(),
            figures.ignored().documents(),
            figures.ignored().superShingles(),
            droppedBytes
        };
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            fields.put(NAMES.get(i), Long.toString(values[i]));
        }
        fields.put(REPEATED_IDS, Long.toString(repeated.count()));
        repeated.example().ifPresent(id -> fields.put(REPEATED_ID, id));
        return fields;
    }

    static long droppedBytes(Map<String, String> fields) {
        return Long.parseLong(fields.get("droppedBytes"));
    }

    static RepeatedIds repeatedIds(Map<String, String> fields) {
        return new RepeatedIds(Long.parseLong(fields.get(REPEATED_IDS)), Optional.ofNullable(fields.get(REPEATED_ID)));
    }

    static Survivors.Figures figures(Map<String, String> fields) {
        long[] v = NAMES.stream()
                .mapToLong(name -> Long.parseLong(fields.get(name)))
                .toArray();
        Clusters.Ignored ignored = new Clusters.Ignored(v[9], v[10], v[11], v[12], v[13]);
        return new Survivors.Figures(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], ignored);
    }
}
