package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.input.IdList;
import io.whorl.cli.option.Usage;
import io.whorl.store.DocumentId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The ids that a command is given, and messages about those that the index does not have. */
final class ListedIds {
    private static final int MAX_REPORTS = 100;

    private final Console console;
    private long missing;

    ListedIds(Console console) {
        this.console = console;
    }

    /**
     * Returns the ids of the arguments, then those of a file.
     *
     * @throws FailedException if the file has a line that is not an id, or there is no id at all
     */
    List<String> read(List<String> arguments, Optional<Path> file, Usage usage) throws IOException {
        for (String id : arguments) {
            usage.checked(() -> DocumentId.utf8(id));
        }
        List<String> all = new ArrayList<>(arguments);
        if (file.isPresent()) {
            all.addAll(IdList.read(file.get(), console.streams()));
        }
        if (all.isEmpty()) {
            throw new FailedException(file.map(f -> f + " has no ids").orElse("no id is given"));
        }
        return all;
    }

    /** Reports an id that the index does not have. */
    void missing(String id) {
        if (++missing <= MAX_REPORTS) {
            console.warn("not found: " + id);
        }
    }

    /** Returns the exit code, after all ids: 1 if some were missing. */
    int exitCode() {
        if (missing > MAX_REPORTS) {
            console.warn(String.format(Locale.ROOT, "not found: %,d more", missing - MAX_REPORTS));
        }
        return missing == 0 ? Subcommand.DONE : Subcommand.FAILED;
    }
}
