package io.whorl.fingerprint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the collections with known answers are, if they are here: WHORL_DATA, or shared/data beside the checkout. */
public final class SharedData {
    /** What a skipped test says. */
    public static final String ABSENT = "skipped: no shared/data beside the checkout, and WHORL_DATA is not set";

    private SharedData() {}

    public static Optional<Path> find(String name) {
        Path here = Path.of("").toAbsolutePath();
        Stream<Path> beside =
                Stream.iterate(here, p -> p != null, Path::getParent).map(p -> p.resolve("shared/data"));
        Stream<Path> given = Stream.ofNullable(System.getenv("WHORL_DATA")).map(Path::of);
        return Stream.concat(given, beside)
                .map(p -> p.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }
}
