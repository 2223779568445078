package io.whorl.cli.console;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** Writes to another writer, and keeps its first failure, which a print writer above this one does not throw. */
public final class FailureWriter extends Writer {
    private final Writer out;
    private Optional<IOException> failure = Optional.empty();

    public FailureWriter(Writer out) {
        this.out = out;
    }

    private interface Action {
        void run() throws IOException;
    }

    private void keep(Action action) throws IOException {
        try {
            action.run();
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of(e));
            throw e;
        }
    }

    /** Throws the first failure, if there was one. */
    public void check() throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    @Override
    public void write(char[] characters, int from, int length) throws IOException {
        keep(() -> out.write(characters, from, length));
    }

    @Override
    public void flush() throws IOException {
        keep(out::flush);
    }

    @Override
    public void close() throws IOException {
        keep(out::close);
    }
}
