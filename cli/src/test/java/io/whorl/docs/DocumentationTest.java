package io.whorl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.CliRun;
import io.whorl.query.Matches.Match;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.Ended;
import io.whorl.testing.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Every {@code java} and {@code sh} block of the README and the pages runs, page by page, in an empty folder with the
 * sample documents. docs/cli.md begins with an empty folder, because its first command makes the samples. Blocks in
 * other languages show output, or commands that the build itself runs. docs/formats.md has a test of its own, because
 * its classes are plug-ins, and so has docs/lucene.md, which needs Lucene.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class DocumentationTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final long SECONDS = 200;
    /** Defines {@code whorl}, which runs in the process of the session. */
    private static final String SHELL = """
            set -e
            session() {
              printf '%s\\n' "$@" > "$PIPES/command"
              read -r code < "$PIPES/code"
              cat "$PIPES/out"
              cat "$PIPES/err" >&2
              return "$code"
            }
            whorl() {
              : > "$PIPES/in"
              if [ -p /dev/stdin ]; then cat > "$PIPES/in"; fi
              session whorl --quiet "$@"
            }
            """;

    /** The working directory of the session, empty before each page and snippet. */
    @TempDir
    static Path folder;

    @TempDir
    static Path pipes;

    private static Process session;

    @BeforeEach
    void clear() throws IOException {
        FileUtils.cleanDirectory(folder.toFile());
    }

    @AfterAll
    static void endSession() {
        if (session != null) {
            session.destroyForcibly();
        }
    }

    static Stream<Path> pagesWithCommands() throws IOException {
        return Snippet.all().stream()
                .filter(s -> s.language().equals("sh"))
                .map(Snippet::page)
                .distinct();
    }

    static Stream<Snippet> javaSnippets() throws IOException {
        return Snippet.all().stream()
                .filter(s -> s.language().equals("java"))
                .filter(s -> Stream.of("formats.md", "lucene.md", "recipes.md").noneMatch(s.page()::endsWith));
    }

    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commandsRun(Path page) throws Exception {
        if (!page.endsWith("cli.md")) {
            samples();
        }
        StringBuilder script = new StringBuilder(SHELL);
        for (Snippet snippet : Snippet.all()) {
            if (snippet.page().equals(page) && snippet.language().equals("sh")) {
                script.append("echo '").append(snippet).append("' >&2\n");
                script.append(snippet.code()).append('\n');
            }
        }
        run(script.toString());
    }

    @ParameterizedTest
    @MethodSource("javaSnippets")
    void javaRuns(Snippet snippet) throws Exception {
        String name = compile(snippet, Files.createDirectory(folder.resolve("classes")));
        if (name.equals(STATEMENTS)) {
            Path index = folder.resolve("index");
            if (!snippet.code().contains("IndexBuilder.create")) {
                samples();
                build(index);
            }
            run(SHELL + "session java classes " + name + " index");
        }
    }

    private void build(Path index) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            try (Stream<Path> essays = Files.list(folder.resolve("essays"))) {
                for (Path essay : essays.toList()) {
                    builder.add(essay.getFileName().toString(), Files.readAllBytes(essay));
                }
            }
            builder.finish();
        }
    }

    @Test
    void linksLeadToFilesOfTheRepository() throws IOException {
        Pattern link = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");
        List<String> broken = new ArrayList<>();
        for (String page : pages()) {
            Path file = REPOSITORY.resolve(page);
            Matcher links = link.matcher(Files.readString(file));
            while (links.find()) {
                String target = links.group(1);
                if (!target.contains("://") && !Files.exists(file.resolveSibling(target))) {
                    broken.add(page + ": " + target);
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void linesOfPagesFitInto120Columns() throws IOException {
        List<String> wide = new ArrayList<>();
        for (String page : pages()) {
            boolean code = false;
            for (String line : Files.readAllLines(REPOSITORY.resolve(page))) {
                code ^= line.startsWith("```");
                if (line.codePointCount(0, line.length()) > 120 && !code && !line.startsWith("|")) {
                    wide.add(page + ": " + line);
                }
            }
        }
        assertEquals(List.of(), wide);
    }

    @Test
    void theReadmeIsShortAndShowsTheTestCommand() throws IOException {
        String readme = Files.readString(REPOSITORY.resolve("README.md"));
        assertTrue(readme.lines().count() <= 200);
        String ci = Files.readString(REPOSITORY.resolve(".ci/run"));
        for (String script : List.of(readme, ci)) {
            assertTrue(script.contains("\n./verify\n"), "README and .ci/run have one test command");
        }
    }

    private static List<String> pages() throws IOException {
        List<String> pages =
                new ArrayList<>(List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"));
        try (Stream<Path> docs = Files.list(REPOSITORY.resolve("docs"))) {
            docs.filter(p -> p.toString().endsWith(".md")).forEach(p -> pages.add("docs/" + p.getFileName()));
        }
        return pages;
    }

    /** The sources that pages name: the samples, and folders with some of them. */
    private void samples() throws IOException {
        Path documents = REPOSITORY.resolve("samples/documents");
        copy(documents, "samples/documents", "");
        copy(documents, "essays", "tea");
        copy(documents, "essays", "tides");
        copy(documents, "more", "kites");
        copy(documents, "last-year", "tides.v2");
        Files.writeString(folder.resolve("task.txt"), "Describe the tides of the sea, and their causes, in 200 words.");
    }

    private void copy(Path from, String to, String prefix) throws IOException {
        Files.createDirectories(folder.resolve(to));
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(prefix))
                    .toList()) {
                Files.copy(file, folder.resolve(to).resolve(file.getFileName()));
            }
        }
    }

    /** Runs a script in the folder. After a failure, the next script has a new session. */
    private static void run(String script) throws Exception {
        if (session == null || !session.isAlive()) {
            session = CommandSession.start(folder, pipes);
        }
        Path output = pipes.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
        builder.environment().put("PIPES", pipes.toString());
        builder.directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Process process = builder.start();
        boolean succeeded = false;
        try {
            CompletableFuture.anyOf(process.onExit(), session.onExit()).get(SECONDS, TimeUnit.SECONDS);
            assertTrue(session.isAlive(), () -> "the session ended: " + CommandSession.log(pipes));
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            assertEquals(0, process.exitValue(), printed);
            succeeded = true;
        } finally {
            process.destroyForcibly();
            if (!succeeded) {
                endSession();
                session = null;
            }
        }
    }

    /**
     * Runs one command or Java program after another in one process, because a process for each takes most of its time
     * to start. The virtual machine has no flags that a library needs.
     */
    static final class CommandSession {
        private static final String LOG = "session.log";

        private CommandSession() {}

        /** Starts a session in a folder. The other folder gets the pipes that {@link #main} reads and writes. */
        static Process start(Path folder, Path pipes) throws IOException, InterruptedException {
            for (String name : List.of("command", "code")) {
                Path pipe = pipes.resolve(name);
                Files.deleteIfExists(pipe);
                if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() != 0) {
                    throw new IOException("mkfifo failed: " + pipe);
                }
            }
            return new ProcessBuilder(CliRun.command("", CommandSession.class, pipes))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(pipes.resolve(LOG).toFile())
                    .start();
        }

        /** Returns what a session itself has printed. */
        static String log(Path pipes) {
            try {
                return Files.readString(pipes.resolve(LOG));
            } catch (IOException e) {
                return "its output cannot be read: " + e;
            }
        }

        /**
         * Ends with its parent process. The argument is a folder: the pipe {@code command} has the arguments of a
         * command, one a line, and the pipe {@code code} gets its exit code. Both are opened anew for each command.
         * Standard input is the file {@code in}, and what a command prints is in {@code out} and {@code err}.
         */
        public static void main(String[] args) throws IOException {
            ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> Runtime.getRuntime()
                    .halt(1));
            Path pipes = Path.of(args[0]);
            while (true) {
                List<String> command = Files.readAllLines(pipes.resolve("command"));
                List<String> arguments = command.subList(1, command.size());
                CliRun run = command.get(0).equals("java")
                        ? java(arguments)
                        : CliRun.withInput(Files.readString(pipes.resolve("in")), arguments.toArray());
                Files.writeString(pipes.resolve("out"), run.out());
                Files.writeString(pipes.resolve("err"), run.err());
                Files.writeString(pipes.resolve("code"), run.code() + "\n");
            }
        }

        /**
         * Calls {@code main} of a class. The arguments: the folder of the class, its name, and the arguments for it.
         */
        private static CliRun java(List<String> arguments) throws IOException {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            ByteArrayOutputStream errors = new ByteArrayOutputStream();
            PrintStream standard = System.out;
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            int code = 0;
            URL[] classes = {Path.of(arguments.get(0)).toAbsolutePath().toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(classes)) {
                String[] args = arguments.subList(2, arguments.size()).toArray(new String[0]);
                loader.loadClass(arguments.get(1))
                        .getMethod("main", String[].class)
                        .invoke(null, (Object) args);
            } catch (InvocationTargetException e) {
                code = 1;
                e.getCause().printStackTrace(new PrintStream(errors, true, StandardCharsets.UTF_8));
            } catch (ReflectiveOperationException e) {
                code = 1;
                e.printStackTrace(new PrintStream(errors, true, StandardCharsets.UTF_8));
            } finally {
                System.setOut(standard);
            }
            return new CliRun(code, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        }
    }

    // The recipes for Spring and Quarkus compile, and that for Spring runs.

    @Test
    void springApplicationFindsDocumentsAndClosesTheWriter() throws Exception {
        String name = compile("org.springframework");
        Path classes = folder.resolve("classes");
        Path index = folder.resolve("index");
        for (int start = 0; start < 2; start++) {
            try (URLClassLoader loader =
                            new URLClassLoader(new URL[] {classes.toUri().toURL()});
                    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
                context.setClassLoader(loader);
                context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("recipe", Map.of("whorl.index", index.toString())));
                context.register(loader.loadClass(name));
                context.refresh();
                Object bean = context.getBean("nearDuplicates");
                bean.getClass().getMethod("add", String.class, String.class).invoke(bean, "a" + start, text(start));
                Object found = bean.getClass().getMethod("find", String.class).invoke(bean, text(start) + " and so on");
                List<?> ids =
                        ((List<?>) found).stream().map(m -> ((Match) m).id()).toList();
                assertEquals(List.of("a" + start), ids);
                assertEquals(true, bean.getClass().getMethod("isWell").invoke(bean));
            }
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(2, snapshot.documents());
        }
    }

    @Test
    void quarkusProducerCompiles() throws Exception {
        assertEquals("WhorlProducer", compile("jakarta.enterprise"));
    }

    private String compile(String library) throws Exception {
        List<Snippet> snippets = Snippet.all().stream()
                .filter(s -> s.page().endsWith("recipes.md") && s.code().contains("import " + library))
                .toList();
        assertEquals(1, snippets.size(), library);
        return compile(snippets.get(0), Files.createDirectory(folder.resolve("classes")));
    }

    private static String text(int number) {
        return "the %1$s first of the %1$s second of the %1$s third of the %1$s fourth"
                .formatted(number == 0 ? "red" : "blue");
    }

    // What the script verify says at its end.

    private static final String REPORT = Sources.resource(DocumentationTest.class, "surefire-report.xml");

    /**
     * Runs the script, and returns its lines. Its exit code must be that of Maven.
     *
     * @param counts what Maven prints at the end of a module
     */
    private List<String> verify(String report, String counts, int code) throws IOException, InterruptedException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.copy(Path.of("..", "verify"), project.resolve("verify"));
        Path earlier = Files.createDirectories(project.resolve("x/target/surefire-reports"));
        Files.writeString(earlier.resolve("TEST-a.Earlier.xml"), REPORT);
        Files.setLastModifiedTime(
                earlier.resolve("TEST-a.Earlier.xml"), java.nio.file.attribute.FileTime.fromMillis(0));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path given = Files.writeString(folder.resolve("report"), report);
        Path maven = Files.writeString(
                programs.resolve("mvn"),
                "#!/bin/sh\necho \"mvn $*\"\n"
                        + "echo '[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s'\n"
                        + "echo '" + counts + "'\nmkdir -p y/target/surefire-reports\nsleep 0.1\ncp " + given
                        + " y/target/surefire-reports/TEST-a.B.xml\nexit " + code + "\n");
        assertTrue(maven.toFile().setExecutable(true));
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", project.resolve("verify").toString(), "clean", "-Dx")
                .redirectErrorStream(true);
        builder.environment().merge("PATH", "", (path, none) -> programs + ":" + path);
        // The folder of the tests is named only where memory has the space.
        return Ended.of(builder, 60)
                .exits(code)
                .out()
                .lines()
                .map(line -> line.replaceFirst("-Dtest.tmp=\\S+ ", ""))
                .toList();
    }

    @Test
    void itCountsTheTestsOfThisRunAndTheReasonsOfThoseLeftOut() throws Exception {
        String counts = "[ERROR] Tests run: 10, Failures: 2, Errors: 1, Skipped: 5";
        assertEquals(
                List.of(
                        "mvn --batch-mode --no-transfer-progress clean -Dx verify",
                        "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s",
                        counts,
                        "left out: 1, no reason given",
                        "left out: 1, reason not reported",
                        "left out: 1, there is no \"browser\"",
                        "left out: 2, WHORL_DATA is not set",
                        "5 tests ran: 2 passed, 3 failed; 5 left out; the build failed, see above"),
                verify(REPORT, counts, 1));
    }

    @Test
    void aBuildThatSucceedsEndsWithItsTests() throws Exception {
        List<String> lines =
                verify("<testsuite name=\"a.B\">", "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0", 0);
        assertEquals("3 tests ran: 3 passed, 0 failed; 0 left out", lines.get(lines.size() - 1));
    }

    // The Java of a page, compiled. Statements are put into a method that gives them their variables.

    /** A block that declares a type is a source file without imports. */
    private static final Pattern TYPE =
            Pattern.compile("^(?:public )?(?:final )?(?:class|record|interface) (\\w+)", Pattern.MULTILINE);

    /** The name of the class that a block of statements becomes. */
    static final String STATEMENTS = "Statements";

    private static final List<String> IMPORTS =
            List.of("java.io.*", "java.nio.charset.*", "java.nio.file.*", "java.util.*");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Shared, because opening the libraries takes longer than compiling a block. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    /**
     * Compiles a block into a folder.
     *
     * @return the name of its class
     */
    private static String compile(Snippet snippet, Path folder) throws IOException {
        Matcher type = TYPE.matcher(snippet.code());
        boolean whole = type.find();
        String name = whole ? type.group(1) : STATEMENTS;
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, imports() + (whole ? snippet.code() : method(snippet.code())));
        StringWriter messages = new StringWriter();
        boolean compiles = COMPILER.getTask(
                        messages,
                        FILES,
                        null,
                        List.of(
                                "-d",
                                folder.toString(),
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path")),
                        null,
                        FILES.getJavaFileObjects(source))
                .call();
        assertTrue(compiles, () -> snippet + "\n" + messages);
        return name;
    }

    private static String method(String statements) {
        return """
                public class Statements {
                    public static void main(String[] args) throws Exception {
                        Path path = Path.of(args[0]);
                        String first = "we hold these truths to be self evident";
                        String second = "something else entirely, about nothing";
                        String text = "Truly, we hold these truths.";
                        PrintStream out = System.out;
                %s
                    }
                }
                """.formatted(statements);
    }

    /** Imports of everything that a user can import: the packages with public entry points. */
    private static String imports() {
        StringBuilder imports = new StringBuilder();
        IMPORTS.forEach(i -> imports.append("import ").append(i).append(";\n"));
        Stream.of("index-core", "corpus").forEach(module -> exported(REPOSITORY.resolve(module), imports));
        return imports.toString();
    }

    private static void exported(Path module, StringBuilder imports) {
        Path info = module.resolve("src/main/java/module-info.java");
        try {
            Matcher exports = Pattern.compile("exports ([\\w.]+);").matcher(Files.readString(info));
            while (exports.find()) {
                imports.append("import ").append(exports.group(1)).append(".*;\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the imports of snippets are the packages that " + info + " exports", e);
        }
    }

    /**
     * A fenced block of a page.
     *
     * @param page the page, relative to the repository
     * @param line the line of its first line of code, from 1
     * @param language the fence's info string: {@code sh} and {@code java} blocks are run
     */
    record Snippet(Path page, int line, String language, String code) {
        private static final String FENCE = "```";

        @Override
        public String toString() {
            return page + ":" + line;
        }

        /** All blocks of the README and of the pages in {@code docs}, in order. */
        static List<Snippet> all() throws IOException {
            List<Path> pages = new ArrayList<>(List.of(REPOSITORY.resolve("README.md")));
            try (Stream<Path> docs = Files.list(REPOSITORY.resolve("docs"))) {
                docs.filter(p -> p.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
            List<Snippet> found = new ArrayList<>();
            for (Path page : pages) {
                read(page, found);
            }
            return found;
        }

        private static void read(Path page, List<Snippet> found) throws IOException {
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith(FENCE)) {
                    int end = i + 1;
                    while (!lines.get(end).equals(FENCE)) {
                        end++;
                    }
                    String language = lines.get(i).substring(FENCE.length()).strip();
                    String code = String.join("\n", lines.subList(i + 1, end));
                    found.add(new Snippet(REPOSITORY.relativize(page), i + 2, language, code));
                    i = end;
                }
            }
        }
    }
}
