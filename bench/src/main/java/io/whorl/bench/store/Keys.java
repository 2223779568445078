package io.whorl.bench.store;

/** Minutiae as keys of five bytes, big-endian to keep their order. */
final class Keys {
    static final int BYTES = PostingLists.MINUTIA_BITS / Byte.SIZE;

    private Keys() {}

    static void put(byte[] key, long minutia) {
        for (int i = 0; i < BYTES; i++) {
            key[i] = (byte) (minutia >>> Byte.SIZE * (BYTES - 1 - i));
        }
    }

    static byte[] of(long minutia) {
        byte[] key = new byte[BYTES];
        put(key, minutia);
        return key;
    }
}
