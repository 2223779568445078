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

class CsvTest {
    @TempDir
    Path dir;

    private ReadAll read(String name, String rows) throws IOException {
        return ReadAll.of(Files.writeString(dir.resolve(name), rows));
    }

    private ReadAll read(FormatOptions options, String rows) throws IOException {
        return ReadAll.of(ReaderOptions.DEFAULT.formats(options), Files.writeString(dir.resolve("x.csv"), rows));
    }

    @Test
    void quotedFieldsMayContainSeparatorsAndLineEnds() throws IOException {
        List<String> expected = List.of("1=a, \"b\"\nc", "2=d", "3=", "4=e \"f\" g");
        String rows = "%1$sid%2$stext%2$smore%3$s1%2$s\"a, \"\"b\"\"\nc\"%2$sx%3$s2%2$sd%2$s\"y%2$s\"%3$s%3$s"
                + "3%2$s%2$s%3$s4%2$se \"f\" g%2$s";
        for (String separator : List.of(",", ";", "\t", "|")) {
            for (String end : List.of("\n", "\r\n", "\r")) {
                ReadAll all = read("x.csv", String.format(rows, "\ufeff", separator, end));
                assertEquals(expected, all.pairs(), separator + end);
                assertEquals(List.of(), all.skipped(), separator + end);
            }
        }
        assertEquals(
                expected, read("X.TSV", String.format(rows, "", "\t", "\n")).pairs());
        assertEquals(
                dir.resolve("x.csv") + ":2",
                read("x.csv", "id,text\n1,t").documents().get(0).place());
    }

    @Test
    void rowsWithoutAnIdColumnAreNamedByTheirNumber() throws IOException {
        assertEquals(
                List.of("x.csv:2=a", "x.csv:4=b"),
                read("x.csv", "text\na\n\nb\n").pairs());
        Path in = Files.createDirectories(dir.resolve("d/sub"));
        Files.write(
                in.resolve("t.tgz"),
                TestArchives.gzip(TestArchives.tarOf("y.csv", TestArchives.utf8("n,text\n7,a\n"))));
        assertEquals(
                List.of("sub/t.tgz!y.csv:2=a"), ReadAll.of(dir.resolve("d")).pairs());
    }

    @Test
    void columnsComeFromTheOptions() throws IOException {
        FormatOptions options =
                FormatOptions.DEFAULT.maxDocument(100).idField("url").textField("body");
        assertEquals(List.of("u=b"), read(options, "id,body,url\n1,b,u\n").pairs());
        ReadAll without = read(options, "id,body\n1,b\n");
        assertEquals(List.of(Skipped.Reason.DAMAGED), without.reasons());
        assertTrue(
                without.skipped().get(0).detail().contains("\"url\""),
                without.skipped().toString());
    }

    @Test
    void aTableWithoutTheRequestedColumnIsReported() throws IOException {
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(100).textField("body");
        for (String rows : List.of("id,text\n1,b\n", "id;text\n1;b\n")) {
            ReadAll all = read(options, rows);
            assertEquals(List.of(), all.pairs());
            assertEquals(List.of(Skipped.Reason.MISSING_FIELD), all.reasons());
            assertEquals(
                    "no string in the field \"body\"; it has: id, text",
                    all.skipped().get(0).detail());
        }
    }

    @Test
    void tablesWithoutATextColumnAreSingleDocuments() throws IOException {
        for (String rows : List.of("", "a,b\n1,2\n", "Prose, with commas.", "texts,id\n", "\"text\nid,\"")) {
            assertEquals(List.of("x.csv=" + rows), read("x.csv", rows).pairs());
        }
        assertEquals(
                List.of("x.txt=id,text\n1,a\n"), read("x.txt", "id,text\n1,a\n").pairs());
    }

    @Test
    void rowsWithAnotherNumberOfColumnsAreInvalid() throws IOException {
        ReadAll all = read("x.csv", "id,text\n1,a\n2\n3,b,c\n4,d\n,e\n");
        assertEquals(List.of("1=a", "4=d"), all.pairs());
        assertEquals(List.of(Skipped.Reason.INVALID, Skipped.Reason.INVALID, Skipped.Reason.INVALID), all.reasons());
        assertEquals(dir.resolve("x.csv") + ":3", all.skipped().get(0).place());
        assertEquals(
                "a row of 1 columns; the first row has 2", all.skipped().get(0).detail());
    }

    @Test
    void anUnclosedQuoteIsDamage() throws IOException {
        ReadAll all = read("x.csv", "id,text\n1,a\n2,\"b\n3,c\n");
        assertEquals(List.of("1=a"), all.pairs());
        assertEquals(List.of(Skipped.Reason.DAMAGED), all.reasons());
    }

    @Test
    void rowsAboveTheLimitAreSkippedAndTheNextAreRead() throws IOException {
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(1_000);
        ReadAll all = read(
                options,
                "id,text,o\n1," + "x".repeat(1_001) + ",\n2," + "x".repeat(1_000) + ",\n3,\"" + "y\n".repeat(2 << 20)
                        + "\",\n4,t," + "z".repeat(100_000) + "\n");
        assertEquals(List.of("2", "4"), all.ids());
        assertEquals(List.of(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE), all.reasons());
    }
}
