package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.whorl.testing.Ended;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.HashMap;
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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                        ClassFileApi.describe(location("io/whorl/micrometer/WhorlMetrics.class"), Set.of()))
                + describe(
                        "io.whorl.spark", ClassFileApi.describe(location("io/whorl/spark/WhorlSpark.class"), Set.of()));
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
        Set<String> hidden = new HashSet<>(module.packages());
        module.exports().stream()
                .filter(export -> !export.isQualified())
                .map(Exports::source)
                .forEach(hidden::remove);
        TreeMap<String, List<String>> types = ClassFileApi.describe(location, hidden);
        types.keySet().removeIf(name -> hidden.contains(packageOf(name)));
        return describe(module.name(), types);
    }

    private static String packageOf(String type) {
        return type.replaceFirst("\\.\\w*[A-Z].*", "");
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
         * @param hidden packages that callers cannot name; members whose signature has a type of theirs are not listed
         */
        static TreeMap<String, List<String>> describe(Path location, Set<String> hidden) throws IOException {
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
                        types.put(header.group(3).replace('$', '.'), type(header, lines, hidden));
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

        private static List<String> type(Matcher header, List<String> lines, Set<String> hidden) {
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
                // No class outside can extend a final one.
                boolean reached =
                        !line.startsWith("  protected ") || !header.group(1).contains("final");
                if (reached
                        && MEMBER.matcher(line).matches()
                        && TYPE_NAME.matcher(line).results().noneMatch(t -> hidden.contains(packageOf(t.group())))) {
                    String member =
                            PublicApiTest.line(line.strip().replace(";", "").replace(", ", ","), name);
                    Matcher found = constant.matcher(member);
                    Matcher method = METHOD.matcher(member);
                    if (isEnum && found.matches()) {
                        members.add(found.group(1));
                    } else if (!method.find()) {
                        members.add(member);
                    } else if (!OF_EVERY_OBJECT.contains(method.group(1)) && methods.add(erased(method.group()))) {
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

    // Metadata for native images: what the libraries find by name at run time, read from the constants of class files.

    private static final Pattern TYPES =
            Pattern.compile("java/lang/Class\\.forName|java/lang/ClassLoader\\.loadClass|.*Lookup\\.findClass");
    private static final Pattern MEMBERS =
            Pattern.compile("java/lang/Class\\.get(Declared)?(Method|Field|Constructor)s?"
                    + "|java/lang/invoke/MethodHandles\\$Lookup\\.find"
                    + "(?!Class).*");
    /** Reads the fields of its subclasses, whose names it does not know. */
    private static final String OPTIONS = "io/whorl/Options";
    /** The stemmers name methods of their own. */
    private static final String AMONG = "io/whorl/text/snowball/Among";

    private static final Pattern RESOURCES = Pattern.compile("java/lang/(Class|ClassLoader|Module)\\.getResource.*");
    /** A native image finds services by itself. For all these, there would have to be metadata of other kinds. */
    private static final Pattern OTHERS = Pattern.compile("java/lang/reflect/Proxy\\..*|java/lang/System\\.load.*"
            + "|java/lang/Runtime\\.load.*|java/util/ResourceBundle\\..*|java/io/Object(In|Out)putStream\\..*"
            + "|sun/misc/Unsafe\\..*|java/lang/invoke/MethodHandles\\.privateLookupIn");

    private static final Pattern TYPE_NAME = Pattern.compile("([a-z]\\w*\\.)+[A-Z]\\w*");
    private static final Pattern MEMBER_NAME = Pattern.compile("[a-zA-Z]\\w*");
    private static final Pattern STEMMER_METHOD = Pattern.compile("r_\\w+");

    /** The constants of a class file. */
    private record Constants(String superclass, Set<String> methods, Set<String> strings) {
        static Constants read(InputStream file) throws IOException {
            DataInputStream in = new DataInputStream(file);
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            String[] texts = new String[count];
            int[] first = new int[count];
            int[] second = new int[count];
            byte[] tags = new byte[count];
            for (int i = 1; i < count; i++) {
                tags[i] = in.readByte();
                switch (tags[i]) {
                    case 1 -> texts[i] = in.readUTF();
                    case 7, 8, 16, 19, 20 -> first[i] = in.readUnsignedShort();
                    case 15 -> in.skipNBytes(3);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++;
                    }
                    default -> {
                        first[i] = in.readUnsignedShort();
                        second[i] = in.readUnsignedShort();
                    }
                }
            }
            Set<String> methods = new TreeSet<>();
            Set<String> strings = new TreeSet<>();
            for (int i = 1; i < count; i++) {
                if (tags[i] == 10 || tags[i] == 11) {
                    methods.add(texts[first[first[i]]] + "." + texts[first[second[i]]]);
                } else if (tags[i] == 8) {
                    strings.add(texts[first[i]]);
                }
            }
            in.skipNBytes(4);
            int superclass = in.readUnsignedShort();
            return new Constants(superclass == 0 ? "" : texts[first[superclass]], methods, strings);
        }

        boolean call(Pattern methods) {
            return this.methods.stream().anyMatch(methods.asMatchPredicate());
        }

        Set<String> strings(Pattern like) {
            return strings.stream().filter(like.asMatchPredicate()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** What is in a jar: names found at run time, by the class that finds them, and the metadata. */
    private static final class Contents {
        final Map<String, Set<String>> types = new HashMap<>();
        final Map<String, Set<String>> members = new HashMap<>();
        final Map<String, String> superclasses = new HashMap<>();
        final Set<String> readers = new TreeSet<>();
        final Set<String> others = new TreeSet<>();
        final Set<String> resources = new TreeSet<>();
        JsonNode metadata = new ObjectMapper().createObjectNode();

        Contents(Path root, String artifact) throws IOException {
            Path file = root.resolve("META-INF/native-image/io.whorl/" + artifact + "/reachability-metadata.json");
            if (Files.exists(file)) {
                metadata = new ObjectMapper().readTree(Files.readString(file));
            }
            try (Stream<Path> files = Files.walk(root.resolve("io/whorl"))) {
                for (Path path : files.filter(Files::isRegularFile).toList()) {
                    String name = root.relativize(path).toString();
                    if (name.endsWith(".class")) {
                        try (InputStream in = Files.newInputStream(path)) {
                            add(name.replace(".class", ""), Constants.read(in));
                        }
                    } else {
                        resources.add(name);
                    }
                }
            }
        }

        private void add(String file, Constants constants) {
            String name = file.replace('/', '.');
            superclasses.put(file, constants.superclass);
            if (constants.call(TYPES)) {
                types.put(name, constants.strings(TYPE_NAME));
            }
            if (constants.call(MEMBERS) && !file.equals(AMONG) && !file.equals(OPTIONS)) {
                members.put(name, constants.strings(MEMBER_NAME));
            } else if (constants.methods.contains(AMONG + ".<init>")
                    && !constants.strings(STEMMER_METHOD).isEmpty()) {
                members.put(name, constants.strings(STEMMER_METHOD));
            }
            if (constants.call(RESOURCES)) {
                readers.add(name);
            }
            if (constants.call(OTHERS)) {
                others.add(name);
            }
        }

        boolean isOptions(String file) {
            String superclass = superclasses.getOrDefault(file, "");
            return superclass.equals(OPTIONS) || !superclass.isEmpty() && isOptions(superclass);
        }

        /** The names in entries of the metadata, by the class of the condition. */
        Map<String, Set<String>> described(String section, String... keys) {
            Map<String, Set<String>> names = new HashMap<>();
            for (JsonNode entry : metadata.path(section)) {
                String by = entry.path("condition").path("typeReached").asText();
                for (String key : keys) {
                    JsonNode value = entry.path(key);
                    for (JsonNode one : value.isArray() ? value : List.of(entry)) {
                        String name = one.path(value.isArray() ? "name" : key).asText();
                        if (!name.isEmpty() && !name.equals("<init>")) {
                            names.computeIfAbsent(by, k -> new TreeSet<>()).add(name);
                        }
                    }
                }
            }
            return names;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "whorl-index-core, write/IndexWriter",
        "whorl-corpus, corpus/CorpusReader",
        "whorl-lucene, lucene/collapse/CollapsingSearch",
        "whorl-micrometer, micrometer/WhorlMetrics"
    })
    void metadataDescribeWhatIsFoundByName(String artifact, String inside) throws Exception {
        Path location = PublicApiTest.location("io/whorl/" + inside + ".class");
        if (Files.isDirectory(location)) {
            check(new Contents(location, artifact));
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                check(new Contents(jar.getPath("/"), artifact));
            }
        }
    }

    private static void check(Contents contents) {
        assertEquals(Set.of(), contents.others);
        Map<String, Set<String>> types = contents.described("reflection", "type");
        Set<String> options = contents.superclasses.keySet().stream()
                .filter(contents::isOptions)
                .map(file -> file.replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(options, types.getOrDefault("io.whorl.Options", new TreeSet<>()));
        types.remove("io.whorl.Options");
        // A class may also name a type by a literal, or name its own methods.
        types.forEach((by, names) -> names.removeIf(name -> name.equals(by) || name.startsWith("java.nio.")));
        types.values().removeIf(Set::isEmpty);
        assertEquals(contents.types, types);
        assertEquals(contents.members, contents.described("reflection", "methods", "fields"));
        Map<String, Set<String>> resources = contents.described("resources", "glob");
        // Those of libraries, such as the fonts of PDFBox, are named by whole folders.
        assertEquals(contents.readers, new TreeSet<>(resources.keySet()));
        assertEquals(
                contents.resources,
                resources.values().stream()
                        .flatMap(Set::stream)
                        .filter(glob -> glob.startsWith("io/whorl/"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The sample compiles and answers on this JVM. Without the tool native-image, its script says so. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void theSampleRuns(@TempDir Path folder) throws Exception {
        Path sample = Path.of("../samples/native-image");
        ProcessBuilder script = new ProcessBuilder(
                        "sh",
                        sample.resolve("build").toString(),
                        System.getProperty("java.class.path"),
                        folder.toString())
                .redirectErrorStream(true);
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        script.environment().put("NATIVE_IMAGE", folder.resolve("missing").toString());
        String lines = Ended.of(script, 120).exits(0).out();
        assertTrue(lines.contains("The JVM answers: tides.txt 100.00"), lines);
        assertTrue(lines.contains("native-image is not at hand"), lines);
    }
}
