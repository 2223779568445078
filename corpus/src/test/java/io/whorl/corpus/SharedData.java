package io.whorl.corpus;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Collections with known answers, which are not part of the project. Without them, their tests are skipped. */
final class SharedData {
    private SharedData() {}

    static Path of(String relative) {
        Path found = find().resolve(relative);
        Assumptions.assumeTrue(Files.exists(found), () -> "skipped: there is no " + relative + " in the shared data");
        return found;
    }

    private static Path find() {
        String directory = System.getenv("WHORL_DATA");
        if (directory != null) {
            return Path.of(directory);
        }
        for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
            Path data = up.resolve("shared").resolve("data");
            if (Files.isDirectory(data)) {
                return data;
            }
        }
        return Assumptions.abort("skipped: no directory shared/data next to the checkout, and WHORL_DATA is not set");
    }
}
