package io.whorl.live;

import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * Reads heads of chains and, in the hands of the one writing thread, replaces them. Nothing is allocated in use.
 *
 * <p>Why a reader beside the writer sees whole chains: the writer fills the chain's entry first, and then stores the
 * head in order (a release), or puts it under the lock of the map's segment; the reader finds the key under that lock
 * and then reads the head as a volatile (an acquire). So whoever sees a head sees the entry behind it and, as entries
 * never change, all that the entry leads on to.
 */
final class ChainHeads {
    private final ChronicleMap<LongValue, IntValue> map;
    private final KeyCipher cipher;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final IntValue fresh = Values.newHeapInstance(IntValue.class);
    private final IntValue place = Values.newNativeReference(IntValue.class);
    private boolean found;

    ChainHeads(ChronicleMap<LongValue, IntValue> map, KeyCipher cipher) {
        this.map = map;
        this.cipher = cipher;
    }

    /** Turns to a minutia and gives its head, or {@link DocumentChains#NONE}. */
    int find(long minutia) {
        key.setValue(cipher.key(minutia));
        found = map.getUsing(key, place) != null;
        return found ? place.getVolatileValue() : DocumentChains.NONE;
    }

    /** Replaces the head of the minutia that {@link #find} turned to last; the writing thread alone. */
    void replace(int head) {
        if (found) {
            place.setOrderedValue(head);
        } else {
            fresh.setValue(head);
            map.put(key, fresh);
        }
    }
}
