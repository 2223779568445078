package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares what the libraries find by name at run time with the metadata for native images in their jars. The uses are
 * read from the constants of the class files: the methods of the JDK that a class calls, and its strings.
 */
class NativeImageTest {
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
        Path output = folder.resolve("output");
        ProcessBuilder script = new ProcessBuilder(
                        "sh",
                        sample.resolve("build").toString(),
                        System.getProperty("java.class.path"),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        script.environment().put("NATIVE_IMAGE", folder.resolve("missing").toString());
        Process process = script.start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        String lines = Files.readString(output);
        assertEquals(0, process.exitValue(), lines);
        assertTrue(lines.contains("The JVM answers: tides.txt 100.00"), lines);
        assertTrue(lines.contains("native-image is not at hand"), lines);
    }
}
