package io.whorl.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the folder with the collections that experiments and benchmarks read. It is not part of the project. */
public final class DataFolder {
    public static final String AUTO = "auto";

    private DataFolder() {}

    /** @param named a path, or {@link #AUTO} for the folder that the environment variable {@code WHORL_DATA} names */
    public static Optional<Path> find(String named) {
        Optional<String> folder = Optional.ofNullable(named.equals(AUTO) ? System.getenv("WHORL_DATA") : named);
        return folder.map(Path::of).filter(Files::isDirectory);
    }

    public static Optional<Path> file(String named, String name) {
        return find(named).map(folder -> folder.resolve(name)).filter(Files::exists);
    }
}
