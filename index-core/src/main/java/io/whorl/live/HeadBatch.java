package io.whorl.live;

import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.values.Values;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/** What a segment of the map holds, copied while it is locked, so that it can be handed on when it no longer is. */
final class HeadBatch {
    private final KeyCipher cipher;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final IntValue place = Values.newNativeReference(IntValue.class);
    private final LongArrayList minutiae = new LongArrayList();
    private final IntArrayList heads = new IntArrayList();

    HeadBatch(KeyCipher cipher) {
        this.cipher = cipher;
    }

    void clear() {
        minutiae.clear();
        heads.clear();
    }

    void add(Data<LongValue> from, Data<IntValue> head) {
        minutiae.addLong(cipher.minutia(from.getUsing(key).getValue()));
        // The segment's lock does not keep the writer from replacing a head, so this read must be an acquire (see
        // Heads).
        heads.addInt(head.getUsing(place).getVolatileValue());
    }

    void forEach(MinutiaMap.HeadSink sink) {
        for (int i = 0; i < minutiae.size(); i++) {
            sink.head(minutiae.getLong(i), heads.getInt(i));
        }
    }
}
