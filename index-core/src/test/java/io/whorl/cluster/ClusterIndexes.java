package io.whorl.cluster;

import io.whorl.RandomCorpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collections for tests of clusters. */
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
}
