package io.whorl.cli.passages;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The hash function XXH64. Passim numbers documents by the XXH64 of their ids with the seed 42, as Spark's function
 * {@code xxhash64} computes it.
 */
final class XxHash64 {
    static final long SPARK_SEED = 42;

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    static long of(String text, long seed) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer in = ByteBuffer.wrap(utf8).order(ByteOrder.LITTLE_ENDIAN);
        long hash = (utf8.length < 4 * Long.BYTES ? seed + PRIME_5 : stripes(in, seed)) + utf8.length;
        while (in.remaining() >= Long.BYTES) {
            hash = Long.rotateLeft(hash ^ round(0, in.getLong()), 27) * PRIME_1 + PRIME_4;
        }
        if (in.remaining() >= Integer.BYTES) {
            hash = Long.rotateLeft(hash ^ (in.getInt() & 0xffffffffL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        }
        while (in.hasRemaining()) {
            hash = Long.rotateLeft(hash ^ (in.get() & 0xff) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    /** Reads the whole blocks of 32 bytes. */
    private static long stripes(ByteBuffer in, long seed) {
        long[] lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
        while (in.remaining() >= lanes.length * Long.BYTES) {
            for (int i = 0; i < lanes.length; i++) {
                lanes[i] = round(lanes[i], in.getLong());
            }
        }
        long hash = Long.rotateLeft(lanes[0], 1)
                + Long.rotateLeft(lanes[1], 7)
                + Long.rotateLeft(lanes[2], 12)
                + Long.rotateLeft(lanes[3], 18);
        for (long lane : lanes) {
            hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
        }
        return hash;
    }

    private static long round(long lane, long value) {
        return Long.rotateLeft(lane + value * PRIME_2, 31) * PRIME_1;
    }
}
