package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Everything a reader gave and everything it passed over. */
record ReadAll(List<Document> documents, List<Skipped> skipped) {
    static ReadAll of(Path... sources) throws IOException {
        return of(ReaderOptions.DEFAULT, sources);
    }

    static ReadAll of(int maxDocument, Path... sources) throws IOException {
        return of(ReaderOptions.DEFAULT.formats(FormatOptions.DEFAULT.maxDocument(maxDocument)), sources);
    }

    static ReadAll of(ReaderOptions options, Path... sources) throws IOException {
        List<Document> documents = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(sources), options, skipped::add)) {
            Optional<Document> document = reader.next();
            while (document.isPresent()) {
                documents.add(document.get());
                document = reader.next();
            }
        }
        return new ReadAll(documents, skipped);
    }

    List<String> ids() {
        return documents.stream().map(Document::id).toList();
    }

    /** id=text of each document. */
    List<String> pairs() {
        return documents.stream()
                .map(d -> d.id() + "=" + new String(d.utf8(), StandardCharsets.UTF_8))
                .toList();
    }

    List<Skipped.Reason> reasons() {
        return skipped.stream().map(Skipped::reason).toList();
    }

    /** Asserts the id and the text of each document: {@code id=text}. */
    ReadAll gives(String... pairs) {
        assertEquals(List.of(pairs), pairs());
        return this;
    }

    /** Asserts why each of the parts that were passed over was, in their order. */
    ReadAll skips(Skipped.Reason... reasons) {
        assertEquals(List.of(reasons), reasons(), skipped::toString);
        return this;
    }

    String place(int report) {
        return skipped.get(report).place();
    }

    String detail(int report) {
        return skipped.get(report).detail();
    }

    /** A test that reads files of its directory. */
    abstract static class ReadingFixture {
        @TempDir
        Path dir;

        /** Writes a text or bytes to a file, and the directories that it is in. */
        Path write(String name, Object content) throws IOException {
            Path file = dir.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.write(file, content instanceof byte[] bytes ? bytes : Packed.utf8((String) content));
        }

        ReadAll read(String name, Object content) throws IOException {
            return read(ReaderOptions.DEFAULT, name, content);
        }

        ReadAll read(FormatOptions options, String name, Object content) throws IOException {
            return read(ReaderOptions.DEFAULT.formats(options), name, content);
        }

        ReadAll read(ReaderOptions options, String name, Object content) throws IOException {
            return ReadAll.of(options, write(name, content));
        }
    }

    /** Returns the lines that the main method of a test prints in a process with a small heap. */
    static List<String> inSmallHeap(Class<?> main, long heap, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out.lines().toList();
    }

    /** Scales tests: the short form runs with every build, the long form with {@code mvn verify -Plong}. */
    static final class LongForm {
        private static final boolean ON = Boolean.getBoolean("io.whorl.long");

        private LongForm() {}

        /** The number for the form that runs. */
        static int of(int shortForm, int longForm) {
            return ON ? longForm : shortForm;
        }
    }

    /** Creates the service file that the jar of a plug-in would contain. */
    static final class Plugins {
        private Plugins() {}

        /**
         * A class loader with which {@link java.util.ServiceLoader} finds the implementation, which is on the class
         * path.
         */
        static ClassLoader loader(Path directory, Class<?> service, Class<?> implementation) {
            try {
                Path jar = Files.createTempDirectory(directory, "jar");
                Path services = Files.createDirectories(jar.resolve("META-INF/services"));
                Files.writeString(services.resolve(service.getName()), implementation.getName());
                return new URLClassLoader(new URL[] {jar.toUri().toURL()}, Plugins.class.getClassLoader());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
