package io.whorl.live;

import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.values.Values;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/** A copy of one segment of the map, made under its lock and passed on after the lock is released. */
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
        // The lock of the segment does not stop the writer from replacing a head, so this read must be an acquire, too
        // (see ChainHeads).
        heads.addInt(head.getUsing(place).getVolatileValue());
    }

    void forEach(MinutiaMap.HeadSink sink) {
        for (int i = 0; i < minutiae.size(); i++) {
            sink.head(minutiae.getLong(i), heads.getInt(i));
        }
    }
}
