package io.whorl.live;

import java.util.Arrays;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.values.Values;

/** What a segment of the map holds, copied while it is locked, so that it can be handed on when it no longer is. */
final class HeadBatch {
    private final KeyCipher cipher;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final IntValue place = Values.newNativeReference(IntValue.class);
    private long[] minutiae = new long[1 << 10];
    private int[] heads = new int[1 << 10];
    private int n;

    HeadBatch(KeyCipher cipher) {
        this.cipher = cipher;
    }

    void clear() {
        n = 0;
    }

    void add(Data<LongValue> from, Data<IntValue> head) {
        if (n == minutiae.length) {
            minutiae = Arrays.copyOf(minutiae, 2 * n);
            heads = Arrays.copyOf(heads, 2 * n);
        }
        minutiae[n] = cipher.minutia(from.getUsing(key).getValue());
        // The segment's lock does not keep the writer from replacing a head: this has to be an acquire too (see Heads).
        heads[n++] = head.getUsing(place).getVolatileValue();
    }

    void forEach(HeadSink sink) {
        for (int i = 0; i < n; i++) {
            sink.head(minutiae[i], heads[i]);
        }
    }
}
