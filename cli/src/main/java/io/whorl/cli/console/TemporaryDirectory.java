package io.whorl.cli.console;

import io.whorl.cli.console.InterruptOnExit.AtExit;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted when it is closed, and when the process ends before that, as after Ctrl-C. */
public final class TemporaryDirectory implements Closeable {
    private final Path path;
    private final AtExit removal;

    /**
     * Creates a directory where the system has its temporary files.
     *
     * @param prefix the beginning of its name
     */
    public TemporaryDirectory(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        removal = new AtExit(this::delete);
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        removal.close();
        delete();
    }

    /** Files that cannot be deleted are left to the system. */
    private void delete() {
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            return;
        }
    }
}
