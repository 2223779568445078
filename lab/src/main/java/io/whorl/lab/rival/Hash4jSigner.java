package io.whorl.lab.rival;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import java.util.Arrays;

/** Signatures of hash4j, compared as in its README. */
final class Hash4jSigner implements Signer<byte[]> {
    private static final Hasher64 HASH = Hashing.komihash5_0();

    private final SimilarityHashPolicy policy;
    private final ThreadLocal<SimilarityHasher> hashers;
    /** The expected share of components that are equal by chance. */
    private final double chance;

    private Hash4jSigner(SimilarityHashPolicy policy, int bits) {
        this.policy = policy;
        hashers = ThreadLocal.withInitial(policy::createHasher);
        chance = Math.pow(2, -bits);
    }

    /** @throws IllegalArgumentException if hash4j rejects the parameters */
    static Hash4jSigner of(RivalScheme scheme) {
        int components = scheme.parameter("components");
        if (scheme.system() == Rival.HASH4J_SIMHASH) {
            return new Hash4jSigner(SimilarityHashing.fastSimHash(components), 1);
        }
        int bits = scheme.parameter("component-bits");
        return new Hash4jSigner(SimilarityHashing.superMinHash(components, bits), bits);
    }

    @Override
    public byte[] sign(long[] chunks) {
        long[] hashes = Arrays.stream(chunks)
                .map(chunk -> HASH.hashStream().putLong(chunk).getAsLong())
                .toArray();
        return hashers.get().compute(ElementHashProvider.ofValues(hashes));
    }

    @Override
    public double similarity(byte[] a, byte[] b) {
        return (policy.getFractionOfEqualComponents(a, b) - chance) / (1 - chance);
    }

    @Override
    public byte[] bytes(byte[] signature) {
        return signature;
    }

    @Override
    public int components() {
        return policy.getNumberOfComponents();
    }
}
