package io.whorl.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.RecordFile;
import io.whorl.corpus.RecordFiles;
import io.whorl.corpus.RecordSink;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ParquetFormatTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message page {
              optional binary id (STRING);
              optional binary text (STRING);
              required int64 number;
              optional int64 time (TIMESTAMP(MICROS, true));
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
              optional group meta { required double score; optional boolean good; optional float weight; }
              required int32 day (DATE);
              optional fixed_len_byte_array(3) code;
            }
            """);

    @TempDir
    private Path directory;

    private final List<Skipped> skipped = new ArrayList<>();

    private static List<List<Group>> groups(int... sizes) {
        List<List<Group>> groups = new ArrayList<>();
        int n = 0;
        for (int size : sizes) {
            List<Group> rows = new ArrayList<>();
            for (int i = 0; i < size; i++, n++) {
                SimpleGroup row = new SimpleGroup(SCHEMA);
                row.append("id", "id" + n);
                if (n != 3) {
                    row.append("text", "the text of é " + n + " repeats itself".repeat(n % 3));
                }
                row.append("number", 1L << n % 50);
                if (n % 4 > 0) {
                    row.append("time", 1_709_296_200_500_000L + n);
                }
                Group tags = row.addGroup("tags");
                for (int tag = 0; tag < n % 3; tag++) {
                    Group element = tags.addGroup("list");
                    if (tag == 0) {
                        element.append("element", "tag" + n % 5);
                    }
                }
                if (n % 5 > 0) {
                    Group meta = row.addGroup("meta").append("score", n / 3.0);
                    if (n % 2 > 0) {
                        meta.append("good", n % 7 == 0).append("weight", n / 7f);
                    }
                }
                row.append("day", 19_000 + n);
                row.append("code", org.apache.parquet.io.api.Binary.fromString(String.format("%03d", n)));
                rows.add(row);
            }
            groups.add(rows);
        }
        return groups;
    }

    private Path file(String name, CompressionCodecName codec, boolean second, int... sizes) throws IOException {
        return ParquetFiles.write(directory.resolve(name), SCHEMA, codec, second, groups(sizes));
    }

    private List<Document> read(Path source, ReaderOptions options) throws IOException {
        skipped.clear();
        List<Document> all = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(source), options, skipped::add)) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                all.add(next.get());
            }
        }
        return all;
    }

    private static ReaderOptions fields(FormatOptions formats) {
        return ReaderOptions.DEFAULT.formats(formats);
    }

    @Test
    void rowsAreDocuments() throws IOException {
        for (CompressionCodecName codec : List.of(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.ZSTD,
                CompressionCodecName.GZIP)) {
            for (boolean second : new boolean[] {false, true}) {
                Path file = file("a.parquet", codec, second, 20, 1, 30);
                List<Document> all = read(file, fields(FormatOptions.DEFAULT.dateField("time")));
                assertEquals(50, all.size(), codec + ": " + skipped);
                assertEquals("id50", all.get(49).id());
                assertEquals(
                        "the text of é 50 repeats itself repeats itself",
                        all.get(49).text());
                assertTrue(
                        all.get(49).place().endsWith("a.parquet:51"),
                        all.get(49).place());
                assertEquals(Optional.empty(), all.get(0).date());
                assertEquals(
                        Optional.of("2024-03-01T12:30:00.500001Z"), all.get(1).date());
                assertEquals(
                        List.of("the column \"text\" is null"),
                        skipped.stream().map(Skipped::detail).toList());
                assertTrue(skipped.get(0).place().endsWith(":4"), skipped::toString);
            }
        }
    }

    @Test
    void readingBeginsAtEachRowGroup() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20, 1, 30);
        List<Document> all = read(file, ReaderOptions.DEFAULT);
        List<Position> reached = new ArrayList<>();
        for (int from : new int[] {0, 20, 21}) {
            int read = 0;
            try (CorpusReader reader = CorpusReader.open(
                    List.of(file), ReaderOptions.DEFAULT, skipped::add, new Position(0, from), reached::add)) {
                for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next(), read++) {
                    // One of the first twenty has no text.
                    Document expected = all.get(Math.max(0, from - 1) + read);
                    assertEquals(expected.place(), next.get().place());
                    assertEquals(expected.text(), next.get().text());
                }
                assertEquals(reader.bytesTotal(), reader.bytesRead());
            }
            assertEquals(50 - Math.max(0, from - 1), read);
        }
        assertEquals(List.of(new Position(0, 20), new Position(0, 21), new Position(0, 21)), reached);
    }

    @Test
    void otherColumnsGiveTheIdAndTheDate() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 5);
        List<Document> all = read(
                file,
                fields(FormatOptions.DEFAULT.idField("number").textField("id").dateField("day")));
        assertEquals(
                List.of("1", "2", "4", "8", "16"),
                all.stream().map(Document::id).toList());
        assertEquals("id4", all.get(4).text());
        assertEquals(Optional.of("2022-01-08"), all.get(0).date());
        MessageType plain = MessageTypeParser.parseMessageType("message m { required binary text; }");
        Path without = ParquetFiles.write(
                directory.resolve("b.parquet"),
                plain,
                CompressionCodecName.SNAPPY,
                false,
                List.of(List.of(new SimpleGroup(plain).append("text", "x"))));
        assertEquals("b.parquet:1", read(without, ReaderOptions.DEFAULT).get(0).id());
        assertEquals(
                0, read(without, fields(FormatOptions.DEFAULT.idField("key"))).size());
        assertTrue(skipped.get(0).detail().contains("no column \"key\"; it has: text"), skipped::toString);
    }

    @Test
    void columnsThatCannotBeReadAreNamed() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 5);
        String[][] wrong = {
            {"none", "no column \"none\"; it has: id, text, number, time, tags, meta, day, code"},
            {"tags", "the column \"tags\" is nested"},
            {"meta", "the column \"meta\" is nested"},
            {"number", "the column \"number\" has no strings"},
            {"code", "the column \"code\" has no strings"}
        };
        for (String[] field : wrong) {
            assertEquals(
                    0,
                    read(file, fields(FormatOptions.DEFAULT.textField(field[0])))
                            .size());
            assertEquals(1, skipped.size());
            assertEquals(Skipped.Reason.MISSING_FIELD, skipped.get(0).reason());
            assertTrue(skipped.get(0).detail().startsWith(field[1]), skipped::toString);
        }
        List<Document> small = read(file, fields(FormatOptions.DEFAULT.maxDocument(20)));
        assertEquals(1, small.size());
        assertEquals(Skipped.Reason.TOO_LARGE, skipped.get(0).reason());
    }

    /** A Parquet file is read from its end, so that one without a path of its own is copied first. */
    @Test
    void filesInArchivesAndPipesAreRead() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.SNAPPY, false, 5);
        Path packed = directory.resolve("a.parquet.gz");
        try (OutputStream out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        assertEquals(4, read(packed, ReaderOptions.DEFAULT).size());
        List<Document> all = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.ofStream(
                "-", new ByteArrayInputStream(Files.readAllBytes(file)), ReaderOptions.DEFAULT, skipped::add)) {
            reader.next().ifPresent(all::add);
        }
        assertEquals("id0", all.get(0).id());
    }

    @Test
    void damageIsReportedAndNeverFails() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.SNAPPY, false, 12, 12);
        byte[] bytes = Files.readAllBytes(file);
        Path damaged = directory.resolve("damaged.parquet");
        for (int length = 4; length < bytes.length; length += 41) {
            Files.write(damaged, Arrays.copyOf(bytes, length));
            assertEquals(0, read(damaged, ReaderOptions.DEFAULT).size());
            assertEquals(1, skipped.size(), "length " + length);
        }
        Random random = new Random(5);
        int found = 0;
        for (int n = 0; n < 400; n++) {
            byte[] changed = bytes.clone();
            int at = 4 + random.nextInt(bytes.length - 4);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(damaged, changed);
            int read = read(damaged, ReaderOptions.DEFAULT).size();
            assertTrue(read <= 24, "byte " + at);
            found += skipped.size() > 1 ? 1 : 0;
        }
        assertTrue(found > 0, "the checksums of pages tell some of the changes");
    }

    private static void copy(Path from, Path to, RecordSink choice) throws IOException {
        try (RecordFile opened = new RecordFiles(ReaderOptions.DEFAULT).open(from);
                OutputStream out = Files.newOutputStream(to)) {
            assertEquals(RecordFile.Content.RECORDS, opened.content());
            assertTrue(opened.isWhole() && opened.canCut());
            assertEquals(
                    Optional.empty(),
                    opened.copy(
                            new RecordSink() {
                                @Override
                                public boolean takes(long record) throws IOException {
                                    return choice.takes(record);
                                }

                                @Override
                                public int[] cuts(long record) {
                                    return choice.cuts(record);
                                }

                                @Override
                                public void write(byte[] bytes, int at, int length) throws IOException {
                                    out.write(bytes, at, length);
                                }
                            },
                            true));
        }
    }

    /** Drops rows, and the first two bytes of some texts. */
    private record Choice(Random random, List<Long> kept, boolean cutting) implements RecordSink {
        @Override
        public boolean takes(long record) {
            // The second row group stays whole, and the fourth has no row left.
            boolean taken = record > 20 && record <= 30 || record <= 60 && random.nextInt(3) > 0;
            if (taken) {
                kept.add(record);
            }
            return taken;
        }

        @Override
        public int[] cuts(long record) {
            return cutting && record % 5 == 2 ? new int[] {0, 2, 4, 8} : new int[0];
        }

        @Override
        public void write(byte[] bytes, int at, int length) {}
    }

    @Test
    void aCopyHasTheKeptRowsWithAllTheirColumns() throws IOException {
        for (CompressionCodecName codec : List.of(CompressionCodecName.SNAPPY, CompressionCodecName.ZSTD)) {
            for (boolean second : new boolean[] {false, true}) {
                Path file = file("a.parquet", codec, second, 20, 10, 30, 8);
                List<String> rows = ParquetFiles.rows(file);
                Path clean = directory.resolve("clean.parquet");
                List<Long> kept = new ArrayList<>();
                copy(file, clean, new Choice(new Random(1), kept, false));
                assertEquals(kept.stream().map(n -> rows.get((int) (n - 1))).toList(), ParquetFiles.rows(clean));
                try (ParquetSource source = ParquetSource.open(Optional.of(clean), OutputSource.NONE)) {
                    assertEquals(SCHEMA, source.schema());
                    assertEquals(3, source.rowGroups().size());
                    assertEquals(
                            codec, source.rowGroups().get(0).getColumns().get(0).getCodec());
                    assertEquals(
                            "of the test",
                            source.footer()
                                    .getFileMetaData()
                                    .getKeyValueMetaData()
                                    .get("application"));
                }
                Path again = directory.resolve("again.parquet");
                copy(file, again, new Choice(new Random(1), new ArrayList<>(), false));
                assertEquals(-1, Files.mismatch(clean, again));
            }
        }
    }

    /** An input that nothing reads. */
    private static final class OutputSource {
        static final java.io.InputStream NONE = java.io.InputStream.nullInputStream();
    }

    @Test
    void partsOfTextsAreLeftOut() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20, 10, 30, 8);
        Path clean = directory.resolve("clean.parquet");
        List<Long> kept = new ArrayList<>();
        copy(file, clean, new Choice(new Random(1), kept, true));
        List<Document> before = read(file, ReaderOptions.DEFAULT);
        for (Document d : read(clean, ReaderOptions.DEFAULT)) {
            Document old = before.stream()
                    .filter(b -> b.id().equals(d.id()))
                    .findFirst()
                    .orElseThrow();
            long record = Long.parseLong(old.id().substring(2)) + 1;
            String text = old.text();
            assertEquals(record % 5 == 2 ? text.substring(2, 4) + text.substring(8) : text, d.text());
        }
    }

    /** Copies up to a row group, and then the rest by another copy that has the bytes and notes of the first. */
    @Test
    void aCopyContinuesAfterEachRowGroup() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20, 10, 30, 8, 5, 15);
        Path clean = directory.resolve("clean.parquet");
        copy(file, clean, new Choice(new Random(1), new ArrayList<>(), true));
        byte[] whole = Files.readAllBytes(clean);
        requireIndexes(clean);
        for (int stop = 1; stop < 4; stop++) {
            Stopping first = new Stopping(stop, new byte[0], new byte[0]);
            assertThrows(IOException.class, () -> copyTo(file, first));
            assertEquals(stop, first.groups);
            Stopping second = new Stopping(Integer.MAX_VALUE, first.durable, first.durableNotes);
            copyTo(file, second);
            assertTrue(second.groups == 3 - stop && second.asked.get(0) == first.from, second.asked::toString);
            assertArrayEquals(whole, second.bytes.toByteArray(), "stopped after " + stop);
        }
    }

    private static void copyTo(Path file, RecordSink sink) throws IOException {
        try (RecordFile opened = new RecordFiles(ReaderOptions.DEFAULT).open(file)) {
            opened.copy(sink, true);
        }
    }

    /** Each index of a page is at its place, and leads to the pages. */
    private static void requireIndexes(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int indexes = 0;
        try (ParquetSource source = ParquetSource.open(Optional.of(file), OutputSource.NONE)) {
            for (BlockMetaData rowGroup : source.rowGroups()) {
                for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                    if (chunk.getOffsetIndexReference() == null) {
                        continue;
                    }
                    int at = (int) chunk.getOffsetIndexReference().getOffset();
                    ByteArrayInputStream index = new ByteArrayInputStream(bytes, at, bytes.length - at);
                    assertEquals(
                            chunk.getFirstDataPageOffset(),
                            Util.readOffsetIndex(index)
                                    .getPage_locations()
                                    .get(0)
                                    .getOffset());
                    int column = (int) chunk.getColumnIndexReference().getOffset();
                    index = new ByteArrayInputStream(bytes, column, bytes.length - column);
                    assertTrue(Util.readColumnIndex(index).getNull_pagesSize() > 0);
                    indexes++;
                }
            }
        }
        assertTrue(indexes > 20, indexes + " indexes");
    }

    /** Chooses as {@link Choice}, and fails after some row groups, with the bytes and notes of those. */
    private static final class Stopping implements RecordSink {
        private final Choice choice = new Choice(new Random(1), new ArrayList<>(), true);
        private final List<Boolean> chosen = new ArrayList<>();
        private final List<Long> asked = new ArrayList<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final ByteArrayOutputStream notes = new ByteArrayOutputStream();
        private final byte[] before;
        private final int stop;
        private int groups;
        private long from = 1;
        private byte[] durable = {};
        private byte[] durableNotes = {};

        Stopping(int stop, byte[] written, byte[] notes) {
            this.stop = stop;
            before = notes;
            bytes.writeBytes(written);
            this.notes.writeBytes(notes);
            for (long record = 1; record <= 88; record++) {
                chosen.add(choice.takes(record));
            }
        }

        @Override
        public boolean takes(long record) throws IOException {
            asked.add(record);
            if (groups == stop) {
                from = record;
                throw new IOException("stopped");
            }
            return chosen.get((int) record - 1);
        }

        @Override
        public int[] cuts(long record) {
            return choice.cuts(record);
        }

        @Override
        public void write(byte[] more, int at, int length) {
            bytes.write(more, at, length);
        }

        @Override
        public void ended(byte[] more) {
            notes.writeBytes(more);
            durable = bytes.toByteArray();
            durableNotes = notes.toByteArray();
            groups++;
        }

        @Override
        public byte[] notes() {
            return before;
        }
    }

    @Test
    void aDamagedFileIsNotCopied() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20);
        byte[] bytes = Files.readAllBytes(file);
        bytes[60] ^= 1;
        Files.write(file, bytes);
        Path clean = directory.resolve("clean.parquet");
        IOException e = assertThrows(
                IOException.class, () -> copy(file, clean, new Choice(new Random(1), new ArrayList<>(), false)));
        assertTrue(e.getMessage().contains("the source cannot be copied"), e.getMessage());
    }

    @Test
    void theCommandWritesACleanFile() throws Exception {
        MessageType pages =
                MessageTypeParser.parseMessageType("message m { required binary url; required binary body (STRING); }");
        List<Group> rows = new ArrayList<>();
        String menu = words(0, 15);
        for (int n = 0; n < 40; n++) {
            rows.add(new SimpleGroup(pages)
                    .append("url", "http://a.example/" + n)
                    .append("body", menu + "\n" + words(n % 30 + 1, 60)));
        }
        Path file = ParquetFiles.write(
                directory.resolve("pages.parquet"),
                pages,
                CompressionCodecName.ZSTD,
                false,
                List.of(rows.subList(0, 25), rows.subList(25, 40)));
        List<String> all = ParquetFiles.rows(file);
        Path clean = directory.resolve("clean.parquet");
        whorl(0, "dedup", file, "--text-field", "body", "--id-field", "url", "--write", clean);
        assertEquals(all.subList(0, 30), ParquetFiles.rows(clean));
        Path folder = Files.createDirectories(directory.resolve("folder/x"));
        Files.copy(file, folder.resolve("pages.parquet"));
        Path shorter = directory.resolve("shorter");
        whorl(0, "dedup", folder.getParent(), "--text-field", "body", "--paragraphs", "lines", "--write", shorter);
        List<String> texts =
                read(shorter.resolve("x/pages.parquet"), fields(FormatOptions.DEFAULT.textField("body"))).stream()
                        .map(Document::text)
                        .toList();
        assertEquals(menu + "\n" + words(1, 60), texts.get(0));
        assertEquals(words(2, 60), texts.get(1));
        // The whole text of the last ones occurs before, which is more than may be dropped.
        assertEquals(menu + "\n" + words(1, 60), texts.get(30));
        assertFalse(Files.exists(directory.resolve("shorter.dedup")));
    }

    /**
     * Stops a run at each row group by damage in a column that only the copy reads, and continues it with damage in the
     * row groups before, which are not read again.
     */
    @Test
    void aCopyThatStoppedContinuesAtTheRowGroup() throws Exception {
        Path file = pages(6);
        Path expected = directory.resolve("expected.parquet");
        dedup(file, expected, 0);
        for (int stop = 2; stop < 5; stop++) {
            Path clean = directory.resolve("clean" + stop + ".parquet");
            damage(file, stop, "mark");
            assertTrue(dedup(file, clean, 1).contains("the source cannot be copied"));
            Files.write(
                    directory.resolve("clean" + stop + ".parquet.unfinished"),
                    new byte[] {1},
                    StandardOpenOption.APPEND);
            damage(file, stop, "mark");
            for (int group = 1; group < stop; group++) {
                damage(file, group, "mark");
            }
            dedup(file, clean, 0, "--resume");
            assertEquals(-1, Files.mismatch(expected, clean));
            for (int group = 1; group < stop; group++) {
                damage(file, group, "mark");
            }
        }
    }

    /**
     * Stops a run at each row group by damage in its texts, and continues it with damage in those before the group in
     * which the last finished part of the index ends. They are not read again.
     */
    @Test
    void readingThatStoppedContinuesAtTheRowGroup() throws Exception {
        Path file = pages(6);
        List<String> expected = dropped(file, 0);
        assertTrue(expected.size() >= 30, expected::toString);
        for (int stop = 1; stop < 5; stop++) {
            damage(file, stop, "text");
            dropped(file, 1);
            damage(file, stop, "text");
            for (int group = 1; group < stop - 1; group++) {
                damage(file, group, "text");
            }
            assertEquals(expected, dropped(file, 0, "--resume"));
            for (int group = 1; group < stop - 1; group++) {
                damage(file, group, "text");
            }
        }
    }

    /** Returns the results of a run in which parts of the index are finished after few documents. */
    private List<String> dropped(Path file, int exit, String... more) throws Exception {
        List<Object> arguments = new ArrayList<>(
                List.of("dedup", file, "--temp", directory, "--run-text", "1k", "--strict", "--format", "json"));
        arguments.addAll(List.of(more));
        return whorl(exit, arguments.toArray())
                .lines()
                .filter(line -> line.startsWith("{"))
                .toList();
    }

    /**
     * A file of row groups of 20 pages, of which the last five of each are dropped. The first and the last one are
     * large, because a resumed run compares both ends of a source.
     */
    private Path pages(int rowGroups) throws IOException {
        MessageType pages = MessageTypeParser.parseMessageType(
                "message m { required binary id (STRING); required binary text (STRING); required binary mark; }");
        List<List<Group>> groups = new ArrayList<>();
        for (int group = 0; group < rowGroups; group++) {
            List<Group> rows = new ArrayList<>();
            for (int n = 0; n < 20; n++) {
                rows.add(new SimpleGroup(pages)
                        .append("id", group + "." + n)
                        .append("text", words(100 * group + n % 15, 60))
                        .append("mark", words(n, group % (rowGroups - 1) == 0 ? 1_500 : 20)));
            }
            groups.add(rows);
        }
        return ParquetFiles.write(directory.resolve("groups.parquet"), pages, CompressionCodecName.ZSTD, false, groups);
    }

    /** Changes a byte of a column in a row group, or changes it back. The size and the time of the file stay. */
    private static void damage(Path file, int rowGroup, String column) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        try (ParquetSource source = ParquetSource.open(Optional.of(file), OutputSource.NONE)) {
            ColumnChunkMetaData chunk = source.rowGroups().get(rowGroup).getColumns().stream()
                    .filter(c -> c.getPath().toDotString().equals(column))
                    .findFirst()
                    .orElseThrow();
            bytes[(int) (chunk.getStartingPos() + chunk.getTotalSize() - 1)] ^= 1;
        }
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
    }

    /** Returns the messages of a run in which each row group is durable at once. */
    private String dedup(Path file, Path clean, int exit, String... more) throws Exception {
        List<Object> arguments =
                new ArrayList<>(List.of("dedup", file, "--write", clean, "--write-piece", "1", "--run-text", "1k"));
        arguments.addAll(List.of(more));
        return whorl(exit, arguments.toArray());
    }

    private static String words(int seed, int count) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(Integer.toString(random.nextInt(1 << 30), 36));
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }

    /** @return all messages and results */
    private String whorl(int exit, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.whorl.cli.Main"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(100, TimeUnit.SECONDS), "the command ends");
        assertEquals(exit, process.exitValue(), Files.readString(output));
        return Files.readString(output);
    }
}
