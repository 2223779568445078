package io.whorl.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the Java of a page. Statements are put into a method that gives them their variables. */
final class JavaSnippets {
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

    private JavaSnippets() {}

    /**
     * Compiles a block into a folder.
     *
     * @return the name of its class
     */
    static String compile(Snippet snippet, Path repository, Path folder) throws IOException {
        Matcher type = TYPE.matcher(snippet.code());
        boolean whole = type.find();
        String name = whole ? type.group(1) : STATEMENTS;
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, imports(repository) + (whole ? snippet.code() : method(snippet.code())));
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
    private static String imports(Path repository) {
        StringBuilder imports = new StringBuilder();
        IMPORTS.forEach(i -> imports.append("import ").append(i).append(";\n"));
        Stream.of("index-core", "corpus").forEach(module -> exported(repository.resolve(module), imports));
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
        static List<Snippet> all(Path repository) throws IOException {
            List<Path> pages = new ArrayList<>(List.of(repository.resolve("README.md")));
            try (Stream<Path> docs = Files.list(repository.resolve("docs"))) {
                docs.filter(p -> p.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
            List<Snippet> found = new ArrayList<>();
            for (Path page : pages) {
                read(repository, page, found);
            }
            return found;
        }

        private static void read(Path repository, Path page, List<Snippet> found) throws IOException {
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith(FENCE)) {
                    int end = i + 1;
                    while (!lines.get(end).equals(FENCE)) {
                        end++;
                    }
                    String language = lines.get(i).substring(FENCE.length()).strip();
                    String code = String.join("\n", lines.subList(i + 1, end));
                    found.add(new Snippet(repository.relativize(page), i + 2, language, code));
                    i = end;
                }
            }
        }
    }
}
