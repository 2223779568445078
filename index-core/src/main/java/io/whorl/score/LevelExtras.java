package io.whorl.score;

import io.whorl.hash.ChunkHash;
import io.whorl.strategy.ModBySize;
import java.util.Arrays;

/** The extras of mod-by-size: the number of minutiae that remain at each level (BGMZ 3). */
record LevelExtras(ChunkHash hash) implements DocumentExtras {
    @Override
    public byte[] of(long[] selected, int n, long words) {
        return LevelSizes.encode(selected, n, words, hash);
    }

    /** V_i, where i is the level of the text. Minutiae below that level are not comparable. */
    @Override
    public long[] comparable(long[] minutiae, long words) {
        int level = ModBySize.level(words);
        return Arrays.stream(minutiae)
                .filter(m -> ModBySize.depth(hash.order(m)) >= level)
                .toArray();
    }
}
