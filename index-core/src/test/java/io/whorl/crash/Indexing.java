package io.whorl.crash;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds that perform the same operations each time. */
final class Indexing {
    static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    /** One thread, so that the n-th operation is the same in each run. */
    private static final BuildOptions OPTIONS =
            BuildOptions.DEFAULT.replace(true).threads(1).memory(16 << 20);

    private Indexing() {}

    static void build(Path index, Map<String, byte[]> documents) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, OPTIONS)) {
            for (Map.Entry<String, byte[]> d : documents.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
        }
    }

    /** Begins a build and closes it unfinished. */
    static void giveUp(Path index) throws IOException {
        IndexBuilder.create(index, SCHEME, OPTIONS).close();
    }

    static Set<String> names(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            return files.map(f -> f.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The names in the directory of an index in order, segments without their numbers. */
    static List<String> files(Path index) throws IOException {
        return names(index).stream()
                .map(n -> n.replaceAll("segment-\\d+", "segment-N"))
                .toList();
    }
}
