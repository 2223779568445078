package io.whorl.log;

import java.io.IOException;

/** Passes operations on, and counts the commits. */
final class CountedCommits extends ForwardingSink {
    private long commits;

    CountedCommits(LogSink to) {
        super(to);
    }

    long commits() {
        return commits;
    }

    @Override
    public void commit(long sequence) throws IOException {
        commits++;
        super.commit(sequence);
    }
}
