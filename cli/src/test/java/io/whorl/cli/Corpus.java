package io.whorl.cli;

import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import io.whorl.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A small collection of files: two versions of a text, a part of it, and two unrelated texts. */
public final class Corpus {
    public static final String ORIGINAL = words(1, 400);

    private Corpus() {}

    public static Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("original.txt"), ORIGINAL);
        Files.writeString(directory.resolve("version.txt"), ORIGINAL + " " + words(2, 60));
        Files.writeString(
                directory.resolve("part.txt"),
                String.join(" ", java.util.Arrays.asList(ORIGINAL.split(" ")).subList(100, 200)));
        Files.writeString(directory.resolve("other.txt"), words(3, 300));
        Files.writeString(directory.resolve("another.txt"), words(4, 300));
        return directory;
    }

    /** Returns random words. Texts of different seeds have practically no words in common. */
    public static String words(long seed, int count) {
        Random random = new Random(seed);
        return String.join(" ", Repeated.list(count, i -> Repeated.text(5, k -> (char) ('a' + random.nextInt(26)))));
    }

    /** Returns a line of JSON. */
    public static String record(Object id, String text) {
        return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
    }

    /** Compiles a class of the package {@code other}, and returns a jar that offers it as a service. */
    public static Path plugin(Path directory, String name, String source, String service) throws IOException {
        Sources.compile(name, source, System.getProperty("java.class.path"), directory);
        byte[] compiled = Files.readAllBytes(directory.resolve("other/" + name + ".class"));
        return Files.write(
                directory.resolve(name + ".jar"),
                Packed.zip("other/" + name + ".class", compiled, "META-INF/services/" + service, "other." + name));
    }

    /** Writes the collection and builds an index of it. */
    public static Path index(Path directory, Object... options) throws IOException {
        Path sources = write(directory.resolve("sources"));
        Path index = directory.resolve("index");
        CliRun.of("build", index, sources, "--quiet", options).exits(0);
        return index;
    }
}
