package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the r chunks whose first word has the rarest prefix of p letters among the first words of all chunks; ties go
 * to the earliest (HZ 5, rarest prefix). A shorter word is its own prefix. A letter is a code point.
 */
final class RarestPrefix implements Selector {
    /** The maximum length of an array that is kept for the next document. */
    private static final int KEPT = 1 << 18;
    /** The heap per chunk in bytes if each chunk has another prefix, without the letters; see {@link Prefixes}. */
    private static final int PREFIXED = HeldChunks.BYTES + 48;

    static final SelectionProvider PROVIDER =
            new BuiltInProvider("rarest-prefix", List.of("r", "p"), (parameters, chunking, order) -> {
                ChunkRules.requireWords("rarest-prefix", chunking);
                int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
                int p = parameters.integer("p", 5, 1, 100);
                return new BuiltInStrategy(
                        parameters.selection(),
                        ChunkNeeds.FIRST_WORD,
                        false,
                        PREFIXED + 8 * p,
                        () -> new RarestPrefix(r, p));
            });

    private final int p;
    private final HeldChunks held = new HeldChunks();
    private final Prefixes prefixes = new Prefixes();
    private final Rarest rarest;
    private int[] prefix = new int[1 << 10];

    private RarestPrefix(int r, int p) {
        this.p = p;
        rarest = new Rarest(r);
    }

    @Override
    public void start() {
        held.clear();
        prefixes.clear();
        if (prefix.length > KEPT) {
            prefix = new int[1 << 10];
        }
        rarest.clear();
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        int place = held.count();
        held.addAll(chunks);
        if (held.count() > prefix.length) {
            prefix = Arrays.copyOf(prefix, Math.max(held.count(), prefix.length + (prefix.length >> 1)));
        }
        for (int k = 0; k < chunks.count; k++) {
            int from = chunks.firstWordStart(k);
            int to = chunks.firstWordEnd[k];
            prefix[place + k] = prefixes.number(chunks.firstWord, from, prefixEnd(chunks.firstWord, from, to));
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        int[] frequency = new int[prefixes.count()];
        for (int place = 0; place < held.count(); place++) {
            frequency[prefix[place]]++;
        }
        for (int place = 0; place < held.count(); place++) {
            rarest.offer(frequency[prefix[place]], place);
        }
        int[] places = rarest.places();
        held.select(places, places.length, out);
        start();
    }

    private int prefixEnd(byte[] utf8, int from, int to) {
        int letters = 0;
        for (int i = from; i < to; i++) {
            // A code point begins at every byte that is not a continuation byte (10xxxxxx).
            if ((utf8[i] & 0xC0) != 0x80 && letters++ == p) {
                return i;
            }
        }
        return to;
    }
}
