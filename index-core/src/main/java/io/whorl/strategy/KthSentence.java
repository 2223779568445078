package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;

/** Selects the chunks that begin the sentences k, 2k, 3k … (HZ 5; k = 5 in HZ 7). */
final class KthSentence implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("kth-sentence", List.of("k"), (parameters, chunking, order) -> {
                ChunkRules.requireWords("kth-sentence", chunking);
                int k = parameters.integer("k", 5, 1, Defaults.MOST);
                return new BuiltInStrategy(
                        parameters.selection(), ChunkNeeds.STRUCTURE, false, () -> new KthSentence(k));
            });

    private final int k;

    private KthSentence(int k) {
        this.k = k;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            if (chunks.wordInSentence[i] == 1 && chunks.sentence[i] % k == 0) {
                out.add(chunks.minutia[i], chunks.first + i);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
