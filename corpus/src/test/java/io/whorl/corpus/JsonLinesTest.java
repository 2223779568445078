package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON, as lines and as whole files. */
class JsonLinesTest {
    @TempDir
    Path dir;

    private static final String A = "{\"id\":\"a\",\"text\":\"o]},{\\\"[ne\\\\\"}";
    private static final String B = "{\"x\":[{\"id\":1},[]],\"text\":\"two\",\"id\":2}";
    private static final List<String> BOTH = List.of("a=o]},{\"[ne\\", "2=two");

    private ReadAll read(int max, String... lines) throws IOException {
        return ReadAll.of(max, Files.writeString(dir.resolve("x.jsonl"), String.join("\n", lines)));
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
                "{\"id\":1.50,\"text\":\"\"}");
        assertEquals(List.of("a=one", "17=two", "1.50="), all.pairs());
        assertEquals(List.of(), all.skipped());
        assertEquals(dir.resolve("x.jsonl") + ":4", all.documents().get(1).place());
    }

    @Test
    void fieldNamesComeFromTheOptions() throws IOException {
        Path file = Files.writeString(dir.resolve("x.jsonl"), "{\"url\":\"u\",\"body\":\"b\",\"id\":1,\"text\":2}");
        assertEquals(
                List.of("u=b"),
                ReadAll.of(
                                ReaderOptions.DEFAULT.formats(FormatOptions.DEFAULT
                                        .maxDocument(10)
                                        .idField("url")
                                        .textField("body")),
                                file)
                        .pairs());
    }

    @Test
    void invalidLinesAreReportedAndTheNextIsRead() throws IOException {
        List<String> bad = List.of(
                "no json",
                "{\"id\":\"a\",\"text\":\"cut",
                "{\"id\":true,\"text\":\"t\"}",
                "{\"id\":[1],\"text\":\"t\"}",
                "[1]",
                "\"a\"",
                "{\"id\":\"a\",\"text\":\"t\"} {}",
                "{\"id\":\"a\",\"text\":\"t\"",
                "[".repeat(100_000));
        for (String line : bad) {
            ReadAll all = read(1000, "{\"id\":1,\"text\":\"\"}", line, "{\"id\":2,\"text\":\"\"}");
            assertEquals(List.of("1=", "2="), all.pairs(), line);
            assertEquals(List.of(Skipped.Reason.INVALID), all.reasons(), line);
            assertEquals(dir.resolve("x.jsonl") + ":2", all.skipped().get(0).place());
        }
    }

    @Test
    void linesWithoutAnIdAreNamedByFileAndLine() throws IOException {
        ReadAll all =
                read(1000, "", "{\"text\":\"a\"}", "{\"id\":\"b\",\"text\":\"b\"}", "{\"id\":null,\"text\":\"c\"}");
        assertEquals(List.of("x.jsonl:2=a", "b=b", "x.jsonl:4=c"), all.pairs());
        Path in = Files.createDirectories(dir.resolve("d/sub"));
        byte[] lines = TestArchives.utf8("{\"text\":\"a\",\"url\":\"u\"}\n{\"text\":\"b\"}");
        Files.write(in.resolve("y.json.gz"), TestArchives.gzip(lines));
        assertEquals(
                List.of("sub/y.json:1=a", "sub/y.json:2=b"),
                ReadAll.of(dir.resolve("d")).pairs());
    }

    @Test
    void anExplicitIdFieldIsRequired() throws IOException {
        Path file = Files.writeString(dir.resolve("x.jsonl"), "{\"text\":\"b\",\"id\":1}");
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(10).idField("url");
        ReadAll all = ReadAll.of(ReaderOptions.DEFAULT.formats(options), file);
        assertEquals(List.of(Skipped.Reason.INVALID), all.reasons());
    }

    @Test
    void linesWithoutATextAreReportedWithTheirFields() throws IOException {
        ReadAll all = read(1000, "{\"id\":\"a\"}", "{\"id\":\"a\",\"text\":7,\"x\":{\"y\":1}}", "{}");
        assertEquals(
                List.of(Skipped.Reason.MISSING_FIELD, Skipped.Reason.MISSING_FIELD, Skipped.Reason.MISSING_FIELD),
                all.reasons());
        String without = "no string in the field \"text\"; it has: ";
        assertEquals(
                List.of(without + "id", without + "id, text, x", without + "no field"),
                all.skipped().stream().map(Skipped::detail).toList());
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
                "{\"id\":6,\"text\":\"" + "\\u0041".repeat(100_000) + "\"}");
        assertEquals(List.of("2", "3", "6"), all.ids());
        assertEquals(
                List.of(100_000, 1, 100_000),
                all.documents().stream().map(d -> d.utf8().length).toList());
        assertEquals(
                List.of(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE), all.reasons());
    }

    @Test
    void whatUtf8CannotHoldIsReplaced() throws IOException {
        ReadAll all = read(1000, "{\"id\":\"\\ud800\",\"text\":\"a\\udc00b\\ud83d\\ude00\\u0000\"}");
        assertEquals(List.of("\ufffd=a\ufffdb\ud83d\ude00\0"), all.pairs());

        byte[] bytes = "{\"id\":\"1\",\"text\":\"a?b\"}".getBytes(StandardCharsets.US_ASCII);
        bytes[new String(bytes, StandardCharsets.US_ASCII).indexOf('?')] = (byte) 0xff;
        assertEquals(
                List.of("1=a\ufffdb"),
                ReadAll.of(Files.write(dir.resolve("y.jsonl"), bytes)).pairs());
    }

    private ReadAll read(String name, String json) throws IOException {
        return ReadAll.of(Files.writeString(dir.resolve(name), json));
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
            ReadAll all = read("x.json", json);
            assertEquals(BOTH, all.pairs(), json);
            assertEquals(List.of(), all.skipped(), json);
        }
        assertEquals(BOTH, read("x.jsonl", "[" + A + ",\n" + B + "]").pairs());
        assertEquals(
                dir.resolve("x.json") + ":2",
                read("x.json", A + "\n\n" + B).documents().get(1).place());
    }

    @Test
    void otherJsonIsASingleDocument() throws IOException {
        for (String json :
                List.of("{}", "[]", "{\"name\":\"x\"}", "[1,2]", "{\"text\":{}}", "{\"id\":", "\"text\"", "")) {
            assertEquals(List.of("x.json=" + json), read("x.json", json).pairs(), json);
        }
    }

    @Test
    void jsonUnderAnotherNameNeedsIdAndText() throws IOException {
        assertEquals(BOTH, read("x.dump", A + "\n" + B).pairs());
        String text = "{\"text\":\"alone\"}";
        assertEquals(List.of("x.dump=" + text), read("x.dump", text).pairs());
        assertEquals(List.of("x.json:1=alone"), read("x.json", text).pairs());
    }

    /** A pipe has no extension, and neither has a part that a cluster wrote. */
    @Test
    void jsonWithoutAnExtensionNeedsOnlyText() throws IOException {
        String lines = "{\"text\":\"one\",\"url\":\"u\"}\n{\"text\":\"two\"}\n";
        Files.createDirectory(dir.resolve("dump.v1"));
        for (String name : List.of("part-00000", "dump.v1/part-00000")) {
            assertEquals(
                    List.of("part-00000:1=one", "part-00000:2=two"),
                    read(name, lines).pairs(),
                    name);
        }
        // The id of the first object is beyond the bytes by which formats are detected.
        String text = "a long text ".repeat(1_000);
        assertEquals(
                List.of("a=" + text),
                read("x", "{\"text\":\"" + text + "\",\"id\":\"a\"}").pairs());
        for (String other : List.of("{\"name\":\"x\"}", "{ plain }", "{\"text\":1}")) {
            assertEquals(List.of("x=" + other), read("x", other).pairs());
        }
    }

    @Test
    void recordsWithoutTheRequestedFieldAreReportedWithTheirFields() throws IOException {
        ReaderOptions options = ReaderOptions.DEFAULT.formats(
                FormatOptions.DEFAULT.maxDocument(100).textField("body"));
        for (String name : List.of("x.json", "x.jsonl", "x")) {
            ReadAll all = ReadAll.of(options, Files.writeString(dir.resolve(name), A + "\n" + B));
            assertEquals(List.of(), all.pairs());
            assertEquals(List.of(Skipped.Reason.MISSING_FIELD, Skipped.Reason.MISSING_FIELD), all.reasons());
            assertEquals(
                    "no string in the field \"body\"; it has: id, text",
                    all.skipped().get(0).detail());
        }
        for (String other : List.of("{}", "{ plain }")) {
            assertEquals(
                    List.of("x=" + other),
                    ReadAll.of(options, Files.writeString(dir.resolve("x"), other))
                            .pairs());
        }
    }

    @Test
    void messagesContainABoundedNumberOfFieldNames() throws IOException {
        StringBuilder many = new StringBuilder("{\"id\":1");
        for (int i = 0; i < 1_000; i++) {
            many.append(",\"").append("n".repeat(500)).append(i).append("\":1");
        }
        String detail = read("x.jsonl", many + "}").skipped().get(0).detail();
        assertTrue(detail.length() < 1_000 && detail.endsWith("and 989 more"), detail);
    }

    @Test
    void aMalformedValueLosesNoOtherValue() throws IOException {
        for (String bad : List.of(
                "{\"id\":tru}", "7", "\"s,]\"", "null", "[1,{}]", "{\"id\":[],\"text\":\"\"}", "{]", "nonsense")) {
            ReadAll all = read("x.json", "[" + A + "," + bad + "," + B + "]");
            assertEquals(BOTH, all.pairs(), bad);
            assertEquals(List.of(Skipped.Reason.INVALID), all.reasons(), bad);
            assertEquals(dir.resolve("x.json") + ":2", all.skipped().get(0).place());
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
                String later = "{\"id\":\"c\",\"text\":\"\"}";
                ReadAll all = read("x.json", A + between + bad + between + B + between + later + "\n");
                assertEquals(List.of("a", "2", "c"), all.ids(), bad);
                assertEquals(List.of(Skipped.Reason.INVALID), all.reasons(), bad);
            }
        }
    }

    @Test
    void truncatedJsonIsDamaged() throws IOException {
        String whole = "[" + A + "," + B + "]";
        for (int length = 1 + A.length(); length < whole.length(); length++) {
            ReadAll all = read("x.json", whole.substring(0, length));
            assertEquals(BOTH.subList(0, length < whole.length() - 1 ? 1 : 2), all.pairs(), "cut to " + length);
            assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons(), "cut to " + length);
        }
    }

    @Test
    void objectsMaySpanBuffers() throws IOException {
        String large = "x\\\"".repeat(50_000);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 5; i++) {
            json.append(i == 0 ? "" : ",").append("{\"id\":" + i + ",\"text\":\"" + large + "\"}");
        }
        ReadAll all = read("x.json", json.append(']').toString());
        assertEquals(List.of("0", "1", "2", "3", "4"), all.ids());
        assertEquals(100_000, all.documents().get(4).utf8().length);
        assertEquals(List.of(), all.skipped());
    }
}
