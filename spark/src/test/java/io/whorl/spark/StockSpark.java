package io.whorl.spark;

import io.whorl.agrona.collections.LongHashSet;
import io.whorl.bulk.IndexBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import picocli.CommandLine;

/** What a user of Spark has: a distribution, made of the jars of the class path, and {@code whorl-spark.jar}. */
final class StockSpark {
    private static final Pattern NOT_SPARK =
            Pattern.compile("(whorl|junit|jqwik|opentest4j|apiguardian|agrona|picocli|surefire).*");

    private StockSpark() {}

    /** A directory as a distribution of Spark has it, with links to the jars of the class path. */
    static Path home() throws IOException {
        Path jars =
                Files.createDirectories(Path.of("target", "stock-spark", "jars").toAbsolutePath());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && !NOT_SPARK.matcher(name).matches() && !Files.exists(jars.resolve(name))) {
                Files.createSymbolicLink(jars.resolve(name), jar);
            }
        }
        return jars.getParent();
    }

    /**
     * The beginning of a command line of a JVM of Spark: all but more of the class path, the class and its arguments.
     */
    static String java(Path home) {
        return System.getProperty("java.home") + "/bin/java " + JavaModuleOptions.defaultModuleOptions()
                + " -XX:TieredStopAtLevel=1 -Xmx1g -Dlog4j2.configurationFile="
                + Path.of("target", "test-classes", "log4j2.properties").toAbsolutePath() + " -cp '" + home
                + "/jars/*'";
    }

    /** A jar as the build makes it of this module and of what Spark does not bring. */
    static Path jar(Path folder) throws Exception {
        Path jar = folder.resolve("whorl-spark.jar");
        try (FileSystem target = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            for (Class<?> inside :
                    List.of(WhorlSpark.class, IndexBuilder.class, LongHashSet.class, CommandLine.class)) {
                Path place = place(inside);
                if (Files.isDirectory(place)) {
                    copy(place, target.getPath("/"));
                } else {
                    try (FileSystem source = FileSystems.newFileSystem(place)) {
                        copy(source.getPath("/"), target.getPath("/"));
                    }
                }
            }
        }
        return jar;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (!Files.exists(target) && !file.endsWith("module-info.class")) {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    static Path place(Class<?> inside) throws Exception {
        return Path.of(
                inside.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
