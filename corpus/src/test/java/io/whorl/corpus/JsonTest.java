package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
    private static final String A = "{\"id\":\"a\",\"text\":\"o]},{\\\"[ne\\\\\"}";
    private static final String B = "{\"x\":[{\"id\":1},[]],\"text\":\"two\",\"id\":2}";
    private static final List<String> BOTH = List.of("a=o]},{\"[ne\\", "2=two");

    @TempDir
    Path dir;

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
