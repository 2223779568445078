package io.whorl.score;

import io.whorl.hash.ChunkHash;
import io.whorl.strategy.ModBySize;
import java.util.Arrays;

/** Extras of mod-by-size: how much of a document is left at each level (BGMZ 3). */
record LevelExtras(ChunkHash hash) implements DocumentExtras {
    @Override
    public byte[] of(long[] selected, int n, long words) {
        return LevelSizes.encode(selected, n, words, hash);
    }

    /** V_i of what was selected, i the text's level: a smaller document's minutiae below it are not comparable. */
    @Override
    public long[] comparable(long[] minutiae, long words) {
        int level = ModBySize.level(words);
        return Arrays.stream(minutiae)
                .filter(m -> ModBySize.depth(hash.order(m)) >= level)
                .toArray();
    }
}
