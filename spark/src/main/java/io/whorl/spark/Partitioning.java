package io.whorl.spark;

/** How the documents of a DataFrame are divided into shards. The merged index has the same bytes in every case. */
public enum Partitioning {
    /**
     * Ranges of ids, in the order of their UTF-8 bytes: each id of a shard precedes each id of the next shard. The
     * bounds come from a sample that depends on the ids alone. Reads the column of ids twice before the documents.
     * Documents with one id are in one shard.
     */
    RANGE,
    /**
     * A hash of the id: the shards have no order, and each one has documents from the whole range of ids. Documents
     * with one id are in one shard.
     */
    HASH,
    /** As the DataFrame is partitioned, without a shuffle. Documents with one id may be in several shards. */
    INPUT
}
