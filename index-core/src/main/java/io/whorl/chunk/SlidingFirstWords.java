package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/**
 * The first words of overlapping chunks. Each word begins a chunk, so the words of a block are copied at once, behind
 * those that began chunks which the block completes. The block of chunks shares the arrays, and reads them only until
 * the next words are added.
 */
final class SlidingFirstWords {
    /** The words of unfinished chunks and of the block, each followed by a space. */
    private byte[] bytes = new byte[1 << 14];

    private int[] end = new int[1 << 12];
    private int count;
    /** The words at the front whose chunks have ended. */
    private int ended;

    void start() {
        count = 0;
        ended = 0;
    }

    /** @param out the chunks that these words complete */
    void accept(WordBlock words, ChunkBlock out) {
        dropEnded();
        if (words.count > 0) {
            add(words);
        }
        out.firstWord = bytes;
        out.firstWordEnd = end;
        ended = out.count;
    }

    private int startOf(int word) {
        return word == 0 ? 0 : end[word - 1] + 1;
    }

    private void dropEnded() {
        int from = startOf(ended);
        System.arraycopy(bytes, from, bytes, 0, startOf(count) - from);
        count -= ended;
        for (int i = 0; i < count; i++) {
            end[i] = end[ended + i] - from;
        }
        ended = 0;
    }

    private void add(WordBlock words) {
        int used = startOf(count);
        int size = words.end[words.count - 1] + 1;
        if (used + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(used + size, 2 * bytes.length));
        }
        if (count + words.count > end.length) {
            end = Arrays.copyOf(end, Math.max(count + words.count, 2 * end.length));
        }
        System.arraycopy(words.bytes, 0, bytes, used, size);
        for (int i = 0; i < words.count; i++) {
            end[count + i] = words.end[i] + used;
        }
        count += words.count;
    }
}
