package io.whorl.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Collections with known answers, which are not part of the project. */
public final class Collections {
    private Collections() {}

    /**
     * A directory {@code shared/data} beside the checkout, or the one that WHORL_DATA names; skips the test without.
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
                "the collection " + name + " is absent; set WHORL_DATA to where it is");
        return found;
    }
}
