package io.whorl.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
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
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiles = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of(
                                "-d",
                                folder.toString(),
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
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
}
