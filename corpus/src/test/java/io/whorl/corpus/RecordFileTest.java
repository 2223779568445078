package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies files without some of their records, and compares with the pieces that they were made of. */
class RecordFileTest {
    @TempDir
    private Path directory;

    private final RecordFiles files = new RecordFiles(ReaderOptions.DEFAULT);

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    /** Collects records, unpacked and as they were stored. */
    private static class Collected implements RecordSink {
        private final LongPredicate dropped;
        private final boolean members;
        private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
        private final ByteArrayOutputStream stored = new ByteArrayOutputStream();
        private final List<Long> asked = new ArrayList<>();
        /** The parts of the texts of the first records that are left out. */
        private List<int[]> cuts = List.of();

        private Collected(LongPredicate dropped, boolean members) {
            this.dropped = dropped;
            this.members = members;
        }

        private Collected(Set<Long> dropped, boolean members) {
            this(dropped::contains, members);
        }

        private String text() {
            return plain.toString(StandardCharsets.UTF_8);
        }

        @Override
        public boolean takes(long record) {
            asked.add(record);
            return !dropped.test(record);
        }

        @Override
        public int[] cuts(long record) {
            return record > cuts.size() ? new int[0] : cuts.get((int) record - 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            plain.write(bytes, from, length);
        }

        @Override
        public boolean writeMembers(FileChannel file, long position, long length) throws IOException {
            if (!members) {
                return false;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) > 0) {}
            stored.write(bytes.array());
            plain.write(new GZIPInputStream(new ByteArrayInputStream(bytes.array())).readAllBytes());
            return true;
        }
    }

    /** Copies a whole file of records into a sink. */
    private Collected copy(Path file, Collected sink) throws IOException {
        try (RecordFile records = files.open(file)) {
            assertEquals(RecordFile.Content.RECORDS, records.content(), file.toString());
            assertEquals(Optional.empty(), records.copy(sink, true), file.toString());
        }
        return sink;
    }

    private String copy(Path file, LongPredicate dropped) throws IOException {
        return copy(file, new Collected(dropped, false)).text();
    }

    private static String object(int i, int length) {
        return "{\"id\": \"d" + i + "\", \"text\": \"" + "{x}[,\\\" ".repeat(length) + "\"}";
    }

    @Test
    void rowsMayContainLineEnds() throws IOException {
        Path file = write("t.csv", "id,text\r\n1,\"a\nb\"\r\n\r\n2,\"c, \"\"d\"\"\"\r3,e");
        List<String> places =
                ReadAll.of(file).documents().stream().map(Document::place).toList();
        assertEquals(List.of(file + ":2", file + ":4", file + ":5"), places);
        assertEquals("id,text\r\n1,\"a\nb\"\r\n\r\n3,e", copy(file, record -> record == 4));
    }

    @Test
    void theCompressionAndTheFormatAreNamed() throws IOException {
        for (String compression : List.of("gzip", "zstd")) {
            byte[] packed = compressed(compression, Packed.utf8(object(1, 3) + "\n"));
            Path file =
                    Files.write(directory.resolve("c.jsonl" + (compression.equals("gzip") ? ".gz" : ".zst")), packed);
            assertEquals(compression, RecordFiles.compression(file));
            try (RecordFile records = files.open(file)) {
                assertEquals(compression, records.compression());
                assertEquals("json", records.format());
            }
        }
        assertEquals(Optional.empty(), RecordFiles.compressing("xz", OutputStream.nullOutputStream()));
    }

    private static byte[] compressed(String compression, byte[] bytes) {
        return Packed.by(out -> RecordFiles.compressing(compression, out).orElseThrow(), bytes);
    }

    @Test
    void otherFilesHaveNoRecordsToCopy() throws IOException {
        try (RecordFile text = files.open(write("t.txt", "some words"))) {
            assertEquals(RecordFile.Content.DOCUMENT, text.content());
            assertThrows(IllegalStateException.class, () -> text.copy(new Collected(Set.of(), false), true));
        }
        try (RecordFile array = files.open(write("a.json", "[" + object(1, 1) + "]"))) {
            assertEquals(RecordFile.Content.PARTS, array.content());
        }
    }

    @Test
    void aFileThatBreaksOffIsCopiedUpToThere() throws IOException {
        Path file = directory.resolve("c.jsonl.gz");
        byte[] text = Packed.utf8(object(1, 20_000) + "\n" + object(2, 20_000) + "\n");
        try (OutputStream out =
                RecordFiles.compressing("gzip", Files.newOutputStream(file)).orElseThrow()) {
            out.write(text);
        }
        byte[] packed = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(packed, packed.length - 10));
        Collected copied = new Collected(Set.of(), false);
        try (RecordFile records = files.open(file)) {
            assertTrue(records.copy(copied, true).isPresent());
        }
        byte[] part = copied.plain.toByteArray();
        assertTrue(part.length > text.length / 4, part.length + " bytes");
        assertArrayEquals(Arrays.copyOf(text, part.length), part);
    }

    @Test
    void aFailureOfTheOutputIsThrown() throws IOException {
        Path file = write("f.jsonl", object(1, 1) + "\n");
        RecordSink full = new Collected(Set.of(), false) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                throw new IOException("full");
            }
        };
        try (RecordFile records = files.open(file)) {
            assertEquals(
                    "full",
                    assertThrows(IOException.class, () -> records.copy(full, true))
                            .getMessage());
        }
    }

    @Test
    void filesAreListedAsTheyAreRead() throws IOException {
        Files.createDirectories(directory.resolve("d/b"));
        write("d/b/1.txt", "one");
        write("d/a.txt", "two");
        write("d/b.txt", "three");
        List<String> read = ReadAll.of(directory.resolve("d")).documents().stream()
                .map(Document::place)
                .toList();
        assertEquals(
                read,
                RecordFiles.list(directory.resolve("d")).stream()
                        .map(Path::toString)
                        .toList());
    }

    // Pages, web archives and mailboxes.

    private static String warcRecord(Random random, int i) {
        String type = List.of("response", "request", "conversion", "warcinfo").get(random.nextInt(4));
        String text = "word" + i + " WARC/1.0 words\r\n".repeat(random.nextInt(random.nextInt(9) == 0 ? 9_000 : 40));
        String body = type.equals("response") ? "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + text : text;
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://x.example/" + i
                + "\r\nContent-Type: "
                + (type.equals("response") ? "application/http;msgtype=response" : "text/plain")
                + "\r\nContent-Length: "
                + Packed.utf8(body).length + "\r\n\r\n" + body + "\r\n\r\n";
    }

    private static String arcRecord(Random random, int i) {
        String body = i == 0
                ? "1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
                : "HTTP/1.1 200 OK\nContent-Type: text/plain\n\n" + "some words ".repeat(random.nextInt(50));
        return (i == 0 ? "filedesc://x.arc 0.0.0.0" : "http://x.example/" + i + " 1.2.3.4")
                + " 20010101000000 text/plain " + Packed.utf8(body).length + "\n" + body + "\n";
    }

    private static String mail(Random random, int i) {
        return "From someone@x.example Mon Jan  1 00:00:00 2001\nMessage-ID: <m" + i + "@x.example>\n\nFrom here on "
                + "\nthere are words\n>From above\n".repeat(random.nextInt(30))
                + "\n".repeat(random.nextInt(3)) + "\n\n";
    }

    /** A page that looks like the end of another. */
    private static String page(Random random, int i) {
        String text = "x".repeat(random.nextInt(1_000)) + (i % 3 == 0 ? "<![CDATA[</page><page>]]>" : "&lt;/page>");
        return "<page" + (i % 2 == 0 ? "" : " a=\"1\"") + ">\n<title>T" + i + "</title><ns>0</ns>"
                + "<revision><!-- </page> --><text>" + text + "</text></revision></page>\n" + " ".repeat(i % 4);
    }

    private static String object(Random random, int i, String... separators) {
        String separator = separators[random.nextInt(separators.length)];
        return object(i + 1, random.nextInt(random.nextInt(8) == 0 ? 9_000 : 40)) + separator;
    }

    private static String row(Random random, int i) {
        return i + (random.nextBoolean() ? ",\"a\nb, \"\"c\"\"\"" : ",e") + "\r\n";
    }

    /** What makes the records of a format, what is before and after them, and how they are numbered. */
    private enum Format {
        JSONL("\ufeff", (random, i) -> object(random, i, "\n", "\r\n"), ""),
        JSON("", (random, i) -> object(random, i, "\n", "", " \r\n\t", ",\n"), ""),
        CSV("id,text\r\n", RecordFileTest::row, ""),
        XML(
                "<mediawiki xml:lang=\"en\">\n  <siteinfo><!-- <page> --></siteinfo>\n  ",
                RecordFileTest::page,
                "</mediawiki>\n<!-- the end -->\n"),
        WARC("", RecordFileTest::warcRecord, ""),
        ARC("", RecordFileTest::arcRecord, ""),
        MBOX("", RecordFileTest::mail, "");

        private final String head;
        private final BiFunction<Random, Integer, String> maker;
        private final String tail;

        Format(String head, BiFunction<Random, Integer, String> maker, String tail) {
            this.head = head;
            this.maker = maker;
            this.tail = tail;
        }

        /** The number of the next record, after some bytes. */
        private long number(String before, int records) {
            return switch (this) {
                case JSONL, JSON, XML -> records + 1;
                // The head is the first row.
                case CSV -> records + 2;
                case MBOX -> 1 + before.chars().filter(c -> c == '\n').count();
                case WARC, ARC -> Packed.utf8(before).length + 1;
            };
        }
    }

    /**
     * The copy is the head, the records that are not dropped, and the tail, in all formats and compressions. The
     * numbers are those of the places of documents. Only records that are gzip members of their own stay compressed.
     */
    @ParameterizedTest
    @EnumSource
    void anyRecordsCanBeLeftOut(Format format) throws IOException {
        boolean archive = format == Format.WARC || format == Format.ARC;
        Random random = new Random(13);
        for (int n = 0; n < 12; n++) {
            List<String> pieces = new ArrayList<>(List.of(format.head));
            Set<Long> dropped = new HashSet<>();
            List<Long> numbers = new ArrayList<>();
            List<String> kept = new ArrayList<>(pieces);
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                numbers.add(format.number(String.join("", pieces), i));
                pieces.add(format.maker.apply(random, i));
                if (random.nextInt(3) == 0) {
                    dropped.add(numbers.get(i));
                } else {
                    kept.add(pieces.get(i + 1));
                }
            }
            pieces.add(format.tail);
            kept.add(format.tail);
            List<byte[]> parts = pieces.stream()
                    .filter(piece -> !piece.isEmpty())
                    .map(Packed::utf8)
                    .toList();
            byte[] all = Packed.utf8(String.join("", pieces));
            List<byte[]> files = List.of(
                    all,
                    packed(parts, 0, random),
                    packed(parts, 1, random),
                    packed(parts, 2, random),
                    compressed("zstd", all));
            for (int how = 0; how < files.size(); how++) {
                String name = n + "-" + how + "." + format.name().toLowerCase(Locale.ROOT)
                        + (how == 0 ? "" : how == 4 ? ".zst" : ".gz");
                Path file = Files.write(directory.resolve(name), files.get(how));
                for (boolean members : new boolean[] {false, true}) {
                    Collected copied = copy(file, new Collected(dropped, members));
                    copied.asked.removeIf(number -> format == Format.CSV && number == 1);
                    assertEquals(numbers, copied.asked, name);
                    assertEquals(String.join("", kept), copied.text(), name);
                    if (how == 1 && members && archive) {
                        byte[] stored = Packed.concat(kept.stream()
                                .filter(piece -> !piece.isEmpty())
                                .map(Packed::gzip)
                                .toArray(byte[][]::new));
                        assertArrayEquals(stored, copied.stored.toByteArray(), name);
                    }
                }
                for (Document document : ReadAll.of(file).documents()) {
                    assertEquals(0, document.file());
                    assertTrue(numbers.contains(document.record()), document::place);
                    String number = Long.toString(document.record() - (archive ? 1 : 0));
                    assertEquals(number, document.place().replaceAll("!.*", "").replaceAll(".*[:@]", ""));
                }
            }
        }
    }

    /** A record is not held in memory if it is large. */
    @Test
    void aLargeRecordIsUnpacked() throws IOException {
        byte[] small = Packed.utf8(warcRecord(new Random(3), 0));
        String text = "some words ".repeat(2_000_000);
        byte[] large = Packed.utf8(
                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + text.length() + "\r\n\r\n" + text + "\r\n\r\n");
        Path file = Files.write(directory.resolve("m.warc.gz"), Packed.concat(Packed.gzip(small), Packed.gzip(large)));
        Collected copied = copy(file, new Collected(Set.of(), true));
        assertArrayEquals(Packed.concat(small, large), copied.plain.toByteArray());
        assertArrayEquals(Packed.gzip(small), copied.stored.toByteArray());
        try (RecordFile records = files.open(file)) {
            assertEquals("warc", records.format());
        }
    }

    /** Groups pieces into gzip members: one each, several, or parts of one. */
    private static byte[] packed(List<byte[]> pieces, int how, Random random) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteArrayOutputStream open = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            int cut = how == 2 && random.nextInt(3) == 0 ? random.nextInt(piece.length) : 0;
            open.write(piece, 0, cut);
            if (cut > 0) {
                all.write(Packed.gzip(open.toByteArray()));
                open.reset();
            }
            open.write(piece, cut, piece.length - cut);
            if (how == 0 || how == 2 && random.nextInt(3) > 0) {
                all.write(Packed.gzip(open.toByteArray()));
                open.reset();
            }
        }
        if (open.size() > 0) {
            all.write(Packed.gzip(open.toByteArray()));
        }
        return all.toByteArray();
    }

    @Test
    void damagedPartsStayAndAnArchiveThatBreaksOffIsCopiedUpToThere() throws IOException {
        Random random = new Random(4);
        String first = warcRecord(random, 1);
        String damaged = "WARC/1.0\r\nno header\r\n\r\n";
        String last = warcRecord(random, 2);
        String cut = last.substring(0, last.length() - 8);
        Path file = Files.writeString(directory.resolve("d.warc"), first + damaged + last + cut);
        Collected collected = new Collected(Set.of(1L, (long) Packed.utf8(first + damaged).length + 1), true);
        try (RecordFile records = files.open(file)) {
            assertTrue(records.copy(collected, true).isPresent(), "it breaks off");
        }
        assertEquals(damaged + cut, collected.text());
        byte[] packed = Packed.gzip(Packed.utf8(last));
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(Packed.gzip(Packed.utf8(first)));
        members.write(packed, 0, packed.length - 9);
        Path broken = Files.write(directory.resolve("e.warc.gz"), members.toByteArray());
        Collected all = new Collected(Set.of(), true);
        try (RecordFile records = files.open(broken)) {
            assertTrue(records.copy(all, true).isPresent(), "it breaks off");
        }
        assertArrayEquals(Packed.gzip(Packed.utf8(first)), all.stored.toByteArray());
        assertTrue((first + last).startsWith(all.text()));
    }

    // Parts of texts.

    /** Copies lines without these parts of the text of each. */
    private Optional<String> cut(String lines, Collected copied, List<int[]> cuts) throws IOException {
        copied.cuts = cuts;
        try (RecordFile records = files.open(write("cut.jsonl", lines))) {
            assertTrue(records.canCut());
            return records.copy(copied, true);
        }
    }

    private void expectCut(String expected, String line, int... cuts) throws IOException {
        Collected copied = new Collected(Set.of(), false);
        assertEquals(Optional.empty(), cut(line, copied, List.of(cuts)));
        assertEquals(expected, copied.text());
    }

    @Test
    void onlyThePartOfTheLastTextIsLeftOut() throws IOException {
        expectCut("{\"text\":\"ac\"}", "{\"text\":\"abc\"}", 1, 2);
        expectCut(
                " { \"id\" : 1.0, \"text\" :\t\"\\u0061\\nz\", \"x\":[\"text\"] }\n\n",
                " { \"id\" : 1.0, \"text\" :\t\"\\u0061\\nb\\\"\\u00e9é\\nz\", \"x\":[\"text\"] }\n\n",
                2,
                9);
        expectCut("{\"text\":\"\",\"a\":\"é\"}", "{\"text\":\"\\ud83d\\ude00😀\",\"a\":\"é\"}", 0, 8);
        expectCut("{\"text\":\"a\\ude00\"}", "{\"text\":\"a\\ud83db\\ude00\"}", 1, 5);
        expectCut(
                "{\"a\":{\"text\":\"no\"},\"text\":\"first\",\"text\":\"d\"}",
                "{\"a\":{\"text\":\"no\"},\"text\":\"first\",\"text\":\"second\"}",
                0,
                5);
    }

    @Test
    void anotherTextIsRefused() throws IOException {
        for (String line : List.of("{\"text\":\"abc\"}", "{\"text\":\"aé\"}", "{\"text\":5}")) {
            Optional<String> problem = cut(line, new Collected(Set.of(), false), List.of(new int[] {2, 5}));
            assertTrue(problem.orElse("").contains("is not what it was"), line);
        }
    }

    /** The text of the result is the text without the ranges, for random texts, escapes and ranges. */
    @Test
    void theRestOfTheTextIsKept() throws IOException {
        String[] characters = {"a", "\n", "\"", "\\", "é", "€", "\ud83d\ude00", "\t", "/"};
        Random random = new Random(7);
        StringBuilder lines = new StringBuilder();
        List<String> kept = new ArrayList<>();
        List<int[]> cuts = new ArrayList<>();
        for (int n = 1; n <= 2_000; n++) {
            StringBuilder rest = new StringBuilder("cut.jsonl:" + n + "=");
            IntStream.Builder ranges = IntStream.builder();
            lines.append("{\"text\":\"");
            for (int i = 0, at = 0; i < 10; i++) {
                String c = characters[random.nextInt(characters.length)];
                int size = Packed.utf8(c).length;
                if (random.nextInt(3) == 0) {
                    ranges.add(at).add(at + size);
                } else {
                    rest.append(c);
                }
                at += size;
                lines.append(escaped(c, random));
            }
            lines.append("\"}\n");
            kept.add(rest.toString());
            cuts.add(ranges.build().toArray());
        }
        Collected copied = new Collected(Set.of(), false);
        assertEquals(Optional.empty(), cut(lines.toString(), copied, cuts));
        assertEquals(kept, ReadAll.of(write("cut.jsonl", copied.text())).pairs());
    }

    private static String escaped(String c, Random random) {
        String plain =
                switch (c) {
                    case "\n" -> "\\n";
                    case "\t" -> "\\t";
                    case "\"" -> "\\\"";
                    case "\\" -> "\\\\";
                    case "/" -> random.nextBoolean() ? "\\/" : "/";
                    default -> c;
                };
        if (random.nextBoolean()) {
            return plain;
        }
        StringBuilder unicode = new StringBuilder();
        c.chars().forEach(unit -> unicode.append(String.format("\\u%04x", unit)));
        return unicode.toString();
    }
}
