package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The chunks of a document, and how they are split into blocks.
 *
 * @param cuts the sizes of the blocks, repeated; 0 gives an empty block
 */
record ChunkStream(List<Chunk> chunks, List<Integer> cuts, int bits) {
    /**
     * Passes the stream to a selector, as a fingerprinter does. Returns the selected positions, whose minutiae are
     * checked.
     */
    List<Integer> select(Selector selector, long words) {
        SelectedChunks out = new SelectedChunks(true);
        selector.start();
        int at = 0;
        boolean wanted = true;
        for (int cut = 0; at < chunks.size() && wanted; cut++) {
            int to = Math.min(chunks.size(), at + cuts.get(cut % cuts.size()));
            wanted = selector.accept(block(at, to), out);
            at = to;
        }
        selector.finish(words, chunks.size(), out);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < out.size(); i++) {
            int place = (int) out.chunk(i);
            if (chunks.get(place).minutia() != out.minutia(i)) {
                throw new AssertionError("place " + place + " has another minutia than " + out.minutia(i));
            }
            places.add(place);
        }
        return places;
    }

    List<Integer> select(Selector selector) {
        return select(selector, chunks.size());
    }

    /** The minutiae at positions. */
    List<Long> minutiae(List<Integer> places) {
        return places.stream().map(p -> chunks.get(p).minutia()).toList();
    }

    /** The arrays are longer than the block and hold arbitrary values beyond it, like reused arrays. */
    private ChunkBlock block(int from, int to) {
        ChunkBlock block = new ChunkBlock();
        int n = to - from;
        block.count = n;
        block.first = from;
        block.minutia = new long[n + 3];
        block.wordInSentence = new int[n + 3];
        block.sentence = new int[n + 3];
        block.wordInParagraph = new int[n + 3];
        block.firstWordEnd = new int[n + 3];
        Arrays.fill(block.minutia, 7);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < n; i++) {
            Chunk chunk = chunks.get(from + i);
            block.minutia[i] = chunk.minutia();
            block.wordInSentence[i] = chunk.wordInSentence();
            block.sentence[i] = chunk.sentence();
            block.wordInParagraph[i] = chunk.wordInParagraph();
            bytes.writeBytes(chunk.firstWord().getBytes(StandardCharsets.UTF_8));
            block.firstWordEnd[i] = bytes.size();
            bytes.write(' ');
        }
        block.firstWord = bytes.toByteArray();
        return block;
    }
}
