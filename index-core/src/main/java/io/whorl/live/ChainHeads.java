package io.whorl.live;

import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * Looks up the heads of chains; the writing thread also replaces them. Allocates nothing.
 *
 * <p>Readers see complete chains while the writer appends. The writer first fills the entry of the chain. Then it
 * stores the head with release semantics, or inserts it under the lock of the map segment. A reader finds the key under
 * that lock and reads the head with acquire semantics. So a reader that sees a head sees its entry and, as entries
 * never change, all entries behind it.
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

    /**
     * Looks up a minutia.
     *
     * @return its head, or {@link DocumentChains#NONE}
     */
    int find(long minutia) {
        key.setValue(cipher.key(minutia));
        found = map.getUsing(key, place) != null;
        return found ? place.getVolatileValue() : DocumentChains.NONE;
    }

    /** Replaces the head of the minutia that was looked up last. Only for the writing thread. */
    void replace(int head) {
        if (found) {
            place.setOrderedValue(head);
        } else {
            fresh.setValue(head);
            map.put(key, fresh);
        }
    }
}
