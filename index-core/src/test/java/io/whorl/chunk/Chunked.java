package io.whorl.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of a {@link Chunker} for a document. Each list has an entry per chunk, or is empty if the data was not
 * requested.
 */
record Chunked(List<Long> minutiae, List<String> firstWords, List<String> places, long units) {
    /** Passes the words in blocks of the given sizes, repeated. A size of 0 gives an empty block. */
    static Chunked run(Chunker chunker, ChunkNeeds needs, Words words, List<Integer> blockSizes) {
        Chunked all = new Chunked(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0);
        WordBlock block = new WordBlock();
        ChunkBlock out = new ChunkBlock();
        chunker.start();
        int at = 0;
        for (int i = 0; at < words.size(); i++) {
            // If all sizes are 0, one round of empty blocks is enough.
            int size = blockSizes.isEmpty() ? words.size() : blockSizes.get(i % blockSizes.size());
            int to = Math.min(words.size(), at + (i > words.size() ? size + 1 : size));
            words.fill(block, at, to);
            chunker.accept(block, out);
            all.take(out, needs);
            at = to;
        }
        chunker.finish(out);
        all.take(out, needs);
        return new Chunked(all.minutiae, all.firstWords, all.places, chunker.units());
    }

    private void take(ChunkBlock out, ChunkNeeds needs) {
        assertEquals(minutiae.size(), out.first);
        for (int k = 0; k < out.count; k++) {
            minutiae.add(out.minutia[k]);
            if (needs == ChunkNeeds.FIRST_WORD) {
                int from = out.firstWordStart(k);
                int size = out.firstWordEnd[k] - from;
                firstWords.add(new String(out.firstWord, from, size, StandardCharsets.UTF_8));
                assertEquals(' ', out.firstWord[out.firstWordEnd[k]]);
            }
            if (needs == ChunkNeeds.STRUCTURE) {
                places.add(out.wordInSentence[k] + "/" + out.sentence[k] + "/" + out.wordInParagraph[k]);
            }
        }
    }
}
