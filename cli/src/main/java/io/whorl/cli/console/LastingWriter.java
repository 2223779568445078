package io.whorl.cli.console;

import java.io.IOException;
import java.io.Writer;

/** Writes to another writer, and discards everything once the reader of that one has closed it. */
final class LastingWriter extends Writer {
    private final Writer out;
    private boolean closed;

    LastingWriter(Writer out) {
        this.out = out;
    }

    /** True once the reader has closed the other writer. */
    boolean isClosed() {
        return closed;
    }

    private interface Action {
        void run() throws IOException;
    }

    private void unlessClosed(Action action) throws IOException {
        if (closed) {
            return;
        }
        try {
            action.run();
        } catch (ClosedOutputException e) {
            closed = true;
        }
    }

    @Override
    public void write(char[] characters, int from, int length) throws IOException {
        unlessClosed(() -> out.write(characters, from, length));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        unlessClosed(() -> out.write(text, from, length));
    }

    @Override
    public void flush() throws IOException {
        unlessClosed(out::flush);
    }

    @Override
    public void close() throws IOException {
        unlessClosed(out::close);
    }
}
