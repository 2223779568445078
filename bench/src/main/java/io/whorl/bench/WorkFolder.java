package io.whorl.bench;

import io.whorl.lab.Folders;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for indexes and stores. A named folder is kept, so that the next fork does not build them again: a Chronicle
 * Map of 30 million entries takes more than a minute to fill. A temporary folder is deleted on closing.
 */
public final class WorkFolder implements Closeable {
    public interface Fill {
        void into(Path folder) throws Exception;
    }

    public static final String TEMPORARY = "temporary";

    private final Path folder;
    private final boolean temporary;

    private WorkFolder(Path folder, boolean temporary) {
        this.folder = folder;
        this.temporary = temporary;
    }

    /** @param named a path or {@link #TEMPORARY} */
    public static WorkFolder in(String named) throws Exception {
        boolean temporary = named.equals(TEMPORARY);
        return new WorkFolder(
                temporary ? Files.createTempDirectory("whorl-bench") : Files.createDirectories(Path.of(named)),
                temporary);
    }

    /**
     * Returns the subfolder of this name, and fills it if it does not exist.
     *
     * @param fill fills an empty folder, which is renamed when it is complete
     */
    public Path made(String name, Fill fill) throws Exception {
        Path made = folder.resolve(name);
        if (!Files.isDirectory(made)) {
            Path part = fresh(name + ".part");
            fill.into(part);
            Files.move(part, made);
        }
        return made;
    }

    /** Returns an empty subfolder of this name; an existing one is deleted. */
    public Path fresh(String name) throws Exception {
        Path made = folder.resolve(name);
        Folders.delete(made);
        return Files.createDirectories(made);
    }

    @Override
    public void close() {
        if (temporary) {
            Folders.delete(folder);
        }
    }
}
