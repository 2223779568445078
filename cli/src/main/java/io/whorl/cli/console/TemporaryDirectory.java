package io.whorl.cli.console;

import io.whorl.cli.console.InterruptOnExit.AtExit;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted when it is closed, and when the process ends before that, as after Ctrl-C. */
public final class TemporaryDirectory implements Closeable {
    private static final int ATTEMPTS = 500;
    private static final long MILLIS_BETWEEN = 10;

    private final Path path;
    private final AtExit removal;

    /**
     * Creates a directory where the system has its temporary files.
     *
     * @param prefix the beginning of its name
     * @throws InterruptedIOException if the process ends
     */
    public TemporaryDirectory(String prefix) throws IOException {
        // The end of the process waits until the directory is there.
        synchronized (this) {
            removal = new AtExit(this::deleteAtExit);
            if (!removal.isAwaited()) {
                throw new InterruptedIOException("the process ends");
            }
            try {
                path = Files.createTempDirectory(prefix);
            } catch (IOException e) {
                removal.close();
                throw e;
            }
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        removal.close();
        delete();
    }

    /** Other threads may still write to the directory until they are interrupted, so one attempt may not do. */
    private synchronized void deleteAtExit() {
        for (int i = 0; i < ATTEMPTS && !delete(); i++) {
            try {
                Thread.sleep(MILLIS_BETWEEN);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns whether the directory is gone. Files that cannot be deleted are left to the system. */
    private boolean delete() {
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException left) {
            return Files.notExists(path);
        }
    }
}
