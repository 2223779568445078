package io.whorl.corpus;

import java.nio.charset.StandardCharsets;

/**
 * A share of documents drawn by their ids: the same ones on every run and machine, in whatever order they come. A
 * larger share with the same seed holds the smaller.
 *
 * @param share above 0, up to 1
 * @param seed any; another seed draws others
 */
public record Sample(double share, long seed) {
    /** Every document. */
    public static final Sample ALL = new Sample(1, 0);

    private static final double TWO_TO_53 = 0x1p53;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Sample {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("the sample's share is " + share + "; it must be above 0, up to 1");
        }
    }

    /**
     * Whether the document of this id is drawn: its FNV-1a hash, mixed with the seed as SplitMix64 does, lies below.
     */
    public boolean contains(String id) {
        if (share == 1) {
            return true;
        }
        long hash = FNV_OFFSET;
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return (mix(hash + mix(seed)) >>> 11) < share * TWO_TO_53;
    }

    private static long mix(long x) {
        long z = x + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
