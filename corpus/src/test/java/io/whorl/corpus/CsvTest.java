package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest extends ReadingFixture {
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
        for (String rows : List.of("", "a,b\n1,2\n", "Prose, with commas.", "texts,id\n", "\"text\nid,\"")) {
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
