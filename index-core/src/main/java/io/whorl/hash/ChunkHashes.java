package io.whorl.hash;

import io.whorl.scheme.Hashing;

final class ChunkHashes {
    private ChunkHashes() {}

    static ChunkHash of(Hashing hashing) {
        return switch (hashing.algorithm()) {
            case RZ -> new RzHash(hashing.bits(), hashing.seed());
            case RABIN -> new RabinHash(hashing.bits(), hashing.seed());
        };
    }
}
