package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.input.BrokenInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
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
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(sources), options, skipped::add)) {
            return new ReadAll(documents(reader), skipped);
        }
    }

    private static List<Document> documents(CorpusReader reader) throws IOException {
        List<Document> documents = new ArrayList<>();
        for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
            documents.add(next.get());
        }
        return documents;
    }

    static ReadAll of(ReaderOptions options, String name, InputStream in) throws IOException {
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = stream(name, in, options, skipped::add)) {
            return new ReadAll(documents(reader), skipped);
        }
    }

    static CorpusReader stream(String name, InputStream in, ReaderOptions options, Consumer<Skipped> skipped)
            throws IOException {
        Path path = Path.of(name);
        return CorpusReader.open(List.of(path), Map.of(path, in), options, skipped, Position.START, reached -> {});
    }

    /** Reads a stream that is called dump; what is in it is not converted. */
    static ReadAll dump(FormatOptions options, InputStream in) {
        return dump(ReaderOptions.DEFAULT.formats(options).threads(1).convert(false), in);
    }

    private static ReadAll dump(ReaderOptions options, InputStream in) {
        try {
            return of(options, "dump", in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ReadAll dump(FormatOptions options, String content) {
        return dump(options, new ByteArrayInputStream(Packed.utf8(content)));
    }

    static ReadAll dump(String content) {
        return dump(FormatOptions.DEFAULT, content);
    }

    static ReadAll converted(String content) {
        return dump(ReaderOptions.DEFAULT, new ByteArrayInputStream(Packed.utf8(content)));
    }

    /** False if the content is a single document. */
    static boolean isDump(String content) {
        return !dump(content).ids().equals(List.of("dump"));
    }

    /** Why the dump could not be read to its end. */
    Optional<String> damage() {
        return skipped.stream()
                .filter(skip -> skip.place().equals("dump"))
                .map(Skipped::detail)
                .findFirst();
    }

    /** The numbers of records that were skipped. */
    Map<Reason, Long> counts() {
        return skipped.stream()
                .filter(skip -> !skip.place().equals("dump"))
                .collect(Collectors.groupingBy(Skipped::reason, TreeMap::new, Collectors.counting()));
    }

    List<String> texts() {
        return documents.stream().map(Document::text).toList();
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

    List<Reason> reasons() {
        return skipped.stream().map(Skipped::reason).toList();
    }

    /** Asserts the id and the text of each document: {@code id=text}. */
    ReadAll gives(String... pairs) {
        assertEquals(List.of(pairs), pairs());
        return this;
    }

    /** Asserts why each of the parts that were passed over was, in their order. */
    ReadAll skips(Reason... reasons) {
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
        String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        return Ended.of(
                        new ProcessBuilder(ChildJvm.command(List.of("-XX:+UseSerialGC", "-Xmx" + heap), main, words)),
                        300)
                .exits(0)
                .out()
                .lines()
                .toList();
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

    /** A start, then a repeated section, up to a length that would not fit in memory. */
    static final class EndlessStream extends InputStream {
        private final byte[] begin;
        private final byte[] over;
        private final long length;
        private volatile long at;
        volatile Thread reading;

        EndlessStream(String begin, String over, long length) {
            this.begin = Packed.utf8(begin);
            this.over = Packed.utf8(over);
            this.length = length;
        }

        long given() {
            return at;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int count) {
            reading = Thread.currentThread();
            long here = at;
            int n = (int) Math.min(count, length - here);
            for (int i = 0; i < n; i++, here++) {
                to[from + i] =
                        here < begin.length ? begin[(int) here] : over[(int) ((here - begin.length) % over.length)];
            }
            at = here;
            return n == 0 && count > 0 ? -1 : n;
        }
    }

    /** Some bytes, then an error, like a truncated compressed file. */
    static InputStream failing(byte[] bytes, int length, Exception error) {
        InputStream broken = CloseShieldInputStream.wrap(new BrokenInputStream(error));
        return new SequenceInputStream(new ByteArrayInputStream(bytes, 0, length), broken);
    }
}
