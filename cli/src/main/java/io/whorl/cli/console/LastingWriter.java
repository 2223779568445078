package io.whorl.cli.console;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/**
 * Writes to another writer, keeps its first failure, and discards everything after it. It throws the failure, unless
 * the reader of the other writer has closed it.
 */
public final class LastingWriter extends Writer {
    private final Writer out;
    private Optional<IOException> failure = Optional.empty();

    private interface Action {
        void run() throws IOException;
    }

    public LastingWriter(Writer out) {
        this.out = out;
    }

    boolean isClosed() {
        return failure.isPresent() && failure.get() instanceof ClosedOutputException;
    }

    /** Throws the first failure, if there was one: a print writer above this one does not throw it. */
    public void check() throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void unlessFailed(Action action) throws IOException {
        if (failure.isPresent()) {
            return;
        }
        try {
            action.run();
        } catch (IOException e) {
            failure = Optional.of(e);
            if (!isClosed()) {
                throw e;
            }
        }
    }

    @Override
    public void write(char[] characters, int from, int length) throws IOException {
        unlessFailed(() -> out.write(characters, from, length));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        unlessFailed(() -> out.write(text, from, length));
    }

    @Override
    public void flush() throws IOException {
        unlessFailed(out::flush);
    }

    @Override
    public void close() throws IOException {
        unlessFailed(out::close);
    }
}
