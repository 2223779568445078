package io.whorl.lab.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the folder with the collections that experiments and benchmarks read. It is not part of the project. */
public final class DataFolder {
    /** The value that means "the folder of WHORL_DATA". */
    public static final String AUTO = "auto";

    private DataFolder() {}

    /**
     * Returns the named folder. For {@link #AUTO}, returns the folder that the environment variable {@code WHORL_DATA}
     * names.
     *
     * @param named a path or {@link #AUTO}
     */
    public static Optional<Path> find(String named) {
        if (!named.equals(AUTO)) {
            return Optional.of(Path.of(named)).filter(Files::isDirectory);
        }
        return Optional.ofNullable(System.getenv("WHORL_DATA")).map(Path::of).filter(Files::isDirectory);
    }

    public static Optional<Path> file(String named, String name) {
        return find(named).map(folder -> folder.resolve(name)).filter(Files::exists);
    }
}
