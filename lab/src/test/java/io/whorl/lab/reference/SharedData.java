package io.whorl.lab.reference;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Finds collections with known answers. They are not part of the project; tests that need them are skipped without. */
final class SharedData {
    private SharedData() {}

    static Path of(String relative) {
        Path found = find().resolve(relative);
        Assumptions.assumeTrue(Files.exists(found), () -> "skipped: there is no " + relative + " in the data folder");
        return found;
    }

    private static Path find() {
        String variable = System.getenv("WHORL_DATA");
        if (variable != null) {
            return Path.of(variable);
        }
        for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
            Path data = up.resolve("shared").resolve("data");
            if (Files.isDirectory(data)) {
                return data;
            }
        }
        return Assumptions.abort("skipped: there is no folder shared/data, and WHORL_DATA is not set");
    }
}
