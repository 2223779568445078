package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.EndlessStream;
import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** JSON, as lines and as whole files. */
class JsonLinesTest extends ReadingFixture {
    private static final String A = "{\"id\":\"a\",\"text\":\"o]},{\\\"[ne\\\\\"}";
    private static final String B = "{\"x\":[{\"id\":1},[]],\"text\":\"two\",\"id\":2}";
    private static final String[] BOTH = {"a=o]},{\"[ne\\", "2=two"};

    private ReadAll read(int max, String... lines) throws IOException {
        return read(FormatOptions.DEFAULT.maxDocument(max), "x.jsonl", String.join("\n", lines));
    }

    @Test
    void onlyFieldsOfTheOutermostObjectCount() throws IOException {
        ReadAll all = read(
                        1000,
                        "{\"id\":\"a\",\"text\":\"one\"}\r",
                        "   ",
                        "",
                        "  {\"x\":{\"id\":\"no\",\"text\":[{\"text\":\"no\"}]},"
                                + "\"text\":\"two\",\"y\":[1,{}],\"id\":17,\"z\":null}  ",
                        "{\"id\":1.50,\"text\":\"\"}")
                .gives("a=one", "17=two", "1.50=")
                .skips();
        assertEquals(dir.resolve("x.jsonl") + ":4", all.documents().get(1).place());
    }

    @Test
    void invalidLinesAreReportedAndTheNextIsRead() throws IOException {
        for (String bad : List.of(
                "no json",
                "{\"id\":\"a\",\"text\":\"cut",
                "{\"id\":true,\"text\":\"t\"}",
                "{\"id\":[1],\"text\":\"t\"}",
                "[1]",
                "\"a\"",
                "{\"id\":\"a\",\"text\":\"t\"} {}",
                "{\"id\":\"a\",\"text\":\"t\"",
                "[".repeat(100_000))) {
            ReadAll all = read(1000, "{\"id\":1,\"text\":\"\"}", bad, "{\"id\":2,\"text\":\"\"}")
                    .gives("1=", "2=")
                    .skips(Reason.INVALID);
            assertEquals(dir.resolve("x.jsonl") + ":2", all.place(0), bad);
        }
    }

    @Test
    void idsComeFromTheOptionsOrFromFileAndLine() throws IOException {
        read(1000, "", "{\"text\":\"a\"}", "{\"id\":\"b\",\"text\":\"b\"}", "{\"id\":null,\"text\":\"c\"}")
                .gives("x.jsonl:2=a", "b=b", "x.jsonl:4=c");
        write("d/sub/y.json.gz", Packed.gzip("{\"text\":\"a\",\"url\":\"u\"}\n{\"text\":\"b\"}"));
        ReadAll.of(dir.resolve("d")).gives("sub/y.json:1=a", "sub/y.json:2=b");
        FormatOptions url = FormatOptions.DEFAULT.maxDocument(10).idField("url");
        read(url.textField("body"), "x.jsonl", "{\"url\":\"u\",\"body\":\"b\",\"id\":1,\"text\":2}")
                .gives("u=b");
        read(url, "x.jsonl", "{\"text\":\"b\",\"id\":1}").skips(Reason.INVALID);
    }

    @Test
    void recordsWithoutATextAreReportedWithTheirFields() throws IOException {
        ReadAll all = read(1000, "{\"id\":\"a\"}", "{\"id\":\"a\",\"text\":7,\"x\":{\"y\":1}}", "{}")
                .skips(Reason.MISSING_FIELD, Reason.MISSING_FIELD, Reason.MISSING_FIELD);
        String without = "no string in the field \"text\"; it has: ";
        assertEquals(
                List.of(without + "id", without + "id, text, x", without + "no field"),
                all.skipped().stream().map(Skipped::detail).toList());
        FormatOptions body = FormatOptions.DEFAULT.maxDocument(100).textField("body");
        for (String name : List.of("x.json", "x.jsonl", "x")) {
            all = read(body, name, A + "\n" + B).gives().skips(Reason.MISSING_FIELD, Reason.MISSING_FIELD);
            assertEquals("no string in the field \"body\"; it has: id, text", all.detail(0));
        }
        for (String other : List.of("{}", "{ plain }")) {
            read(body, "x", other).gives("x=" + other);
        }
        String many = "{\"id\":1" + Repeated.text(1_000, i -> ",\"" + "n".repeat(500) + i + "\":1");
        String detail = read("x.jsonl", many + "}").detail(0);
        assertTrue(detail.length() < 1_000 && detail.endsWith("and 989 more"), detail);
    }

    @Test
    void onlyTheTextIsLimitedInSize() throws IOException {
        String large = "x".repeat(300_000);
        ReadAll all = read(
                        100_000,
                        "{\"id\":1,\"text\":\"" + large + "\"}",
                        "{\"id\":2,\"text\":\"" + large.substring(0, 100_000) + "\"}",
                        "{\"id\":3,\"other\":\"" + large + "\",\"text\":\"t\"}",
                        "{\"id\":4,\"text\":\"" + large.substring(0, 100_001) + "\"}",
                        "{\"id\":5,\"text\":\"" + "\u00e9".repeat(50_001) + "\"}",
                        "{\"id\":6,\"text\":\"" + "\\u0041".repeat(100_000) + "\"}")
                .skips(Reason.TOO_LARGE, Reason.TOO_LARGE, Reason.TOO_LARGE);
        assertEquals(List.of("2", "3", "6"), all.ids());
        assertEquals(
                List.of(100_000, 1, 100_000),
                all.documents().stream().map(d -> d.utf8().length).toList());
    }

    @Test
    void whatUtf8CannotHoldIsReplaced() throws IOException {
        read(1000, "{\"id\":\"\\ud800\",\"text\":\"a\\udc00b\\ud83d\\ude00\\u0000\"}")
                .gives("\ufffd=a\ufffdb\ud83d\ude00\0");
        byte[] bytes = Packed.utf8("{\"id\":\"1\",\"text\":\"a?b\"}");
        bytes[bytes.length - 4] = (byte) 0xff;
        read("y.jsonl", bytes).gives("1=a\ufffdb");
    }

    /** All ways in which a sequence can begin and break off, each as the text of a line. */
    @Test
    void bytesThatAreNoUtf8AreReplacedAsJavaDoes() throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        int[] next = {'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0};
        for (int lead = 0x80; lead <= 0xFF; lead++) {
            for (int i = 0; i < 1_000; i++) {
                byte[] text = {'1', (byte) lead, (byte) next[i / 100], (byte) next[i / 10 % 10], (byte) next[i % 10]};
                // The last of them break off at the end of the text.
                text = Arrays.copyOf(text, 2 + i % 4);
                lines.writeBytes(Packed.utf8("{\"id\":\"1\",\"text\":\""));
                lines.writeBytes(text);
                lines.writeBytes(Packed.utf8("\"}\n"));
                expected.add("1=" + new String(text, StandardCharsets.UTF_8));
            }
        }
        assertEquals(expected, read("x.jsonl", lines.toByteArray()).skips().pairs());
    }

    @Test
    void fieldsMessagesAndLimitsAreInCharacters() throws IOException {
        FormatOptions greek = FormatOptions.DEFAULT.textField("λόγος").idField("ὄνομα");
        ReadAll all = read(greek.dateField("ἔτος"), "x.jsonl", "{\"λόγος\":\"中\\n\",\"ὄνομα\":\"ä\",\"ἔτος\":\"ö\"}");
        assertEquals("ö", all.gives("ä=中\n").documents().get(0).date().orElseThrow());
        all = read(1000, "{\"λόγος\":1}", "{\"id\":ä}").skips(Reason.MISSING_FIELD, Reason.INVALID);
        assertEquals("no string in the field \"text\"; it has: λόγος", all.detail(0));
        assertTrue(all.detail(1).contains("'ä'"), all.detail(1));
        // The limits are 65,536 characters of an id and 50,000 of a name.
        String long40 = "ä".repeat(40_000);
        read(1000, "{\"id\":\"" + long40 + "\",\"" + long40 + "\":1,\"text\":\"\"}")
                .gives(long40 + "=");
    }

    @Test
    void arraysAndConcatenatedObjectsAreRead() throws IOException {
        for (String json : List.of(
                "[" + A + "," + B + "]",
                "\ufeff [ \n " + A + " ,\n" + B + "\n]\n",
                A + B,
                A + "\n" + B + "\n",
                A + "," + B,
                "[" + A + "][" + B + "]")) {
            read("x.json", json).gives(BOTH).skips();
        }
        read("x.jsonl", "[" + A + ",\n" + B + "]").gives(BOTH);
        assertEquals(
                dir.resolve("x.json") + ":2",
                read("x.json", A + "\n\n" + B).documents().get(1).place());
    }

    @Test
    void otherJsonIsASingleDocument() throws IOException {
        for (String json :
                List.of("{}", "[]", "{\"name\":\"x\"}", "[1,2]", "{\"text\":{}}", "{\"id\":", "\"text\"", "")) {
            read("x.json", json).gives("x.json=" + json);
        }
    }

    /** A pipe has no extension, and neither has a part that a cluster wrote. */
    @Test
    void jsonUnderAnotherNameNeedsIdAndTextAndWithoutAnExtensionOnlyText() throws IOException {
        read("x.dump", A + "\n" + B).gives(BOTH);
        String alone = "{\"text\":\"alone\"}";
        read("x.dump", alone).gives("x.dump=" + alone);
        read("x.json", alone).gives("x.json:1=alone");
        for (String name : List.of("part-00000", "dump.v1/part-00000")) {
            read(name, "{\"text\":\"one\",\"url\":\"u\"}\n{\"text\":\"two\"}\n")
                    .gives("part-00000:1=one", "part-00000:2=two");
        }
        // The id of the first object is beyond the bytes by which formats are detected.
        String text = "a long text ".repeat(1_000);
        read("x", "{\"text\":\"" + text + "\",\"id\":\"a\"}").gives("a=" + text);
        for (String other : List.of("{\"name\":\"x\"}", "{ plain }", "{\"text\":1}")) {
            read("x", other).gives("x=" + other);
        }
    }

    @Test
    void aMalformedValueLosesNoOtherValue() throws IOException {
        for (String bad : List.of(
                "{\"id\":tru}", "7", "\"s,]\"", "null", "[1,{}]", "{\"id\":[],\"text\":\"\"}", "{]", "nonsense")) {
            ReadAll all = read("x.json", "[" + A + "," + bad + "," + B + "]")
                    .gives(BOTH)
                    .skips(Reason.INVALID);
            assertEquals(dir.resolve("x.json") + ":2", all.place(0), bad);
        }
    }

    /** Also without line ends: the start of the next value reveals that a value is not closed. */
    @Test
    void anUnclosedValueLosesNoLaterValue() throws IOException {
        for (String bad : List.of(
                "{\"id\":\"x\",\"text\":\"cut",
                "{\"id\":\"x\",\"text\":\"t\"",
                "{\"id\":\"x\",\"y\":[1,2",
                "{\"id\":\"x\",\"y\":[1}",
                "{\"id\":\"x\",\"y\":{\"z\":1}")) {
            for (String between : List.of("\n", "\n\n", "\r\n")) {
                String later = "{\"id\":\"c\",\"text\":\"\"}\n";
                read("x.json", A + between + bad + between + B + between + later)
                        .gives(BOTH[0], BOTH[1], "c=")
                        .skips(Reason.INVALID);
            }
        }
    }

    @Test
    void truncatedJsonIsDamaged() throws IOException {
        String whole = "[" + A + "," + B + "]";
        for (int length = 1 + A.length(); length < whole.length(); length++) {
            read("x.json", whole.substring(0, length))
                    .gives(Arrays.copyOf(BOTH, length < whole.length() - 1 ? 1 : 2))
                    .skips(Reason.DAMAGED);
        }
    }

    @Test
    void objectsMaySpanBuffers() throws IOException {
        String large = "x\\\"".repeat(50_000);
        String objects = String.join(",", Repeated.list(5, i -> "{\"id\":" + i + ",\"text\":\"" + large + "\"}"));
        ReadAll all = read("x.json", "[" + objects + "]").skips();
        assertEquals(List.of("0", "1", "2", "3", "4"), all.ids());
        assertEquals(100_000, all.documents().get(4).utf8().length);
    }

    @Property(tries = 300)
    void surrogatesAreReplacedWhereUtf8WouldLoseThem(@ForAll char[] chars) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = i % 2 == 0 ? (char) (0xd800 | (chars[i] & 0x7ff)) : chars[i];
            escaped.append(String.format("\\u%04x", (int) chars[i]));
        }
        StringBuilder expected = new StringBuilder();
        new String(chars)
                .codePoints()
                .map(c -> c >= 0xd800 && c <= 0xdfff ? 0xfffd : c)
                .forEach(expected::appendCodePoint);
        ReadAll.dump("{\"id\":\"a\",\"text\":\"" + escaped + "\"}").gives("a=" + expected);
    }

    // Records are parsed in batches on several threads, and arrive as one thread would read them.

    /** Longer than any batch. */
    private static final int LONG = 1_300_000;

    private final List<String> expected = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** Lines of many lengths, some invalid, blank, or longer than a batch. */
    private List<String> lines(long seed, int count) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int kind = random.nextInt(200);
            int length = i == count / 2 ? LONG : kind < 3 ? random.nextInt(300_000) : random.nextInt(200);
            String text = "é" + "x".repeat(length);
            if (kind < 190) {
                lines.add("{\"id\":\"" + i + "\",\"text\":\"" + text + "\\n\"}");
                expected.add(i + "=" + text + "\n");
            } else if (kind < 195) {
                lines.add("");
            } else if (kind < 198) {
                lines.add("{\"text\":\"" + text + "\"}");
                expected.add("x.jsonl:" + i + "=" + text);
            } else {
                lines.add("{\"id\":\"" + i + "\",\"text\":\"" + text);
                skipped.add(":" + i);
            }
        }
        return lines;
    }

    private static ReaderOptions options(int threads) {
        return ReaderOptions.DEFAULT.threads(threads);
    }

    private void assertRead(ReadAll all, String what) {
        assertEquals(expected, all.pairs(), what);
        assertEquals(
                skipped,
                all.skipped().stream()
                        .map(s -> s.place().substring(s.place().lastIndexOf(':')))
                        .toList(),
                what);
    }

    @Test
    void linesOfAllLengthsArriveInOrder() throws IOException {
        Path file = Files.writeString(dir.resolve("x.jsonl"), String.join("\n", lines(1, 3_000)));
        for (int threads : new int[] {1, 4}) {
            assertRead(ReadAll.of(options(threads), file), threads + " threads");
        }
        assertTrue(skipped.size() > 10, skipped.size() + " skipped");
    }

    @Test
    void objectsOfAnArrayArriveInOrder() throws IOException {
        List<String> objects = new ArrayList<>();
        for (int i = 1; i <= 2_000; i++) {
            objects.add("{\"id\":" + i + ",\"text\":\"" + "y".repeat(i == 700 ? LONG : i % 300) + "\"}");
            expected.add(i + "=" + "y".repeat(i == 700 ? LONG : i % 300));
        }
        Path file = Files.writeString(dir.resolve("x.json"), "[" + String.join(",\n", objects) + "]");
        assertRead(ReadAll.of(options(3), file), "array");
    }

    @Test
    void recordsBeforeAFailureOfTheStreamAreDelivered() throws IOException {
        byte[] whole = String.join("\n", lines(2, 600)).getBytes(StandardCharsets.UTF_8);
        List<String> all = List.copyOf(expected);
        Random random = new Random(3);
        for (int i = 0; i < 12; i++) {
            int end = random.nextInt(whole.length);
            ReadAll some = ReadAll.of(options(2), "x.jsonl", ReadAll.failing(whole, end, new EOFException("cut")));
            List<Skipped> reports = some.skipped();
            List<String> read = some.pairs();
            assertEquals(all.subList(0, read.size()), read);
            String text = new String(whole, 0, end, StandardCharsets.UTF_8);
            long lines = text.chars().filter(c -> c == '\n').count();
            long before =
                    reports.stream().filter(s -> s.reason() == Reason.INVALID).count();
            long blank = text.lines().filter(String::isEmpty).count();
            assertTrue(Math.abs(lines - read.size() - before - blank) <= 1, "cut at " + end + " after " + lines);
            assertEquals(Reason.UNREADABLE, reports.get(reports.size() - 1).reason(), "cut at " + end);
            assertTrue(reports.get(reports.size() - 1).detail().contains("cut"), reports::toString);
        }
    }

    @Test
    void theObjectsOfTinyRecordsCountAsMemory() throws Exception {
        String line = "{\"id\":\"1\",\"text\":\"t\"}\n";
        EndlessStream lines = new EndlessStream("", line, Long.MAX_VALUE);
        try (CorpusReader reader = ReadAll.stream("x.jsonl", lines, options(2), report -> {})) {
            reader.next();
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            // The reading thread waits only for room in the queue.
            while (lines.reading.getState() != Thread.State.WAITING) {
                assertTrue(System.nanoTime() < end, "it reads without limit");
                Thread.sleep(1);
            }
            long records = lines.given() / line.length();
            assertTrue(records < (16 << 20) / 150, records + " records are read ahead");
        }
    }

    @Test
    void globsLimitsAndDatesApplyToBatches() throws IOException {
        List<String> lines = Repeated.list(1_200, i -> {
            String id = (i % 3 == 0 ? "a/" : "b/") + i;
            return "{\"id\":\"" + id + "\",\"text\":\"t\",\"date\":\"" + (1_000 + i) + "\"}";
        });
        lines.add("{\"id\":\"\",\"text\":\"no id\"}");
        Path file = Files.writeString(dir.resolve("x.jsonl"), String.join("\n", lines));
        ReaderOptions options =
                ReaderOptions.DEFAULT.include(List.of("a/*")).formats(FormatOptions.DEFAULT.dateField("date"));
        ReadAll all = ReadAll.of(options, file);
        assertEquals(400, all.documents().size());
        assertEquals(Optional.of("1003"), all.documents().get(1).date());
        assertEquals(801, all.skipped().size());
        assertEquals(Reason.LEFT_OUT, all.skipped().get(0).reason());
        assertEquals(Reason.INVALID, all.skipped().get(800).reason());
        ReadAll some = ReadAll.of(options.limit(7), file);
        assertEquals(all.ids().subList(0, 7), some.ids());
        assertEquals(12, some.skipped().size());
    }

    // Tables.

    private static final FormatOptions BODY =
            FormatOptions.DEFAULT.maxDocument(100).textField("body");

    @Test
    void quotedFieldsMayContainSeparatorsAndLineEnds() throws IOException {
        String[] expected = {"1=a, \"b\"\nc", "2=d", "3=", "4=e \"f\" g"};
        String rows = "%1$sid%2$stext%2$smore%3$s1%2$s\"a, \"\"b\"\"\nc\"%2$sx%3$s2%2$sd%2$s\"y%2$s\"%3$s%3$s"
                + "3%2$s%2$s%3$s4%2$se \"f\" g%2$s";
        for (String separator : List.of(",", ";", "\t", "|")) {
            for (String end : List.of("\n", "\r\n", "\r")) {
                read("x.csv", String.format(rows, "\ufeff", separator, end))
                        .gives(expected)
                        .skips();
            }
        }
        read("X.TSV", String.format(rows, "", "\t", "\n")).gives(expected);
        assertEquals(
                dir.resolve("x.csv") + ":2",
                read("x.csv", "id,text\n1,t").documents().get(0).place());
    }

    @Test
    void rowsWithoutAnIdColumnAreNamedByTheirNumber() throws IOException {
        read("x.csv", "text\na\n\nb\n").gives("x.csv:2=a", "x.csv:4=b");
        write("d/sub/t.tgz", Packed.gzip(TestArchives.tarOf("y.csv", Packed.utf8("n,text\n7,a\n"))));
        ReadAll.of(dir.resolve("d")).gives("sub/t.tgz!y.csv:2=a");
    }

    @Test
    void columnsComeFromTheOptions() throws IOException {
        read(BODY.idField("url"), "x.csv", "id,body,url\n1,b,u\n").gives("u=b");
        ReadAll without = read(BODY.idField("url"), "x.csv", "id,body\n1,b\n").skips(Reason.DAMAGED);
        assertTrue(without.detail(0).contains("\"url\""), without.detail(0));
        for (String rows : List.of("id,text\n1,b\n", "id;text\n1;b\n")) {
            ReadAll all = read(BODY, "x.csv", rows).gives().skips(Reason.MISSING_FIELD);
            assertEquals("no string in the field \"body\"; it has: id, text", all.detail(0));
        }
    }

    @Test
    void tablesWithoutATextColumnAreSingleDocuments() throws IOException {
        for (String rows : List.of("a,b\n1,2\n", "Prose, with commas.", "texts,id\n", "\"text\nid,\"")) {
            read("x.csv", rows).gives("x.csv=" + rows);
        }
        read("x.txt", "id,text\n1,a\n").gives("x.txt=id,text\n1,a\n");
    }

    @Test
    void rowsWithAnotherNumberOfColumnsAreInvalid() throws IOException {
        ReadAll all = read("x.csv", "id,text\n1,a\n2\n3,b,c\n4,d\n,e\n")
                .gives("1=a", "4=d")
                .skips(Reason.INVALID, Reason.INVALID, Reason.INVALID);
        assertEquals(dir.resolve("x.csv") + ":3", all.place(0));
        assertEquals("a row of 1 columns; the first row has 2", all.detail(0));
        // An unclosed quote is damage.
        read("x.csv", "id,text\n1,a\n2,\"b\n3,c\n").gives("1=a").skips(Reason.DAMAGED);
    }

    @Test
    void rowsAboveTheLimitAreSkippedAndTheNextAreRead() throws IOException {
        ReadAll all = read(
                        FormatOptions.DEFAULT.maxDocument(1_000),
                        "x.csv",
                        "id,text,o\n1," + "x".repeat(1_001) + ",\n2," + "x".repeat(1_000) + ",\n3,\""
                                + "y\n".repeat(2 << 20) + "\",\n4,t," + "z".repeat(100_000) + "\n")
                .skips(Reason.TOO_LARGE, Reason.TOO_LARGE);
        assertEquals(List.of("2", "4"), all.ids());
    }
}
