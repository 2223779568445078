package io.whorl;

/**
 * Thrown if the calling thread was interrupted while a call read an index or scratch files. The thread stays
 * interrupted, nothing is wrong with the files, and the index is unchanged. Clear the interrupt and call again; open a
 * result anew if it was being read.
 */
public final class CallInterruptedException extends WhorlException {
    /** @param cause the failure that the interrupt caused */
    public CallInterruptedException(Throwable cause) {
        super("the thread was interrupted during the call; clear the interrupt, and call again", cause);
    }
}
