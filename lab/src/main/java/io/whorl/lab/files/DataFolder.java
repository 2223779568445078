package io.whorl.lab.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the folder with the collections that experiments and benchmarks read. It is not part of the project. */
public final class DataFolder {
    /** The value that means "find the folder". */
    public static final String AUTO = "auto";

    private static final Path DEFAULT = Path.of("shared", "data");

    private DataFolder() {}

    /**
     * Returns the named folder. For {@link #AUTO}, returns the folder that the environment variable {@code WHORL_DATA}
     * names, or else {@code shared/data} in the working directory or the nearest directory above that has it.
     *
     * @param named a path or {@link #AUTO}
     */
    public static Optional<Path> find(String named) {
        if (!named.equals(AUTO)) {
            return existing(Path.of(named));
        }
        String variable = System.getenv("WHORL_DATA");
        if (variable != null) {
            return existing(Path.of(variable));
        }
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(DEFAULT))) {
                return Optional.of(at.resolve(DEFAULT));
            }
        }
        return Optional.empty();
    }

    /** Returns a file of the folder, if it exists. */
    public static Optional<Path> file(String named, String name) {
        return find(named).map(folder -> folder.resolve(name)).filter(Files::exists);
    }

    private static Optional<Path> existing(Path folder) {
        return Optional.of(folder).filter(Files::isDirectory);
    }
}
