package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.agrona.collections.LongHashSet;
import io.whorl.bulk.IndexBuilder;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the blocks of the pages about Spark as they are, in processes of a stock Spark. */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "io.whorl.long", matches = "true", disabledReason = "runs with -Plong")
class StockSparkTest {
    private static final int SECONDS = 300;

    @TempDir
    private Path folder;

    private Path home;
    private Path jar;

    /** A directory as that of the source tree, and commands as a distribution of Spark has them. */
    @BeforeEach
    void layOut() throws Exception {
        home = home();
        jar = jar(Files.createDirectories(folder.resolve("spark/target")));
        Files.createSymbolicLink(
                folder.resolve("samples"), Path.of("../samples").toRealPath());
        Path bin = Files.createDirectories(folder.resolve("bin"));
        command(bin.resolve("spark-submit"), java(home) + " org.apache.spark.deploy.SparkSubmit \"$@\"");
        // Both jars are there.
        command(bin.resolve("mvn"), ":");
    }

    private static void command(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    @Test
    void theSessionOfTheShell() throws Exception {
        Path cli = Path.of("../cli/target/whorl.jar");
        assumeTrue(Files.exists(cli), "cli/target/whorl.jar was not built");
        Files.createDirectories(folder.resolve("cli/target"));
        Files.createSymbolicLink(folder.resolve("cli/target/whorl.jar"), cli.toRealPath());
        Path script = Files.writeString(
                folder.resolve("session.sh"), blocks("spark.md", "bash").get(0));
        String said = run("", "sh", "-e", script.toString());
        assertTrue(said.contains("72 documents"), said);
        assertTrue(said.contains("tides.v2.txt"), said);
    }

    @Test
    void theBlocksOfScala() throws Exception {
        StringBuilder lines = new StringBuilder("val spark = org.apache.spark.sql.SparkSession.builder()"
                + ".master(\"local[2]\").config(\"spark.ui.enabled\", false).getOrCreate()\n");
        for (String page : List.of("spark.md", "spark-groups.md")) {
            // A page at once, so that each block sees those before it.
            Path file = Files.write(folder.resolve(page + ".scala"), blocks(page, "scala"));
            lines.append(":paste ").append(file).append('\n');
        }
        lines.append("spark.read.parquet(\"pages-clean\").count()\n:quit\n");
        String said = run(
                lines.toString(), "sh", "-c", java(home) + ":" + jar + " scala.tools.nsc.MainGenericRunner -usejavacp");
        assertTrue(said.contains("72 documents, left out: "), said);
        assertTrue(said.contains("\"dropped\"") || said.contains("dropped="), said);
        assertTrue(said.contains("|"), said);
    }

    /** The block of Python, where PySpark is. */
    @Test
    void theBlockOfPython() throws Exception {
        Process there = new ProcessBuilder("python3", "-c", "import pyspark").start();
        assumeTrue(there.waitFor(1, TimeUnit.MINUTES) && there.exitValue() == 0, "python3 has no module pyspark");
        String script = "from pyspark.sql import SparkSession\n"
                + "spark = SparkSession.builder.master('local[2]').config('spark.jars', '" + jar + "').getOrCreate()\n"
                + "files = spark.read.option('wholetext', True).text('samples/documents')\n"
                + "pages = files.selectExpr('_metadata.file_name as url', 'value as body')\n"
                + blocks("spark-groups.md", "python").get(0)
                + "\nprint(pages.where('reason is null').count(), 'of', pages.count())\n";
        Path file = Files.writeString(folder.resolve("session.py"), script);
        String said = run("", "python3", file.toString());
        assertTrue(Pattern.compile("(?m)^[1-6]\\d of 72$").matcher(said).find(), said);
    }

    private static List<String> blocks(String page, String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs", page)));
        List<String> blocks = new ArrayList<>();
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    /** Runs a command in the folder, and returns what it prints. */
    private String run(String input, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(Files.writeString(folder.resolve("in"), input).toFile());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return Ended.of(builder, SECONDS).exits(0).out();
    }

    private static final Pattern NOT_SPARK =
            Pattern.compile("(whorl|junit|jqwik|opentest4j|apiguardian|agrona|picocli|surefire).*");

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
                Path place = ChildJvm.location(inside);
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
}
