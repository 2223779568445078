package io.whorl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A JDK of release 25 for children of tests, beside the one that runs the tests. */
public final class LaterJava {
    /** Names its home; without it one is looked for where Linux distributions put them. */
    private static final String VARIABLE = "JAVA25_HOME";

    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private LaterJava() {}

    public static Optional<Path> home() throws IOException {
        String named = System.getenv(VARIABLE);
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        if (Runtime.version().feature() >= 25) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.filter(LaterJava::isOne).sorted().findFirst();
        }
    }

    private static boolean isOne(Path home) {
        try {
            return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"25")
                    && Files.isExecutable(home.resolve("bin/javac"));
        } catch (IOException e) {
            return false;
        }
    }
}
