package io.whorl.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.ProgramRun;
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
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnWriteStoreV1;
import org.apache.parquet.column.impl.ColumnWriteStoreV2;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupWriter;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
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
                row.append("number", 1L << (n % 50));
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
                    List.of(file),
                    Map.of(),
                    ReaderOptions.DEFAULT,
                    skipped::add,
                    new Position(0, from),
                    reached::add)) {
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
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        assertEquals(4, read(packed, ReaderOptions.DEFAULT).size());
        List<Document> all = new ArrayList<>();
        Map<Path, InputStream> pipe = Map.of(Path.of("-"), new ByteArrayInputStream(Files.readAllBytes(file)));
        try (CorpusReader reader = CorpusReader.open(
                List.copyOf(pipe.keySet()), pipe, ReaderOptions.DEFAULT, skipped::add, Position.START, at -> {})) {
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

    private static Choice copy(Path from, Path to, boolean cutting) throws IOException {
        Choice choice = new Choice(cutting, new ArrayList<>(), new Random(1), new ByteArrayOutputStream());
        try (RecordFile opened = new RecordFiles(ReaderOptions.DEFAULT).open(from)) {
            assertEquals(RecordFile.Content.RECORDS, opened.content());
            assertTrue(opened.isWhole() && opened.canCut());
            assertEquals(Optional.empty(), opened.copy(choice, true));
        }
        Files.write(to, choice.bytes.toByteArray());
        return choice;
    }

    /** Drops rows, and if it cuts, the first two bytes of some texts. */
    private record Choice(boolean cutting, List<Long> kept, Random random, ByteArrayOutputStream bytes)
            implements RecordSink {
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
        public void write(byte[] more, int at, int length) {
            bytes.write(more, at, length);
        }
    }

    @Test
    void aCopyHasTheKeptRowsWithAllTheirColumns() throws IOException {
        for (CompressionCodecName codec : List.of(CompressionCodecName.SNAPPY, CompressionCodecName.ZSTD)) {
            for (boolean second : new boolean[] {false, true}) {
                Path file = file("a.parquet", codec, second, 20, 10, 30, 8);
                List<String> rows = ParquetFiles.rows(file);
                Path clean = directory.resolve("clean.parquet");
                List<Long> kept = copy(file, clean, false).kept;
                assertEquals(kept.stream().map(n -> rows.get((int) (n - 1))).toList(), ParquetFiles.rows(clean));
                try (ParquetSource source = ParquetSource.open(Optional.of(clean), InputStream.nullInputStream())) {
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
                copy(file, again, false);
                assertEquals(-1, Files.mismatch(clean, again));
            }
        }
    }

    @Test
    void partsOfTextsAreLeftOut() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20, 10, 30, 8);
        Path clean = directory.resolve("clean.parquet");
        copy(file, clean, true);
        requireIndexes(clean);
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

    /** Each index of a page is at its place, and leads to the pages. */
    private static void requireIndexes(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int indexes = 0;
        try (ParquetSource source = ParquetSource.open(Optional.of(file), InputStream.nullInputStream())) {
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

    @Test
    void aDamagedFileIsNotCopied() throws IOException {
        Path file = file("a.parquet", CompressionCodecName.ZSTD, false, 20);
        byte[] bytes = Files.readAllBytes(file);
        bytes[60] ^= 1;
        Files.write(file, bytes);
        Path clean = directory.resolve("clean.parquet");
        IOException e = assertThrows(IOException.class, () -> copy(file, clean, false));
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
        whorl(0, "dedup " + file + " --text-field body --id-field url --write " + clean);
        assertEquals(all.subList(0, 30), ParquetFiles.rows(clean));
        Path folder = Files.createDirectories(directory.resolve("folder/x"));
        Files.copy(file, folder.resolve("pages.parquet"));
        Path shorter = directory.resolve("shorter");
        whorl(0, "dedup " + folder.getParent() + " --text-field body --paragraphs lines --write " + shorter);
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
        byte[] whole = Files.readAllBytes(file);
        // Each row group is durable at once.
        String dedup = "dedup " + file + " --write-piece 1 --run-text 1k --write " + directory;
        whorl(0, dedup + "/expected.parquet");
        for (int stop = 2; stop < 5; stop++) {
            String clean = "/clean" + stop + ".parquet";
            damage(file, whole, "mark", stop, stop + 1);
            assertTrue(whorl(1, dedup + clean).contains("the source cannot be copied"));
            Files.write(Path.of(directory + clean + ".unfinished"), new byte[] {1}, StandardOpenOption.APPEND);
            damage(file, whole, "mark", 1, stop);
            whorl(0, dedup + clean + " --resume");
            assertEquals(-1, Files.mismatch(directory.resolve("expected.parquet"), Path.of(directory + clean)));
        }
    }

    /**
     * Stops a run at each row group by damage in its texts, and continues it with damage in those before the group in
     * which the last finished part of the index ends. They are not read again.
     */
    @Test
    void readingThatStoppedContinuesAtTheRowGroup() throws Exception {
        Path file = pages(6);
        byte[] whole = Files.readAllBytes(file);
        // Parts of the index are finished after few documents.
        String dedup = "dedup " + file + " --temp " + directory + " --run-text 1k --strict --format json";
        List<String> expected = dropped(whorl(0, dedup));
        assertTrue(expected.size() >= 30, expected::toString);
        for (int stop = 1; stop < 5; stop++) {
            damage(file, whole, "text", stop, stop + 1);
            whorl(1, dedup);
            damage(file, whole, "text", 1, stop - 1);
            assertEquals(expected, dropped(whorl(0, dedup + " --resume")));
        }
    }

    private static List<String> dropped(String printed) {
        return printed.lines().filter(line -> line.startsWith("{")).toList();
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

    /** Changes a byte of a column in some row groups of a whole file. The size and the time of the file stay. */
    private static void damage(Path file, byte[] whole, String column, int from, int to) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, whole);
        byte[] bytes = whole.clone();
        try (ParquetSource source = ParquetSource.open(Optional.of(file), InputStream.nullInputStream())) {
            for (int rowGroup = from; rowGroup < to; rowGroup++) {
                ColumnChunkMetaData chunk = source.rowGroups().get(rowGroup).getColumns().stream()
                        .filter(c -> c.getPath().toDotString().equals(column))
                        .findFirst()
                        .orElseThrow();
                bytes[(int) (chunk.getStartingPos() + chunk.getTotalSize() - 1)] ^= 1;
            }
        }
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
    }

    private static String words(int seed, int count) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(Integer.toString(random.nextInt(1 << 30), 36));
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }

    /** Returns all messages and results of a command line that exits so. */
    private static String whorl(int exit, String line) {
        StringWriter told = new StringWriter();
        assertEquals(exit, ProgramRun.exitCode(told, line.split(" ")), told::toString);
        return told.toString();
    }

    /** Writes Parquet files, and reads all their columns. */
    static final class ParquetFiles {
        static final Map<String, String> METADATA = Map.of("application", "of the test");

        private ParquetFiles() {}

        /** Writes a file of these row groups, in pages of a few rows. */
        static Path write(
                Path file, MessageType schema, CompressionCodecName codec, boolean second, List<List<Group>> rowGroups)
                throws IOException {
            ParquetFileWriter writer = new ParquetFileWriter(
                    new LocalOutputFile(file), schema, ParquetFileWriter.Mode.OVERWRITE, 1 << 20, 0, 64, 64, true);
            ParquetProperties properties = ParquetProperties.builder()
                    .withAllocator(new HeapByteBufferAllocator())
                    .withPageRowCountLimit(7)
                    .build();
            writer.start();
            for (List<Group> rows : rowGroups) {
                try (ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                                new ParquetSource.Compressor(codec), schema, new HeapByteBufferAllocator(), 64, true);
                        ColumnWriteStore store = second
                                ? new ColumnWriteStoreV2(schema, pages, properties)
                                : new ColumnWriteStoreV1(schema, pages, properties)) {
                    RecordConsumer consumer =
                            new ColumnIOFactory().getColumnIO(schema).getRecordWriter(store);
                    for (Group row : rows) {
                        new GroupWriter(consumer, schema).write(row);
                    }
                    consumer.flush();
                    store.flush();
                    writer.startBlock(rows.size());
                    pages.flushToFileWriter(writer);
                    writer.endBlock();
                }
            }
            writer.end(METADATA);
            return file;
        }

        /** Returns each row as the values of all columns, with their levels. */
        static List<String> rows(Path file) throws IOException {
            List<String> all = new ArrayList<>();
            try (ParquetSource source = ParquetSource.open(Optional.of(file), java.io.InputStream.nullInputStream())) {
                for (BlockMetaData rowGroup : source.rowGroups()) {
                    List<StringBuilder> rows = new ArrayList<>();
                    for (ColumnDescriptor column : source.schema().getColumns()) {
                        ColumnReader values = source.column(rowGroup, column);
                        int row = -1;
                        for (long n = source.values(rowGroup, column); n > 0; n--) {
                            row += values.getCurrentRepetitionLevel() == 0 ? 1 : 0;
                            while (rows.size() <= row) {
                                rows.add(new StringBuilder());
                            }
                            rows.get(row)
                                    .append(values.getCurrentRepetitionLevel())
                                    .append(values.getCurrentDefinitionLevel())
                                    .append(value(values, column))
                                    .append(' ');
                            values.consume();
                        }
                    }
                    rows.forEach(row -> all.add(row.toString()));
                }
            }
            return all;
        }

        private static Object value(ColumnReader values, ColumnDescriptor column) {
            if (values.getCurrentDefinitionLevel() < column.getMaxDefinitionLevel()) {
                return "null";
            }
            return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                case BOOLEAN -> values.getBoolean();
                case INT32 -> values.getInteger();
                case INT64 -> values.getLong();
                case FLOAT -> values.getFloat();
                case DOUBLE -> values.getDouble();
                default -> new String(values.getBinary().getBytes(), StandardCharsets.UTF_8);
            };
        }
    }
}
