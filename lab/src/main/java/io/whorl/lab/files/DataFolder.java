package io.whorl.lab.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the folder of collections that the benchmarks read; it is no part of the project. */
public final class DataFolder {
    /** Stands for "look for it" where a value must be given. */
    public static final String AUTO = "auto";

    private static final Path BESIDE = Path.of("shared", "data");

    private DataFolder() {}

    /**
     * The folder named, or the one that {@code WHORL_DATA} names, or {@code shared/data} in the working directory or
     * the nearest folder above it that has one.
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
            if (Files.isDirectory(at.resolve(BESIDE))) {
                return Optional.of(at.resolve(BESIDE));
            }
        }
        return Optional.empty();
    }

    /** A file of the folder, if it is there. */
    public static Optional<Path> file(String named, String name) {
        return find(named).map(folder -> folder.resolve(name)).filter(Files::exists);
    }

    private static Optional<Path> existing(Path folder) {
        return Optional.of(folder).filter(Files::isDirectory);
    }
}
