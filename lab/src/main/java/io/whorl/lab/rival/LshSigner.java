package io.whorl.lab.rival;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import info.debatty.java.lsh.MinHash;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** MinHash signatures of java-LSH. */
final class LshSigner implements Signer<int[]> {
    /** Makes the random hash functions the same in every run. */
    private static final long SEED = 1;

    private static final Hasher64 HASH = Hashing.komihash5_0();

    private final MinHash hashes;
    private final int components;

    LshSigner(int components) {
        this.components = components;
        hashes = new MinHash(components, Integer.MAX_VALUE, SEED);
    }

    @Override
    public int[] sign(long[] chunks) {
        Set<Integer> numbers = new HashSet<>(2 * chunks.length);
        for (long chunk : chunks) {
            numbers.add((int) (HASH.hashStream().putLong(chunk).getAsLong() >>> 33));
        }
        return hashes.signature(numbers);
    }

    @Override
    public double similarity(int[] a, int[] b) {
        return hashes.similarity(a, b);
    }

    @Override
    public byte[] bytes(int[] signature) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * signature.length);
        bytes.asIntBuffer().put(signature);
        return bytes.array();
    }

    @Override
    public int components() {
        return components;
    }
}
