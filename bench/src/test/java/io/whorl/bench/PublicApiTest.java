package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the public API of the libraries with docs/API.txt, so that each change of it shows in review. The property
 * {@value #REWRITE} makes the test write the file instead.
 */
class PublicApiTest {
    private static final String REWRITE = "io.whorl.api.rewrite";
    private static final Path FILE = Path.of("../docs/API.txt");
    private static final String HEADER = """
            # The public API: every public or protected member of an exported package, sorted. Generated; rewrite \
            it with
            # mvn -pl bench -am test -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false \
            -Dio.whorl.api.rewrite=true
            """;
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString", "values", "valueOf");

    @Test
    void publicApiIsAsRecorded() throws Exception {
        String found = HEADER
                + describe(location("io/whorl/write/IndexWriter.class"))
                + describe(location("io/whorl/corpus/CorpusReader.class"))
                + describe(location("io/whorl/lucene/collapse/CollapsingSearch.class"))
                // All packages of these are public.
                + describe(
                        "io.whorl.micrometer",
                        ClassFileApi.describe(location("io/whorl/micrometer/WhorlMetrics.class"), OF_EVERY_OBJECT))
                + describe(
                        "io.whorl.spark",
                        ClassFileApi.describe(location("io/whorl/spark/WhorlSpark.class"), OF_EVERY_OBJECT));
        if (Boolean.getBoolean(REWRITE)) {
            Files.writeString(FILE, found);
        }
        assertEquals(Files.readString(FILE), found);
    }

    /** The API of the packages that a module exports. */
    private static String describe(Path location) throws IOException {
        ModuleDescriptor module = ModuleFinder.of(location).findAll().stream()
                .findFirst()
                .orElseThrow()
                .descriptor();
        Set<String> packages = module.exports().stream()
                .filter(export -> !export.isQualified())
                .map(Exports::source)
                .collect(Collectors.toSet());
        TreeMap<String, List<String>> types = ClassFileApi.describe(location, OF_EVERY_OBJECT);
        types.keySet().removeIf(name -> !packages.contains(name.replaceFirst("\\.[A-Z].*", "")));
        return describe(module.name(), types);
    }

    private static String describe(String module, Map<String, List<String>> types) {
        StringBuilder out = new StringBuilder("\nmodule ").append(module).append('\n');
        types.forEach((name, members) -> {
            out.append('\n').append(members.get(0)).append(' ').append(name).append('\n');
            members.stream().skip(1).forEach(m -> out.append("    ").append(m).append('\n'));
        });
        return out.toString();
    }

    /** The directory or the jar of the class path that contains a file. */
    static Path location(String name) throws Exception {
        URL url = PublicApiTest.class.getClassLoader().getResource(name);
        if (url.openConnection() instanceof JarURLConnection jar) {
            return Path.of(jar.getJarFileURL().toURI());
        }
        Path file = Path.of(url.toURI());
        return file.getRoot()
                .resolve(file.subpath(0, file.getNameCount() - Path.of(name).getNameCount()));
    }

    /** A signature without the names of packages and of the declaring type. */
    static String line(String signature, String type) {
        return signature
                .replace(type + ".", "")
                .replaceAll("\\b(?:[a-z][a-z0-9]*\\.)+(?=[A-Z])", "")
                .replaceAll("^public ", "")
                .replace("abstract ", "")
                .replace('$', '.');
    }

    /** The name of a type without its package. */
    static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /**
     * Describes the public API of classes by the tool javap, because some cannot be loaded here: the libraries that
     * they use are not on the class path.
     */
    static final class ClassFileApi {
        private static final Pattern HEADER =
                Pattern.compile("(?:public |protected )(?:static )?((?:(?:abstract|final|sealed) )*)(class|interface) "
                        + "([\\w.$]+)(.*) \\{");
        private static final Pattern METHOD = Pattern.compile("([\\w.]+)\\(.*\\)");
        private static final Pattern MEMBER = Pattern.compile("  (?:public|protected) .*;");

        private ClassFileApi() {}

        /**
         * The visible types by their names, each with the lines of its kind and of its members.
         *
         * @param location a directory or a jar
         * @param ofEveryObject names of methods that are not listed
         */
        static TreeMap<String, List<String>> describe(Path location, Set<String> ofEveryObject) throws IOException {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            List<String> arguments = new ArrayList<>(List.of("-protected", "-cp", location.toString()));
            arguments.addAll(classes(location));
            int code = ToolProvider.findFirst("javap")
                    .orElseThrow()
                    .run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
            assertEquals(0, code, err.toString());
            TreeMap<String, List<String>> types = new TreeMap<>();
            for (String type : out.toString().split("(?m)^Compiled from .*$")) {
                List<String> lines =
                        type.lines().filter(line -> !line.isBlank()).toList();
                if (!lines.isEmpty()) {
                    Matcher header = HEADER.matcher(lines.get(0));
                    if (header.matches()) {
                        types.put(header.group(3).replace('$', '.'), type(header, lines, ofEveryObject));
                    }
                }
            }
            // A type is visible if the type that declares it is.
            types.keySet()
                    .removeIf(name -> Character.isUpperCase(
                                    PublicApiTest.simple(declaring(name)).charAt(0))
                            && !types.containsKey(declaring(name)));
            return types;
        }

        private static String declaring(String name) {
            return name.substring(0, name.lastIndexOf('.'));
        }

        private static List<String> type(Matcher header, List<String> lines, Set<String> ofEveryObject) {
            String name = header.group(3);
            String extended = header.group(4);
            boolean isEnum = extended.contains(" extends java.lang.Enum<");
            String kind = isEnum ? "enum" : extended.contains(" extends java.lang.Record") ? "record" : header.group(2);
            String modifiers = kind.equals("class") ? header.group(1) : "";
            TreeSet<String> members = new TreeSet<>();
            String own = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
            Pattern constant = Pattern.compile("static final " + Pattern.quote(own) + " (\\w+)");
            Set<String> methods = new HashSet<>();
            for (String line : lines) {
                if (MEMBER.matcher(line).matches()) {
                    String member =
                            PublicApiTest.line(line.strip().replace(";", "").replace(", ", ","), name);
                    Matcher found = constant.matcher(member);
                    Matcher method = METHOD.matcher(member);
                    if (isEnum && found.matches()) {
                        members.add(found.group(1));
                    } else if (!method.find()) {
                        members.add(member);
                    } else if (!ofEveryObject.contains(method.group(1)) && methods.add(erased(method.group()))) {
                        // A second method of the same name and parameters is a bridge that the compiler made.
                        members.add(member);
                    }
                }
            }
            List<String> all = new ArrayList<>(List.of(modifiers + kind));
            all.addAll(members);
            return all;
        }

        private static String erased(String method) {
            String erased = method.replaceAll("<[^<>]*>", "");
            return erased.equals(method) ? method : erased(erased);
        }

        /** The names of all classes that have one. */
        private static List<String> classes(Path location) throws IOException {
            if (Files.isDirectory(location)) {
                return below(location);
            }
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                return below(jar.getPath("/"));
            }
        }

        private static List<String> below(Path root) throws IOException {
            try (Stream<Path> files = Files.walk(root)) {
                return files.map(file -> root.relativize(file).toString())
                        .filter(name -> name.matches("io/whorl/(.*/)?\\w+(\\$[A-Za-z]\\w*)*\\.class"))
                        .filter(name -> !name.endsWith("-info.class"))
                        .map(name -> name.replace('/', '.').substring(0, name.length() - ".class".length()))
                        .sorted()
                        .toList();
            }
        }
    }
}
