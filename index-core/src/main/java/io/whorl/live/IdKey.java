package io.whorl.live;

import java.util.Arrays;

/**
 * A document's id as a key. It has an order, so that a hash map stays fast whatever ids someone makes up.
 *
 * @param bytes not changed by anyone from here on
 */
record IdKey(byte[] bytes) implements Comparable<IdKey> {
    @Override
    public boolean equals(Object other) {
        return other instanceof IdKey id && Arrays.equals(bytes, id.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public int compareTo(IdKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }
}
