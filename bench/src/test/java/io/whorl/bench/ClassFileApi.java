package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Describes the public API of classes that cannot be loaded here, because the libraries that they use are not on the
 * class path. The tool javap reads their files.
 */
final class ClassFileApi {
    private static final Pattern HEADER = Pattern.compile(
            "(?:public |protected )(?:static )?((?:(?:abstract|final|sealed) )*)(class|interface) ([\\w.$]+)(.*) \\{");
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
            List<String> lines = type.lines().filter(line -> !line.isBlank()).toList();
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
                String member = PublicApiTest.line(line.strip().replace(";", "").replace(", ", ","), name);
                Matcher found = constant.matcher(member);
                Matcher method = METHOD.matcher(member);
                if (isEnum && found.matches()) {
                    members.add(found.group(1));
                } else if (!method.find()) {
                    members.add(member);
                } else if (!ofEveryObject.contains(method.group(1)) && methods.add(method.group())) {
                    // A second method of the same name and parameters is a bridge that the compiler made.
                    members.add(member);
                }
            }
        }
        List<String> all = new ArrayList<>(List.of(modifiers + kind));
        all.addAll(members);
        return all;
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
                    .filter(name -> name.matches("io/whorl/.*/\\w+(\\$[A-Za-z]\\w*)*\\.class"))
                    .filter(name -> !name.endsWith("-info.class"))
                    .map(name -> name.replace('/', '.').substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }
}
