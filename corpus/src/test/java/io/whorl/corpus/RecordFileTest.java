package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
    @TempDir
    private Path directory;

    private final RecordFiles files = new RecordFiles(ReaderOptions.DEFAULT);

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private String copy(Path file, LongPredicate keeps) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordFile records = files.open(file)) {
            assertEquals(RecordFile.Content.RECORDS, records.content());
            assertEquals(Optional.empty(), records.copy(sink(keeps, out), true));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static RecordSink sink(LongPredicate keeps, OutputStream out) {
        return new RecordSink() {
            @Override
            public boolean takes(long record) {
                return keeps.test(record);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }
        };
    }

    private static String object(int i, int length) {
        return "{\"id\": \"d" + i + "\", \"text\": \"" + "{x}[,\\\" ".repeat(length) + "\"}";
    }

    /** The numbers of the records of a file that are documents, as the reader gives them. */
    private List<Long> numbers(Path file) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(file), ReaderOptions.DEFAULT, skipped -> {})) {
            for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                String place = next.get().place();
                numbers.add(Long.parseLong(place.substring(place.lastIndexOf(':') + 1)));
            }
        }
        return numbers;
    }

    @Test
    void anyRecordsCanBeLeftOut() throws IOException {
        Random random = new Random(5);
        for (int n = 0; n < 40; n++) {
            boolean lines = n % 2 == 0;
            StringBuilder all = new StringBuilder(n % 5 == 0 ? "\ufeff" : "");
            StringBuilder expected = new StringBuilder(all);
            List<String> separators = lines ? List.of("\n", "\r\n") : List.of("\n", "", " \r\n\t", ",\n");
            TreeSet<Long> dropped = new TreeSet<>();
            int records = 1 + random.nextInt(30);
            for (int i = 1; i <= records; i++) {
                boolean last = i == records && random.nextBoolean();
                String record = object(i, random.nextInt(random.nextInt(8) == 0 ? 30_000 : 40))
                        + (last ? "" : separators.get(random.nextInt(separators.size())));
                all.append(record);
                if (random.nextInt(3) == 0) {
                    dropped.add((long) i);
                } else {
                    expected.append(record);
                }
            }
            Path file = write("f" + n + (lines ? ".jsonl" : ".json"), all.toString());
            assertEquals(expected.toString(), copy(file, record -> !dropped.contains(record)), file.toString());
            assertEquals(records, numbers(file).size());
            assertEquals(all.toString(), copy(file, record -> true));
        }
    }

    @Test
    void rowsMayContainLineEnds() throws IOException {
        Path file = write("t.csv", "id,text\r\n1,\"a\nb\"\r\n\r\n2,\"c, \"\"d\"\"\"\r3,e");
        assertEquals(List.of(2L, 4L, 5L), numbers(file));
        assertEquals("id,text\r\n1,\"a\nb\"\r\n\r\n3,e", copy(file, record -> record != 4));
    }

    @Test
    void compressedRecordsAreUnpacked() throws IOException {
        String text = object(1, 3) + "\n" + object(2, 5) + "\n";
        for (String compression : List.of("gzip", "zstd")) {
            Path file = directory.resolve("c.jsonl" + (compression.equals("gzip") ? ".gz" : ".zst"));
            try (OutputStream out = RecordFiles.compressing(compression, Files.newOutputStream(file))
                    .orElseThrow()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(compression, RecordFiles.compression(file));
            assertEquals(object(2, 5) + "\n", copy(file, record -> record == 2));
            try (RecordFile records = files.open(file)) {
                assertEquals(compression, records.compression());
                assertEquals("json", records.format());
            }
        }
        assertEquals(Optional.empty(), RecordFiles.compressing("xz", OutputStream.nullOutputStream()));
    }

    @Test
    void otherFilesHaveNoRecordsToCopy() throws IOException {
        try (RecordFile text = files.open(write("t.txt", "some words"))) {
            assertEquals(RecordFile.Content.DOCUMENT, text.content());
            assertThrows(
                    IllegalStateException.class,
                    () -> text.copy(sink(n -> true, OutputStream.nullOutputStream()), true));
        }
        try (RecordFile array = files.open(write("a.json", "[" + object(1, 1) + "]"))) {
            assertEquals(RecordFile.Content.PARTS, array.content());
        }
    }

    @Test
    void aFileThatBreaksOffIsCopiedUpToThere() throws IOException {
        Path file = directory.resolve("c.jsonl.gz");
        byte[] text = (object(1, 20_000) + "\n" + object(2, 20_000) + "\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream out =
                RecordFiles.compressing("gzip", Files.newOutputStream(file)).orElseThrow()) {
            out.write(text);
        }
        byte[] packed = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(packed, packed.length - 10));
        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        try (RecordFile records = files.open(file)) {
            assertTrue(records.copy(sink(n -> true, copied), true).isPresent());
        }
        byte[] part = copied.toByteArray();
        assertTrue(part.length > text.length / 4, part.length + " bytes");
        assertArrayEquals(java.util.Arrays.copyOf(text, part.length), part);
    }

    @Test
    void aFailureOfTheOutputIsThrown() throws IOException {
        Path file = write("f.jsonl", object(1, 1) + "\n");
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        try (RecordFile records = files.open(file)) {
            assertEquals(
                    "full",
                    assertThrows(IOException.class, () -> records.copy(sink(n -> true, full), true))
                            .getMessage());
        }
    }

    @Test
    void filesAreListedAsTheyAreRead() throws IOException {
        Files.createDirectories(directory.resolve("d/b"));
        write("d/b/1.txt", "one");
        write("d/a.txt", "two");
        write("d/b.txt", "three");
        List<String> read = new ArrayList<>();
        try (CorpusReader reader =
                CorpusReader.open(List.of(directory.resolve("d")), ReaderOptions.DEFAULT, skipped -> {})) {
            for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                read.add(next.get().place());
            }
        }
        assertEquals(
                read,
                RecordFiles.list(directory.resolve("d")).stream()
                        .map(Path::toString)
                        .toList());
    }
}
