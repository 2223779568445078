package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.input.ListFile;
import io.whorl.cli.input.Lookahead;
import io.whorl.cli.option.Usage;
import io.whorl.store.DocumentId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The ids that a command is given: those of the arguments, then those of a file, of which one at a time is in memory.
 * Also messages about ids that the index does not have.
 */
final class ListedIds implements Iterable<String>, Closeable {
    private static final int MAX_REPORTS = 100;

    private final List<String> arguments;
    private final Optional<ListFile<String>> file;
    private final Console console;
    private long missing;

    private ListedIds(List<String> arguments, Optional<ListFile<String>> file, Console console) {
        this.arguments = arguments;
        this.file = file;
        this.console = console;
    }

    /**
     * Checks all ids.
     *
     * @throws FailedException if the file has a line that is not an id
     */
    static ListedIds open(List<String> arguments, Optional<Path> file, Usage usage, Console console)
            throws IOException {
        for (String id : arguments) {
            usage.checked(() -> DocumentId.utf8(id));
        }
        if (file.isEmpty()) {
            return new ListedIds(arguments, Optional.empty(), console);
        }
        ListFile<String> list =
                ListFile.open(file.get(), console.streams(), (line, number) -> id(line, file.get(), number));
        return new ListedIds(arguments, Optional.of(list), console);
    }

    private static Optional<String> id(String line, Path file, long number) throws FailedException {
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            DocumentId.utf8(line);
            return Optional.of(line);
        } catch (IllegalArgumentException e) {
            throw new FailedException(file + ", line " + number + ": " + e.getMessage(), e);
        }
    }

    /** @throws FailedException if there is no id at all */
    void requireAny() throws FailedException {
        if (size() == 0) {
            throw new FailedException(file.map(f -> f.source() + " has no ids").orElse("no id is given"));
        }
    }

    long size() {
        return arguments.size() + file.map(ListFile::size).orElse(0L);
    }

    /** Returns the ids one by one. Only one iterator at a time can be used. */
    @Override
    public Iterator<String> iterator() {
        Iterator<String> given = arguments.iterator();
        if (file.isEmpty()) {
            return given;
        }
        Iterator<String> listed = file.get().iterator();
        return new Lookahead<>(() -> Optional.of(given.hasNext() ? given : listed)
                .filter(Iterator::hasNext)
                .map(Iterator::next));
    }

    void missing(String id) {
        if (++missing <= MAX_REPORTS) {
            console.warn("not found: " + id);
        }
    }

    /** Reports how many more ids were missing. Returns the number of all that were. */
    long reportMissing() {
        if (missing > MAX_REPORTS) {
            console.warn(String.format(Locale.ROOT, "not found: %,d more", missing - MAX_REPORTS));
        }
        return missing;
    }

    /** Reports how many more ids were missing. Returns the exit code, after all ids: 1 if some were missing. */
    int exitCode() {
        return reportMissing() == 0 ? Subcommand.DONE : Subcommand.FAILED;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
