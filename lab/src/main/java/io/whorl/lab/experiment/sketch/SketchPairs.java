package io.whorl.lab.experiment.sketch;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.query.Pair;
import io.whorl.query.PairsOptions;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Draws pairs of documents with a resemblance above chance. */
final class SketchPairs {
    /** The minimum resemblance. There are so many pairs below it that hardly any others would be drawn. */
    static final double LEAST = 0.05;

    private SketchPairs() {}

    /**
     * @param exact a scheme that keeps every shingle
     * @param most the maximum number of pairs
     */
    static List<Pair> draw(Texts texts, Scheme exact, int most, long seed, int threads) throws IOException {
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            Path index = scratch.resolve("index");
            try (IndexBuilder builder = IndexBuilder.create(
                    index, exact, BuildOptions.builder().threads(threads).build())) {
                texts.forEach(builder::add);
                builder.finish();
            }
            try (Snapshot snapshot = Snapshot.open(index)) {
                List<Pair> pairs = new ArrayList<>(snapshot.pairs(PairsOptions.builder()
                                .minScore(LEAST)
                                .maxDf(QueryOptions.NO_LIMIT)
                                .threads(threads)
                                .expanded(true)
                                .build())
                        .toList());
                pairs.sort(Comparator.comparing(Pair::a).thenComparing(Pair::b));
                Collections.shuffle(pairs, new Random(seed));
                return List.copyOf(pairs.subList(0, Math.min(most, pairs.size())));
            }
        } finally {
            Folders.delete(scratch);
        }
    }
}
