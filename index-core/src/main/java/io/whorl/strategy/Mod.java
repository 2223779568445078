package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Selects the minutiae that are 0 modulo m after a second bijection: MOD_m of BGMZ 3; m = 25 as in BGMZ 5. */
final class Mod implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("mod", List.of("m"), (parameters, chunking, order) -> {
                int m = parameters.integer("m", 25, 1, 1_000_000_000);
                Divisor divisor = new Divisor(m);
                return BuiltInStrategy.of(
                                parameters,
                                () -> order instanceof MinutiaOrder known && known.bits() <= BlockMod.MOST_BITS
                                        ? new BlockMod(known, m)
                                        : new Mod(order, divisor))
                        .keeping(1.0 / m);
            });

    private final LongUnaryOperator bijection;
    private final Divisor m;

    Mod(LongUnaryOperator bijection, Divisor m) {
        this.bijection = bijection;
        this.m = m;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            long minutia = chunks.minutia[i];
            if (m.divides(bijection.applyAsLong(minutia))) {
                out.add(minutia, chunks.first + i);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
