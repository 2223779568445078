package io.whorl.chunk;

import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The words of a document: their texts, and whether each begins a sentence or paragraph. */
record Words(List<String> text, List<Integer> breaks) {
    /** One sentence; spaces separate its words. */
    static Words of(String text) {
        List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
        List<Integer> breaks = new ArrayList<>();
        for (int k = 0; k < words.size(); k++) {
            breaks.add(k == 0 ? WordBlock.SENTENCE | WordBlock.PARAGRAPH : 0);
        }
        return new Words(words, breaks);
    }

    int size() {
        return text.size();
    }

    /** Replaces the content of the block by the words from .. to − 1. */
    void fill(WordBlock block, int from, int to) {
        block.count = 0;
        int used = 0;
        for (int k = from; k < to; k++) {
            byte[] bytes = text.get(k).getBytes(StandardCharsets.UTF_8);
            block.reserve(1, bytes.length + 1);
            System.arraycopy(bytes, 0, block.bytes, used, bytes.length);
            used += bytes.length;
            block.bytes[used] = ' ';
            block.breaks[block.count] = breaks.get(k).byteValue();
            block.end[block.count++] = used++;
        }
    }
}
