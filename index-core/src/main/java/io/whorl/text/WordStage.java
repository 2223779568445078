package io.whorl.text;

/** A step that changes or drops words of a block, in place. One thread at a time. */
interface WordStage {
    /** Begins a document. */
    void reset();

    /**
     * Changes or drops words. The breaks of a dropped word pass to the next word that stays, which may be in a later
     * block.
     */
    void apply(WordBlock block);
}
