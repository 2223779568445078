package io.whorl.deploy;

import io.whorl.write.IndexWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** The library as a jar, and the jars of its dependencies. */
final class Jars {
    private static final List<String> OF_TESTS =
            List.of("junit", "jqwik", "archunit", "opentest4j", "apiguardian", "surefire", "spring-boot");

    private Jars() {}

    /** Packages the library as the build does. */
    static Path library(Path folder) throws IOException, URISyntaxException {
        Path classes = Path.of(IndexWriter.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        Path jar = folder.resolve("index-core.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest())) {
            addAll(out, "", classes);
        }
        return jar;
    }

    /** The files of a jar by name. */
    static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().filter(e -> !e.isDirectory()).toList()) {
                try (InputStream in = file.getInputStream(entry)) {
                    entries.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return entries;
    }

    static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        return manifest;
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

    /** Adds all files below a directory, sorted by path. */
    static void addAll(JarOutputStream out, String prefix, Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).sorted().forEach(file -> {
                try {
                    String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
                    add(out, prefix + name, Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    static void addDirectories(JarOutputStream out, String... names) throws IOException {
        for (String name : names) {
            out.putNextEntry(new JarEntry(name));
            out.closeEntry();
        }
    }

    /** Adds an uncompressed entry: a jar inside a jar must not be compressed. */
    static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
