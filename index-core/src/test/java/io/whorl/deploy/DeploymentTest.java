package io.whorl.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.TestFiles;
import io.whorl.live.LiveTier;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import io.whorl.write.IndexWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts the sample application in every packaging of docs/embedding.md, with the flags of the live tier and without.
 * The default writer answers in each case. The short form runs every packaging and both sets of flags, but not every
 * combination.
 */
class DeploymentTest {
    private static final String APPLICATION = "sample.Application";
    private static final List<String> FLAGS = List.of(LiveTier.flags().split(" "));
    private static final List<String> NONE = List.of();
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    @TempDir
    Path folder;

    /** The lines that one run of the application printed. */
    private record Output(List<String> lines) {
        void assertAnswers(String option) {
            assertTrue(lines.contains(option + " answers b of 1"), lines::toString);
        }

        void assertChoice(String level, boolean map, String option, String reason) {
            String choice = " opens " + (map ? "with" : "without") + " a Chronicle Map (" + option + "): ";
            assertTrue(
                    lines.stream().anyMatch(l -> l.startsWith(level) && l.contains(choice) && l.contains(reason)),
                    lines::toString);
        }

        void assertWorks() {
            assertAnswers("AUTO");
            assertChoice("FINE", true, "AUTO", "works");
            assertAnswers("REQUIRED");
            assertAnswers("NONE");
            assertChoice("FINE", false, "NONE", "the options say so");
        }

        void assertFallsBack(String... reasons) {
            assertAnswers("AUTO");
            assertAnswers("NONE");
            for (String reason : reasons) {
                assertChoice("FINE", false, "AUTO", reason);
                // The advice to use AUTO is for other options.
                assertTrue(
                        lines.stream().noneMatch(l -> l.startsWith("FINE") && l.contains("LiveMap.AUTO")),
                        lines::toString);
                assertTrue(
                        lines.stream()
                                .anyMatch(l -> l.startsWith("REQUIRED unavailable: ")
                                        && l.contains(reason)
                                        && l.contains("LiveMap.AUTO or LiveMap.NONE")),
                        lines::toString);
            }
        }
    }

    private Output run(Path java, List<String> flags, List<String> arguments) throws Exception {
        Path place = Files.createTempDirectory(folder, "run");
        // Prints every log record of the library, relocated or not, as one line.
        Path logging = Files.writeString(place.resolve("logging.properties"), """
                handlers=java.util.logging.ConsoleHandler
                java.util.logging.ConsoleHandler.level=ALL
                java.util.logging.SimpleFormatter.format=%4$s %5$s%6$s%n
                io.whorl.level=ALL
                my.whorl.level=ALL
                """);
        List<String> command = new ArrayList<>(List.of(
                java.resolve("bin/java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.util.logging.config.file=" + logging));
        command.addAll(flags);
        command.addAll(arguments);
        command.add(place.toString());
        try (ChildJvm child = ChildJvm.of(command)) {
            List<String> lines = new ArrayList<>(child.output());
            child.errors().lines().forEach(lines::add);
            return new Output(lines);
        }
    }

    @Test
    void writerRunsFromTheClassPath() throws Exception {
        List<String> classPath = List.of(
                "-cp",
                joined(Jars.dependencies())
                        + File.pathSeparator
                        + Jars.library(folder)
                        + File.pathSeparator
                        + sample(folder.resolve("classes")),
                APPLICATION);
        run(JAVA, FLAGS, classPath).assertWorks();
        if (LongForm.ON) {
            run(JAVA, NONE, classPath).assertFallsBack("5 of 5 are missing", LiveTier.flags());
        }
    }

    /** The compiler that Chronicle Map uses does not find classes in a jar inside a jar. */
    @Test
    void writerRunsFromARepackagedJar() throws Exception {
        List<String> jar = List.of("-jar", repackaged().toString());
        run(JAVA, FLAGS, jar).assertFallsBack("is on the class path but does not run", "jar inside a jar");
        if (LongForm.ON) {
            run(JAVA, NONE, jar).assertFallsBack("5 of 5 are missing", LiveTier.flags());
        }
    }

    /** One jar of everything, as maven-shade-plugin makes it, with the packages of the library relocated too. */
    @Test
    void writerRunsFromAShadedJar() throws Exception {
        Path plain = sample(folder.resolve("plain"));
        for (Path library : List.of(Jars.library(folder), Jars.ofTests("jackson-core"))) {
            Jars.extract(library, plain, ".*");
        }
        Path shaded = folder.resolve("shaded");
        for (Path file : TestFiles.files(plain, "(?!module-info.class|MANIFEST.MF).*")) {
            String name = plain.relativize(file).toString();
            Path to = shaded.resolve(new String(relocated(name.getBytes(ISO_8859_1)), ISO_8859_1));
            Files.createDirectories(to.getParent());
            Files.write(to, relocated(Files.readAllBytes(file)));
        }
        Path jar = Jars.make(folder.resolve("shaded.jar"), shaded, "Main-Class: " + APPLICATION);
        run(JAVA, NONE, List.of("-jar", jar.toString()))
                .assertFallsBack("needs Chronicle Map, which is not on the class path");
    }

    /** Renames packages in a class file, or in text. The new names are as long as the old ones, so offsets stay. */
    private static byte[] relocated(byte[] bytes) {
        return new String(bytes, ISO_8859_1)
                .replace("io/whorl", "my/whorl")
                .replace("io.whorl", "my.whorl")
                .replace("com/fasterxml", "own/fasterxml")
                .replace("com.fasterxml", "own.fasterxml")
                .getBytes(ISO_8859_1);
    }

    @Test
    void writerRunsFromTheModulePath() throws Exception {
        List<Path> modules = new ArrayList<>(modules());
        List<Path> others = new ArrayList<>(Jars.dependencies());
        others.removeAll(modules);
        Path application = module(modules);
        modules.add(application);
        List<String> start = List.of("-p", joined(modules), "-m", "sample/" + APPLICATION);
        List<String> withMap = new ArrayList<>(List.of("-cp", joined(others), "--add-modules", "ALL-DEFAULT"));
        withMap.addAll(start);
        List<Path> all = new ArrayList<>(modules);
        all.addAll(others);
        run(JAVA, NONE, start)
                .assertFallsBack("needs Chronicle Map, which is not on the class path", "net.openhft:chronicle-map");
        run(JAVA, FLAGS, withMap).assertWorks();
        run(JAVA, NONE, withMap).assertFallsBack("(5 of 5 are missing); add them: java " + LiveTier.flags() + " ...");
    }

    /**
     * A runtime image has no automatic modules, so the library must not need one. This one has no flight recorder
     * either. Where there is one, the events of the writer are recorded.
     */
    @Test
    void writerRunsFromARuntimeImage() throws Exception {
        List<Path> modules = new ArrayList<>(modules());
        modules.add(module(modules));
        List<String> start = List.of("-m", "sample/" + APPLICATION);
        Path image = folder.resolve("image");
        assertEquals(
                List.of("com.fasterxml.jackson.core,java.base"),
                tool(
                        JAVA,
                        "jdeps",
                        "--multi-release",
                        "17",
                        "--print-module-deps",
                        "--ignore-missing-deps",
                        "--module-path",
                        joined(modules),
                        "-m",
                        "io.whorl.index"));
        assertEquals(
                List.of(),
                tool(JAVA, "jlink", "-p", joined(modules), "--add-modules", "sample", "--output", image.toString()));
        assertEquals(
                List.of("com.fasterxml.jackson.core", "io.whorl.index", "java.base", "java.logging", "sample"),
                tool(image, "java", "--list-modules").stream()
                        .map(module -> module.replaceAll("@.*", ""))
                        .toList());
        run(image, NONE, start).assertFallsBack("needs Chronicle Map, which is not on the class path");
        Path recording = folder.resolve("events.jfr");
        List<String> recorded = new ArrayList<>(List.of(
                "-p", joined(modules), "--add-modules", "jdk.jfr", "-XX:StartFlightRecording:filename=" + recording));
        recorded.addAll(start);
        run(JAVA, NONE, recorded).assertFallsBack("needs Chronicle Map, which is not on the class path");
        assertTrue(RecordingFile.readAllEvents(recording).stream()
                .anyMatch(event -> event.getEventType().getName().equals("io.whorl.LiveMap")));
    }

    private static List<String> tool(Path java, String... command) throws Exception {
        List<String> started = new ArrayList<>(List.of(command));
        started.set(0, java.resolve("bin").resolve(command[0]).toString());
        if (!command[0].equals("java")) {
            // A tool lives for a second or two, in which C2 costs more than it gives.
            started.addAll(1, List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        }
        return ChildJvm.run(started);
    }

    /** The library and the modules that it requires. */
    private List<Path> modules() throws Exception {
        return List.of(Jars.library(folder), Jars.ofTests("jackson-core"));
    }

    /** The classes of the sample application. */
    private static Path sample(Path to) throws Exception {
        Path file = to.resolve("sample/Application.class");
        Files.createDirectories(file.getParent());
        Path tests = ChildJvm.location(DeploymentTest.class);
        Files.copy(tests.resolve("sample/Application.class"), file);
        return to;
    }

    /** The application in the layout of a repackaged Spring Boot jar. */
    private Path repackaged() throws Exception {
        Path contents = folder.resolve("contents");
        sample(contents.resolve("BOOT-INF/classes"));
        Jars.extract(Jars.ofTests("spring-boot-loader"), contents, ".*\\.class");
        Path libraries = Files.createDirectories(contents.resolve("BOOT-INF/lib"));
        for (Path library : Jars.dependencies()) {
            Files.copy(library, libraries.resolve(library.getFileName()));
        }
        Files.copy(Jars.library(folder), libraries.resolve("index-core.jar"));
        return Jars.make(
                folder.resolve("application.jar"),
                contents,
                "Main-Class: org.springframework.boot.loader.launch.JarLauncher",
                "Start-Class: " + APPLICATION,
                "Spring-Boot-Classes: BOOT-INF/classes/",
                "Spring-Boot-Lib: BOOT-INF/lib/");
    }

    /** The application as a module that requires only the library. */
    private Path module(List<Path> modules) throws Exception {
        Path classes = sample(folder.resolve("module"));
        Path info = Files.writeString(
                folder.resolve("module-info.java"),
                "module sample { requires java.logging; requires io.whorl.index; }\n");
        Jars.run("javac", "--release", "17", "-p", joined(modules), "-d", classes.toString(), info.toString());
        return classes;
    }

    private static String joined(List<Path> paths) {
        return String.join(
                File.pathSeparator, paths.stream().map(Path::toString).toList());
    }

    /** The library as a jar, and the jars of its dependencies. */
    static final class Jars {
        private static final List<String> OF_TESTS =
                List.of("junit", "jqwik", "archunit", "opentest4j", "apiguardian", "surefire", "spring-boot", "lucene");

        private Jars() {}

        /** Packages the library as the build does. */
        static Path library(Path folder) throws IOException {
            Path classes = ChildJvm.location(IndexWriter.class);
            if (Files.isRegularFile(classes)) {
                return classes;
            }
            return make(folder.resolve("index-core.jar"), classes);
        }

        /** Makes a jar. Nothing is compressed, because a jar inside a jar must not be. */
        static Path make(Path jar, Path contents, String... attributes) throws IOException {
            Path manifest = Files.write(Files.createTempFile("manifest", ".txt"), List.of(attributes));
            run("jar", "-c", "-0", "-f", jar.toString(), "-m", manifest.toString(), "-C", contents.toString(), ".");
            Files.delete(manifest);
            return jar;
        }

        /** Runs a tool of the JDK in this process. */
        static void run(String tool, String... arguments) {
            StringWriter messages = new StringWriter();
            PrintWriter out = new PrintWriter(messages);
            assertEquals(0, ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments), messages::toString);
        }

        /** Writes the files of a jar whose names match into a directory. */
        static void extract(Path jar, Path to, String pattern) throws IOException {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (JarEntry entry : file.stream()
                        .filter(e -> !e.isDirectory() && e.getName().matches(pattern))
                        .toList()) {
                    Path target = to.resolve(entry.getName());
                    Files.createDirectories(target.getParent());
                    try (InputStream in = file.getInputStream(entry)) {
                        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }

        /** The jars of the library's dependencies, including the optional ones. */
        static List<Path> dependencies() {
            return classPath()
                    .filter(p -> OF_TESTS.stream().noneMatch(p.toString()::contains))
                    .toList();
        }

        /** The jar on the class path of the tests whose name starts with {@code name}. */
        static Path ofTests(String name) {
            return classPath()
                    .filter(p -> p.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow();
        }

        private static Stream<Path> classPath() {
            String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            return Arrays.stream(path.split(File.pathSeparator)).map(Path::of).filter(Files::isRegularFile);
        }
    }
}
