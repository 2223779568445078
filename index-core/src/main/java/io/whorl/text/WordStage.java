package io.whorl.text;

/** Something done to each word of a block, in place. One thread at a time. */
interface WordStage {
    /** Begins a document. */
    void reset();

    /** Changes or drops words; the breaks of a dropped word move on to the next that stays, in a later block too. */
    void apply(WordBlock block);
}
