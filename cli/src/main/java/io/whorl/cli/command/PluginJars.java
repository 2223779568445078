package io.whorl.cli.command;

import io.whorl.cli.console.FailedException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The jars that {@code --plugins} names. */
final class PluginJars {
    private PluginJars() {}

    /**
     * Returns the addresses of jars. A directory stands for its jars, in the order of their names.
     *
     * @throws FailedException if a directory has no jar
     */
    static URL[] of(List<Path> plugins) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path plugin : plugins) {
            for (Path jar : Files.isDirectory(plugin) ? jars(plugin) : List.of(plugin)) {
                if (!Files.isRegularFile(jar)) {
                    throw new NoSuchFileException(jar.toString());
                }
                urls.add(jar.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static List<Path> jars(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> jars = entries.filter(
                            e -> e.toString().toLowerCase(Locale.ROOT).endsWith(".jar") && Files.isRegularFile(e))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new FailedException("the folder " + directory + " has no jar; put the plug-ins into it, or name"
                        + " another one with --plugins");
            }
            return jars;
        }
    }
}
