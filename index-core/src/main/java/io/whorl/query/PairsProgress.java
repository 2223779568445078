package io.whorl.query;

/**
 * Hears how far the counting of pairs is. Called by one thread at a time, not always the same; it should return soon.
 */
@FunctionalInterface
public interface PairsProgress {
    /** Ignores all calls. */
    PairsProgress NONE = (done, documents) -> {};

    /**
     * @param done documents whose pairs with those before them are counted
     * @param documents all documents
     */
    void at(long done, long documents);
}
