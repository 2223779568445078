package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.CorpusReader;
import io.whorl.lucene.collapse.CollapsingSearch;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
                + describe(IndexWriter.class)
                + describe(CorpusReader.class)
                + describe(CollapsingSearch.class)
                // These classes need those of Micrometer and Spark, which are not on the class path.
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

    /** The API of the module that contains a class. */
    private static String describe(Class<?> inside) throws Exception {
        Path location = Path.of(
                inside.getProtectionDomain().getCodeSource().getLocation().toURI());
        ModuleReference module =
                ModuleFinder.of(location).findAll().stream().findFirst().orElseThrow();
        Set<String> packages = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(Exports::source)
                .collect(Collectors.toSet());
        TreeMap<String, List<String>> types = new TreeMap<>();
        for (String name : classes(module)) {
            Class<?> type = Class.forName(name, false, inside.getClassLoader());
            if (packages.contains(type.getPackageName()) && isVisible(type)) {
                types.put(name.replace('$', '.'), members(type));
            }
        }
        return describe(module.descriptor().name(), types);
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

    private static List<String> classes(ModuleReference module) throws IOException {
        try (ModuleReader reader = module.open();
                Stream<String> names = reader.list()) {
            return names.filter(n -> n.endsWith(".class") && !n.endsWith("-info.class"))
                    .map(n -> n.substring(0, n.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && !type.isAnonymousClass()
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** The kind of a type, then its members in order. */
    private static List<String> members(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isListed(field)) {
                members.add(field.isEnumConstant() ? field.getName() : line(field.toGenericString(), type.getName()));
            }
        }
        for (Executable executable : Stream.concat(
                        Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .toList()) {
            boolean ofEveryObject = executable instanceof Method && OF_EVERY_OBJECT.contains(executable.getName());
            if (isListed(executable) && !ofEveryObject) {
                members.add(line(executable.toGenericString(), type.getName()));
            }
        }
        List<String> lines = new ArrayList<>(List.of(kind(type)));
        lines.addAll(members);
        return lines;
    }

    private static <M extends Member & AnnotatedElement> boolean isListed(M member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static String kind(Class<?> type) {
        String kind = type.isAnnotation()
                ? "annotation"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        boolean abstractClass = kind.equals("class") && Modifier.isAbstract(type.getModifiers());
        boolean finalClass = kind.equals("class") && Modifier.isFinal(type.getModifiers());
        return (type.isSealed() ? "sealed " : "")
                + (abstractClass ? "abstract " : "")
                + (finalClass ? "final " : "")
                + kind;
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
}
