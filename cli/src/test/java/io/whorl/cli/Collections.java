package io.whorl.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Collections with known answers that are not part of the project. */
public final class Collections {
    private Collections() {}

    /**
     * Finds a collection in the directory of the environment variable WHORL_DATA, or in {@code shared/data} above the
     * project. Skips the test if there is none.
     */
    public static Path find(String name) {
        String named = System.getenv("WHORL_DATA");
        Path found = named == null ? null : Path.of(named).resolve(name);
        for (Path up = Path.of("").toAbsolutePath(); found == null && up != null; up = up.getParent()) {
            Path candidate = up.resolve("shared").resolve("data").resolve(name);
            found = Files.exists(candidate) ? candidate : null;
        }
        assumeTrue(
                found != null && Files.exists(found),
                "the collection " + name + " is missing; set WHORL_DATA to its directory");
        return found;
    }
}
