package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the r minutiae of lowest frequency in the document; ties go to the earliest (HZ 5). Each minutia is selected
 * once, with its first chunk.
 */
final class RarestInDocument implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("rarest-in-document", List.of("r"), (parameters, chunking, order) -> {
                int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
                return BuiltInStrategy.holding(parameters, () -> new RarestInDocument(r));
            });

    private final HeldChunks held = new HeldChunks();
    private final Rarest rarest;

    private RarestInDocument(int r) {
        rarest = new Rarest(r);
    }

    @Override
    public void start() {
        held.clear();
        rarest.clear();
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        held.addAll(chunks);
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        long[] distinct = held.sorted();
        int[] frequency = new int[distinct.length];
        int runs = 0;
        for (int i = 0; i < distinct.length; i++) {
            if (runs == 0 || distinct[i] != distinct[runs - 1]) {
                distinct[runs++] = distinct[i];
            }
            frequency[runs - 1]++;
        }
        for (int place = 0; place < held.count(); place++) {
            int run = Arrays.binarySearch(distinct, 0, runs, held.minutia(place));
            if (frequency[run] > 0) {
                rarest.offer(frequency[run], place);
                frequency[run] = 0;
            }
        }
        int[] places = rarest.places();
        held.select(places, places.length, out);
        held.clear();
    }
}
