package io.whorl.corpus;

import java.nio.charset.StandardCharsets;

/**
 * A random share of the documents, selected by their ids: the same documents in every run, on every machine and in any
 * order. With the same seed, a larger share contains a smaller one.
 *
 * @param share above 0, up to 1
 * @param seed any value; different seeds select different documents
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
     * Decides by the FNV-1a hash of the id, mixed with the seed by the finalizer of SplitMix64.
     *
     * @param id a document id
     * @return true if the sample contains the document
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
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
