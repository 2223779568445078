package io.whorl.cli.input;

import io.whorl.cli.console.Console;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The dates of {@code --dates FILE} for an index, or none if the option is not given. */
public final class GivenDates implements Closeable {
    private final Optional<DateFile> file;

    private GivenDates(Optional<DateFile> file) {
        this.file = file;
    }

    /** Reads the file, if there is one, and warns of dates that cannot be read. */
    public static GivenDates read(Optional<Path> path, Console console) throws IOException {
        if (path.isEmpty()) {
            return new GivenDates(Optional.empty());
        }
        DateFile file = DateFile.read(path.get());
        file.warn(console);
        return new GivenDates(Optional.of(file));
    }

    /** Whether the option is given. */
    public boolean isPresent() {
        return file.isPresent();
    }

    /** Returns the date of an id, if the file has one. */
    public Optional<Instant> date(String id) {
        return file.flatMap(f -> f.date(id));
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
