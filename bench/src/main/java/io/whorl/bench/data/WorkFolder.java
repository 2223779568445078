package io.whorl.bench.data;

import io.whorl.lab.files.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A folder for what is built to be measured. One that was named keeps it, so that the next fork finds it ready: a
 * Chronicle Map of 30 million entries takes more than a minute to fill. One that was not is deleted on closing.
 */
public final class WorkFolder implements Closeable {
    /** Stands for a temporary folder where a name must be given. */
    public static final String TEMPORARY = "temporary";

    private final Path folder;
    private final boolean temporary;

    private WorkFolder(Path folder, boolean temporary) {
        this.folder = folder;
        this.temporary = temporary;
    }

    /** @param named a path or {@link #TEMPORARY} */
    public static WorkFolder in(String named) {
        try {
            boolean temporary = named.equals(TEMPORARY);
            return new WorkFolder(
                    temporary ? Files.createTempDirectory("whorl-bench") : Files.createDirectories(Path.of(named)),
                    temporary);
        } catch (IOException e) {
            throw new UncheckedIOException("no folder to work in at " + named, e);
        }
    }

    /**
     * The folder of this name, filled if it is not there yet.
     *
     * @param fill is given an empty folder, which gets its name once it is full
     */
    public Path made(String name, Consumer<Path> fill) {
        Path made = folder.resolve(name);
        if (!Files.isDirectory(made)) {
            Path part = fresh(name + ".part");
            fill.accept(part);
            try {
                Files.move(part, made);
            } catch (IOException e) {
                throw new UncheckedIOException(part + " cannot be renamed", e);
            }
        }
        return made;
    }

    /** An empty folder of this name; what was there is deleted. */
    public Path fresh(String name) {
        Path made = folder.resolve(name);
        Folders.delete(made);
        try {
            return Files.createDirectories(made);
        } catch (IOException e) {
            throw new UncheckedIOException(made + " cannot be made", e);
        }
    }

    @Override
    public void close() {
        if (temporary) {
            Folders.delete(folder);
        }
    }
}
