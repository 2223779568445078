package io.whorl.log;

import java.io.IOException;

/** Passes operations on to another sink. Subclasses change some of them. */
public abstract class ForwardingSink implements LogSink {
    private final LogSink to;

    protected ForwardingSink(LogSink to) {
        this.to = to;
    }

    @Override
    public void add(LoggedDocument document) throws IOException {
        to.add(document);
    }

    @Override
    public boolean storesTexts() {
        return to.storesTexts();
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
