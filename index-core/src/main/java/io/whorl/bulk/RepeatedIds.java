package io.whorl.bulk;

/**
 * Which of several documents with one id is kept. Builds, writers, adoptions and searches of several indexes have this
 * option, all with the default {@link #LAST}. Documents come in the order in which they are added, shards in the order
 * of their set, and documents of an index before those that are added to it.
 */
public enum RepeatedIds {
    /** The last one; it replaces the others. */
    LAST,
    /** The first one; the others are left out. */
    FIRST,
    /** There must not be any: a repeated id is an error, which names it. */
    REFUSE
}
