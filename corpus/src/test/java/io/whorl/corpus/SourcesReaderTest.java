package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesReaderTest {
    @TempDir
    Path dir;

    @Test
    void sourcesKeepTheirOrderAndBytesAreCounted() throws IOException {
        Path zip = Files.write(dir.resolve("z.zip"), TestArchives.zip(Map.of("z", "z")));
        Path gone = Files.writeString(dir.resolve("gone"), "123");
        Path tgz = Files.write(dir.resolve("t.tgz"), TestArchives.gzip(TestArchives.tar(Map.of("t", "t"))));
        Path sub = Files.createDirectory(dir.resolve("sub"));
        Files.writeString(sub.resolve("s"), "12345");
        Path damaged = Files.writeString(dir.resolve("d.tar"), "x".repeat(1000));
        long total = Files.size(zip) + 3 + Files.size(tgz) + 5 + 1000;
        List<Skipped> skipped = new ArrayList<>();
        List<Path> sources = List.of(zip, gone, tgz, sub, damaged, tgz);
        try (CorpusReader reader = CorpusReader.open(sources, ReaderOptions.DEFAULT, skipped::add)) {
            assertEquals(0, reader.bytesRead());
            assertEquals(total + Files.size(tgz), reader.bytesTotal());
            Files.delete(gone);
            long before = 0;
            for (String id : List.of("z", "t", "s", "t")) {
                assertEquals(id, reader.next().orElseThrow().id());
                assertTrue(reader.bytesRead() > before && reader.bytesRead() <= reader.bytesTotal());
                before = reader.bytesRead();
            }
            assertTrue(reader.next().isEmpty());
            assertTrue(reader.next().isEmpty());
            assertEquals(reader.bytesTotal(), reader.bytesRead());
        }
        assertEquals(
                List.of(Skipped.Reason.UNREADABLE, Skipped.Reason.DAMAGED),
                skipped.stream().map(Skipped::reason).toList());
        assertEquals(gone.toString(), skipped.get(0).place());
    }

    @Test
    void aMissingSourceIsNamedBeforeAnythingIsRead() throws IOException {
        Path there = Files.writeString(dir.resolve("x.jsonl"), "invalid");
        Path missing = dir.resolve("missing");
        List<Skipped> skipped = new ArrayList<>();
        NoSuchFileException e = assertThrows(
                NoSuchFileException.class,
                () -> CorpusReader.open(List.of(there, missing), ReaderOptions.DEFAULT, skipped::add));
        assertEquals(missing.toString(), e.getFile());
        assertEquals(List.of(), skipped);
    }

    @Test
    void exceptionsOfTheListenerPropagate() throws IOException {
        Path file = Files.writeString(dir.resolve("x.jsonl"), "invalid\n{\"id\":1,\"text\":\"t\"}");
        try (CorpusReader reader = CorpusReader.open(List.of(file), ReaderOptions.DEFAULT, s -> {
            throw new IllegalArgumentException("strict");
        })) {
            assertThrows(IllegalArgumentException.class, reader::next);
            assertEquals("1", reader.next().orElseThrow().id());
        }
    }

    @Test
    void aStreamIsReadLikeAFile() throws IOException {
        assertEquals(List.of("-"), stream("plain text"));
        assertEquals(List.of("1", "2"), stream("{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}"));
        Path zip = Files.write(dir.resolve("x.zip"), TestArchives.zip(Map.of("x.txt", "x")));
        try (CorpusReader reader =
                CorpusReader.ofStream("-", Files.newInputStream(zip), ReaderOptions.DEFAULT, s -> {})) {
            assertEquals("x.txt", reader.next().orElseThrow().id());
            assertTrue(reader.next().isEmpty());
        }
    }

    private static List<String> stream(String text) throws IOException {
        List<String> ids = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.ofStream(
                "-", new ByteArrayInputStream(TestArchives.utf8(text)), ReaderOptions.DEFAULT, s -> {})) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                ids.add(next.get().id());
            }
        }
        return ids;
    }

    @Test
    void aClosedReaderThrows() throws IOException {
        CorpusReader reader = CorpusReader.open(List.of(dir), ReaderOptions.DEFAULT, s -> {});
        reader.close();
        reader.close();
        assertThrows(IllegalStateException.class, reader::next);
    }

    @Test
    void anInterruptIsNotDamage() throws IOException {
        Path file = Files.write(dir.resolve("x.zip"), TestArchives.zip(Map.of("x", "x")));
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(file, file), ReaderOptions.DEFAULT, skipped::add)) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, reader::next);
        } finally {
            Thread.interrupted();
        }
        assertEquals(List.of(), skipped);
    }
}
