package io.whorl.bench.live;

import java.nio.file.Path;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * The value is the head of a chain in an arena: 0 if empty, an entry's number + 1, or the one's complement of a
 * document that holds the minutia once, so that a singleton has no entry. A chain may end in such a document.
 */
final class ChainLayout implements PostingLayout {
    /** How a head is replaced. */
    enum Update {
        /** {@code getUsing}, then {@code put}: two look-ups. */
        PUT,
        /** {@code getUsing}, then an ordered store where the value lies; {@code put} for new minutiae only. */
        IN_PLACE,
        /** {@code acquireUsing}, which makes what is not there, then an ordered store. */
        ACQUIRE
    }

    private final ChronicleMap<LongValue, IntValue> map;
    private final Arena arena;
    private final Update update;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final IntValue copy = Values.newHeapInstance(IntValue.class);
    private final IntValue inPlace = Values.newNativeReference(IntValue.class);

    ChainLayout(Path file, int postings, Arena arena, Update update) {
        map = Maps.create(LongValue.class, IntValue.class, postings, file, builder -> builder);
        this.arena = arena;
        this.update = update;
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies) {
        for (int i = 0; i < minutiae.length; i++) {
            add(minutiae[i], document, frequencies[i]);
        }
    }

    private void add(long minutia, int document, int frequency) {
        key.setValue(minutia);
        IntValue value = update == Update.ACQUIRE ? map.acquireUsing(key, inPlace) : map.getUsing(key, inPlace);
        int head = value == null ? 0 : value.getVolatileValue();
        int now = head == 0 && frequency == 1 ? ~document : 1 + arena.add(document, frequency, head);
        if (value == null || update == Update.PUT) {
            copy.setValue(now);
            map.put(key, copy);
        } else {
            value.setOrderedValue(now);
        }
    }

    @Override
    public long sum(long minutia) {
        key.setValue(minutia);
        IntValue value = map.getUsing(key, inPlace);
        int at = value == null ? 0 : value.getVolatileValue();
        long sum = 0;
        for (; at > 0; at = arena.next(at - 1)) {
            sum += arena.document(at - 1) + arena.frequency(at - 1);
        }
        return at < 0 ? sum + ~at + 1 : sum;
    }

    @Override
    public void close() {
        map.close();
    }
}
