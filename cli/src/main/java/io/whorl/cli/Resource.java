package io.whorl.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Texts and tables of the program, in files beside its classes. */
final class Resource {
    private Resource() {}

    /** Returns a text. Line ends are the same on every platform, because pages have digests of such texts. */
    public static String text(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the program cannot be read", e);
        }
    }

    /** Returns the lines of a table that are no comments. */
    public static Stream<String> lines(Class<?> beside, String name) {
        return text(beside, name).lines().filter(line -> !line.startsWith("#"));
    }
}
