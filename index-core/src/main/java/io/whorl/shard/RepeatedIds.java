package io.whorl.shard;

/**
 * Which of several documents with one id is kept, if shards are put together. Shards come in the order of their set.
 */
public enum RepeatedIds {
    /** The last one, as if the documents were added in this order. Documents of the index come before the set. */
    LAST,
    /** The first one, as in a bulk build of all documents in this order. Documents of the index come before the set. */
    FIRST,
    /** There must not be any: a repeated id is an error. */
    REFUSE
}
