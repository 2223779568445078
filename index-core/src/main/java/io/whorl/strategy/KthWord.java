package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;

/** Selects the chunks that begin at the k-th word, from 1, of a sentence or paragraph (HZ 5; k = 5 and 15 in HZ 7). */
final class KthWord implements Selector {
    static final SelectionProvider IN_SENTENCE = provider("kth-in-sentence", 5, false);
    static final SelectionProvider IN_PARAGRAPH = provider("kth-in-paragraph", 15, true);

    private final int k;
    private final boolean paragraphs;

    private KthWord(int k, boolean paragraphs) {
        this.k = k;
        this.paragraphs = paragraphs;
    }

    private static SelectionProvider provider(String name, int otherwise, boolean paragraphs) {
        return new BuiltInProvider(name, List.of("k"), (parameters, chunking, order) -> {
            ChunkRules.requireWords(name, chunking);
            int k = parameters.integer("k", otherwise, 1, Defaults.MOST);
            return new BuiltInStrategy(
                    parameters.selection(), ChunkNeeds.STRUCTURE, false, () -> new KthWord(k, paragraphs));
        });
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        int[] word = paragraphs ? chunks.wordInParagraph : chunks.wordInSentence;
        for (int i = 0; i < chunks.count; i++) {
            if (word[i] == k) {
                out.add(chunks.minutia[i], chunks.first + i);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
