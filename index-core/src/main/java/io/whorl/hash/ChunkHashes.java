package io.whorl.hash;

import io.whorl.scheme.Hashing;

final class ChunkHashes {
    private ChunkHashes() {}

    static ChunkHash of(Hashing hashing) {
        throw new IllegalStateException("written by the hash package's author");
    }
}
