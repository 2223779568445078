package io.whorl.fingerprint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the collections with known answers in the folder WHORL_DATA, or in shared/data of a parent folder of the
 * checkout.
 */
public final class SharedData {
    /** The message of a skipped test. */
    public static final String ABSENT = "skipped: no shared/data beside the checkout, and WHORL_DATA is not set";

    private SharedData() {}

    public static Optional<Path> find(String name) {
        Path here = Path.of("").toAbsolutePath();
        Stream<Path> parents =
                Stream.iterate(here, p -> p != null, Path::getParent).map(p -> p.resolve("shared/data"));
        Stream<Path> given = Stream.ofNullable(System.getenv("WHORL_DATA")).map(Path::of);
        return Stream.concat(given, parents)
                .map(p -> p.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }
}
