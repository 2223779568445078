package io.whorl.log;

import java.io.IOException;

/** Passes operations on to another sink. Subclasses change some of them. */
public abstract class ForwardingSink implements LogSink {
    private final LogSink to;

    protected ForwardingSink(LogSink to) {
        this.to = to;
    }

    @Override
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) throws IOException {
        to.add(id, words, extra, minutiae, frequencies, n);
    }

    @Override
    public boolean storesTexts() {
        return to.storesTexts();
    }

    @Override
    public void text(byte[] stored) throws IOException {
        to.text(stored);
    }

    @Override
    public void date(long date) throws IOException {
        to.date(date);
    }

    @Override
    public void delete(byte[] id) throws IOException {
        to.delete(id);
    }

    @Override
    public void commit(long sequence) throws IOException {
        to.commit(sequence);
    }
}
