package io.whorl.lab;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;

public final class Folders {
    private Folders() {}

    public static long bytes(Path folder) {
        return FileUtils.sizeOf(folder.toFile());
    }

    /** Deletes a file or a folder with everything in it. Does nothing if the path does not exist. */
    public static void delete(Path path) {
        try {
            if (Files.exists(path)) {
                PathUtils.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }

    /** A temporary folder. Closing it deletes it with everything in it. */
    public record Scratch(Path folder) implements AutoCloseable {
        public Path resolve(String name) {
            return folder.resolve(name);
        }

        @Override
        public void close() {
            delete(folder);
        }
    }

    /** Makes an empty folder in the directory {@code java.io.tmpdir}. */
    public static Scratch scratch() throws IOException {
        return new Scratch(Files.createTempDirectory("whorl-lab"));
    }

    /** Reads each line of JSON as a record, which need not have all its properties. */
    public static <T> void jsonLines(Path file, Class<T> type, Consumer<? super T> consumer) throws IOException {
        try (MappingIterator<T> lines = new JsonMapper()
                .readerFor(type)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValues(file.toFile())) {
            while (lines.hasNextValue()) {
                consumer.accept(lines.nextValue());
            }
        }
    }

    /** Returns the text of a resource next to a class. */
    public static String resource(Class<?> near, String name) throws IOException {
        try (InputStream in = near.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing; build the jar again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
