package io.whorl.lucene;

import io.whorl.WhorlException;
import java.nio.file.Path;

/** Thrown if a Lucene index and the Whorl index beside it do not hold the same commit, and cannot be repaired. */
public final class OutOfStepException extends WhorlException {
    private final long expected;
    private final long found;

    /**
     * @param whorl the directory of the Whorl index
     * @param expected the number of Whorl's commit that Lucene's commit belongs to; -1 if Lucene's commit names none
     * @param found the number of Whorl's last commit
     * @param reason what is known of the journal
     */
    public OutOfStepException(Path whorl, long expected, long found, String reason) {
        super("the Lucene index belongs to "
                + (expected < 0 ? "no commit of a Whorl index" : "commit " + expected + " of its Whorl index")
                + ", but "
                + whorl + " is at commit " + found + " (" + reason
                + "); restore both from copies of the same moment, or build the Whorl index again from the documents;"
                + " if both hold the same documents, open them with IndexerOptions.adopt(true)");
        this.expected = expected;
        this.found = found;
    }

    /** The number of Whorl's commit that Lucene's commit belongs to; -1 if it names none. */
    public long expected() {
        return expected;
    }

    /** The number of Whorl's last commit. */
    public long found() {
        return found;
    }
}
