package io.whorl.cluster;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collections for tests of clusters, and indexes of them. */
final class ClusterIndexes {
    private ClusterIndexes() {}

    /** Random documents that share passages, some of them equal. */
    static SortedMap<String, byte[]> corpus(long seed) {
        Random random = new Random(seed);
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(seed, 2 + random.nextInt(50), 260).values());
        SortedMap<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < texts.size(); i++) {
            int text = random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i;
            corpus.put(String.format("d%03d", i), texts.get(text));
        }
        return corpus;
    }

    static void build(Path index, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            builder.finish();
        }
    }
}
