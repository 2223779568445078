package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    @TempDir
    Path dir;

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
}
