package io.whorl.lucene.index;

/** Is told when a step of a commit is done. Tests end the process there. */
@FunctionalInterface
interface CommitSteps {
    /** Ignores all steps. */
    CommitSteps NONE = step -> {};

    /** The steps, in order. */
    enum Step {
        /** A change is in both writers and in the journal. */
        CHANGED,
        /** The journal is complete and on disk. */
        JOURNAL_FORCED,
        /** Lucene has written everything, and the commit is not visible. */
        LUCENE_PREPARED,
        /** Lucene has committed. */
        LUCENE_COMMITTED,
        /** Whorl has committed. */
        WHORL_COMMITTED,
        /** The journal is gone. */
        JOURNAL_DELETED
    }

    /** Called after a step. */
    void done(Step step);
}
