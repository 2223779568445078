package io.whorl.live;

import java.util.Arrays;

/**
 * A document id as a map key. It is comparable, so that a hash map stays fast even if ids are chosen to collide.
 *
 * @param bytes must not change
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
