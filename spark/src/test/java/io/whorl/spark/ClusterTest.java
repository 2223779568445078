package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the script {@code cluster}: real processes, one of which is killed. */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "io.whorl.long", matches = "true", disabledReason = "runs with -Plong")
class ClusterTest {
    private static final Pattern NOT_SPARK =
            Pattern.compile("(whorl|junit|jqwik|opentest4j|apiguardian|agrona|picocli|surefire).*");
    private static final int MINUTES = 30;

    @TempDir
    private Path folder;

    @Test
    void aClusterThatLosesExecutorsGivesTheBytesOfOneMachine() throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", Path.of("cluster").toAbsolutePath().toString(), folder + "/cluster", "20000")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("SPARK_HOME", sparkHome().toString());
        environment.put("WHORL_SPARK_JAR", jar().toString());
        environment.put("CHECK_CLASSES", place(ClusterTest.class).toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        Process cluster = builder.start();
        try {
            assertTrue(cluster.waitFor(MINUTES, TimeUnit.MINUTES), Files.readString(output));
            String said = Files.readString(output);
            assertEquals(0, cluster.exitValue(), said);
            assertTrue(said.contains("killed executor"), said);
            assertTrue(said.contains("the same as those that one machine builds"), said);
            assertTrue(said.contains("lines, the same as those of one machine"), said);
        } finally {
            // The script ends its processes when it is told to end.
            cluster.destroy();
        }
    }

    /** A directory as a distribution of Spark has it, with links to the jars of the class path. */
    private Path sparkHome() throws IOException {
        Path jars = Files.createDirectories(folder.resolve("spark/jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && !NOT_SPARK.matcher(name).matches()) {
                Files.createSymbolicLink(jars.resolve(name), jar);
            }
        }
        return jars.getParent();
    }

    /** A jar as the build makes it of this module and of what Spark does not bring. */
    private Path jar() throws Exception {
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

    private static Path place(Class<?> inside) throws Exception {
        return Path.of(
                inside.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
