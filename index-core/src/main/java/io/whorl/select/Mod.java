package io.whorl.select;

import io.whorl.chunk.ChunkBlock;
import io.whorl.hash.ChunkHash;
import java.util.List;

/** The minutiae that a second bijection makes 0 modulo m: MOD_m of BGMZ 3, m = 25 as in BGMZ 5. */
final class Mod implements Selector {
    static final SelectionProvider PROVIDER = new BuiltIn("mod", List.of("m"), (parameters, chunking, hash) -> {
        Divisor m = new Divisor(parameters.integer("m", 25, 1, 1_000_000_000));
        return Strategy.of(parameters, () -> new Mod(hash, m));
    });

    private final ChunkHash hash;
    private final Divisor m;

    private Mod(ChunkHash hash, Divisor m) {
        this.hash = hash;
        this.m = m;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            long minutia = chunks.minutia[i];
            if (m.divides(hash.order(minutia))) {
                out.add(minutia, chunks.first + i);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
