package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.whorl.cli.Value.Digits;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordsTest {
    private static final List<Column> COLUMNS = List.of(
            Column.text("id"),
            Column.number("shared"),
            Column.number("share"),
            Column.number("percent"),
            Column.text("scheme"));

    private static Table<Value[]> table(List<Column> columns) {
        Table<Value[]> table = new Table<>();
        for (int i = 0; i < columns.size(); i++) {
            int at = i;
            table.column(columns.get(i), row -> row[at]);
        }
        return table;
    }

    private static Value[] row(Value... values) {
        return values;
    }

    private static String write(Format format, boolean one) throws IOException {
        StringWriter out = new StringWriter();
        Table<Value[]> table = table(COLUMNS);
        try (Table<Value[]>.Rows records = one ? table.openOne(format, out) : table.open(format, out)) {
            records.add(row(
                    Value.text("a\tb\\\n\u001b"),
                    Value.count(1_234_567),
                    Value.ratio(1.0 / 3),
                    Value.hundredth(OptionalDouble.of(12.345)),
                    Value.json("{\"w\":40}")));
            if (!one) {
                records.add(row(
                        Value.text("\u00e9\ud83d\ude00"),
                        Value.count(2),
                        Value.ratio(OptionalDouble.empty()),
                        Value.hundredth(100),
                        Value.json("{}")));
            }
        }
        return out.toString();
    }

    private static String written(Format format, List<Column> columns, List<Value[]> rows) throws IOException {
        StringWriter out = new StringWriter();
        try (Table<Value[]>.Rows records = table(columns).open(format, out)) {
            for (Value[] row : rows) {
                records.add(row);
            }
        }
        return out.toString();
    }

    @Test
    void tablesAlignColumnsAndEscapeControlCharacters() throws IOException {
        assertEquals("""
                document                  shared   share  percent  scheme
                a\\u0009b\\\\u000a\\u001b  1,234,567  0.3333    12.35  {"w":40}
                \u00e9\ud83d\ude00                            2       -   100.00  {}
                """, write(Format.TABLE, false));
    }

    @Test
    void csvQuotesCellsAndPrintsAllDigits() throws IOException {
        assertEquals(
                "id,shared,share,percent,scheme\r\n"
                        + "a\\u0009b\\\\u000a\\u001b,1234567,0.3333333333333333,12.345,\"{\"\"w\"\":40}\"\r\n"
                        + "\u00e9\ud83d\ude00,2,,100.0,{}\r\n",
                write(Format.CSV, false));
        Value[] quoted = row(Value.text("say \"a, b\""), Value.texts(List.of("x\ty", "\"")));
        assertEquals(
                "id,shared\r\n\"say \"\"a, b\"\"\",\"[\"\"x\\ty\"\",\"\"\\\"\"\"\"]\"\r\n",
                written(Format.CSV, COLUMNS.subList(0, 2), List.<Value[]>of(quoted)));
    }

    /** Spreadsheets run a cell that begins like a formula, so a text with such a beginning gets an apostrophe. */
    @Test
    void csvTextsAreNoFormulas() throws IOException {
        StringWriter out = new StringWriter();
        try (Table<Value[]>.Rows records = table(COLUMNS.subList(0, 2)).open(Format.CSV, out)) {
            for (String text : List.of("=1+1", "+1", "-x", "@x", "'=1", "\uff1d1", "a=b", "'a", "\t=1", "\r=1", "")) {
                records.add(row(Value.text(text), Value.count(-1)));
            }
            records.add(row(Value.text("=HYPERLINK(\"http://x\",\"y\")"), Value.ratio(-0.5)));
        }
        assertEquals(
                "id,shared\r\n'=1+1,-1\r\n'+1,-1\r\n'-x,-1\r\n'@x,-1\r\n''=1,-1\r\n'\uff1d1,-1\r\na=b,-1\r\n'a,-1\r\n"
                        + "\\u0009=1,-1\r\n\\u000d=1,-1\r\n,-1\r\n"
                        + "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",-0.5\r\n",
                out.toString());
    }

    @Test
    void tsvEscapesTextAndPrintsAllDigits() throws IOException {
        assertEquals(
                "id\tshared\tshare\tpercent\tscheme\n"
                        + "a\\tb\\\\\\n\\u001b\t1234567\t0.3333333333333333\t12.345\t{\"w\":40}\n"
                        + "\u00e9\ud83d\ude00\t2\t\t100.0\t{}\n",
                write(Format.TSV, false));
    }

    @Test
    void jsonPrintsOneObjectPerLineWithoutAbsentValues() throws IOException {
        assertEquals(
                "{\"id\":\"a\\tb\\\\\\n\\u001B\",\"shared\":1234567,\"share\":0.3333333333333333,"
                        + "\"percent\":12.345,\"scheme\":{\"w\":40}}\n"
                        + "{\"id\":\"\u00e9\ud83d\ude00\",\"shared\":2,\"percent\":100.0,\"scheme\":{}}\n",
                write(Format.JSON, false));
    }

    @Test
    void untrustedTextCannotControlATerminalOrForgeALine() throws IOException {
        for (String unsafe : List.of(
                "\u001b", "\u009b", "\u007f", "\n", "\r", "\u0000", "\u2028", "\u2029", "\u202e", "\u2066", "\u200f",
                "\u061c")) {
            String json = "{\"x\":\"" + (unsafe.charAt(0) < ' ' ? "" : unsafe) + "\"}";
            for (Format format : Format.values()) {
                Value[] row = row(Value.text("a" + unsafe + "b"), Value.json(json));
                List<Column> columns = List.of(Column.text("id"), Column.text("scheme"));
                String printed = written(format, columns, List.<Value[]>of(row));
                String line = printed.replaceAll("\r?\n", "");
                assertFalse(line.contains(unsafe), format + " prints " + (int) unsafe.charAt(0));
                int lines = format == Format.JSON || format == Format.PASSIM ? 1 : 2;
                assertEquals(lines, printed.lines().count(), printed);
            }
            try (JsonParser parser = new JsonFactory().createParser(json("a" + unsafe + "b"))) {
                parser.nextToken();
                parser.nextToken();
                assertEquals("a" + unsafe + "b", parser.nextTextValue());
            }
        }
        assertEquals("{\"id\":\"\u05d0\ud83d\ude00\\\\\"}\n", json("\u05d0\ud83d\ude00\\"));
    }

    private static String json(String id) throws IOException {
        return written(Format.JSON, List.of(Column.text("id")), List.<Value[]>of(row(Value.text(id))));
    }

    /** A line that is longer than the terminal would be broken by it anywhere. */
    @Test
    void aTableFitsTheTerminal() throws IOException {
        List<Column> columns = List.of(
                Column.text("query"),
                Column.number("rank"),
                Column.text("id"),
                Column.number("score"),
                Column.number("resemblance"),
                Column.number("containment"));
        String path = "collection/2026/autumn/essays/class-7b/a-long-name-of-an-essay-";
        String chinese = "\u8bba\u6587".repeat(30);
        assertEquals("""
                rank   score  resemblance  query                     document
                   1  0.5000       0.2500  collection/2\u2026essay-1.txt  collection/2\u2026ssay-22.txt
                   2  0.5000       0.2500  \u8bba\u6587\u8bba\u6587\u8bba\u6587\u2026\u6587\u8bba\u6587\u8bba\u6587   b
                fitted: [containment]
                """, fitted(columns, 77, path + "1.txt", path + "22.txt", chinese, "b"));
        String wide = fitted(columns, 250, path + "1.txt", path + "22.txt", chinese, "b");
        assertTrue(wide.contains(path + "22.txt\n") && wide.contains(chinese) && !wide.contains("fitted"), wide);
        assertTrue(fitted(columns, 80, path, path, chinese, "b").contains("containment  query"));
        String narrow = fitted(columns, 40, path + "1.txt", path + "22.txt", chinese, "b");
        assertTrue(narrow.lines().allMatch(line -> line.length() <= 40 || line.startsWith("fitted")), narrow);
        assertTrue(narrow.contains("fitted: [score, resemblance, containment]"), narrow);
    }

    private static String fitted(List<Column> columns, int width, String... texts) throws IOException {
        StringWriter out = new StringWriter();
        StringBuilder messages = new StringBuilder();
        Table.Room room = new Table.Room(() -> width, titles -> messages.append("fitted: " + titles + "\n"));
        try (Table<Value[]>.Rows records = table(columns).open(Format.TABLE, out, room)) {
            for (int i = 0; i < texts.length; i += 2) {
                records.add(row(
                        Value.text(texts[i]),
                        Value.count(1 + i / 2),
                        Value.text(texts[i + 1]),
                        Value.ratio(0.5),
                        Value.ratio(0.25),
                        Value.ratio(0.125)));
            }
        }
        return out + messages.toString();
    }

    @Test
    void aTableOfOneRecordShowsOneFieldPerLine() throws IOException {
        assertEquals("""
                document  a\\u0009b\\\\u000a\\u001b
                shared    1,234,567
                share        0.3333
                percent       12.35
                scheme    {"w":40}
                """, write(Format.TABLE, true));
    }

    @Test
    void anEmptyResultIsOnlyAHeaderInTsvAndCsv() throws IOException {
        Map<Format, String> headers = Map.of(
                Format.TSV, "id\tshared\tshare\tpercent\tscheme\n", Format.CSV, "id,shared,share,percent,scheme\r\n");
        for (Format format : Format.values()) {
            assertEquals(headers.getOrDefault(format, ""), written(format, COLUMNS, List.of()));
        }
    }

    @Test
    void textsFollowNumbersInLongLines() throws IOException {
        List<Value[]> rows =
                List.of(row(Value.text("x".repeat(97)), Value.count(7)), row(Value.text("y"), Value.count(10_000)));
        assertEquals(
                "     n  document\n     7  " + "x".repeat(97) + "\n10,000  y\n",
                written(Format.TABLE, List.of(Column.text("id"), Column.number("n")), rows));
    }

    @Test
    void aLongTableIsStreamedAfterAThousandLines() throws IOException {
        List<Value[]> rows = IntStream.rangeClosed(1, 1_500)
                .mapToObj(i -> row(Value.count(i)))
                .toList();
        List<String> lines =
                written(Format.TABLE, List.of(Column.number("n")), rows).lines().toList();
        assertEquals(1_501, lines.size());
        assertEquals("    n", lines.get(0));
        assertEquals("1,500", lines.get(1_500));
    }

    @Test
    void onlyOneIsSingular() {
        assertEquals("0 documents", Amount.of(0, "document"));
        assertEquals("1 document", Amount.of(1, "document"));
        assertEquals("1,234 documents", Amount.of(1_234, "document"));
        assertEquals("1 family", Amount.of(1, "family", "families"));
        assertEquals("2 families", Amount.of(2, "family", "families"));
    }

    private static void assertGrouped(long whole, double figure) {
        assertEquals(String.format(Locale.ROOT, "%,d", whole), Digits.grouped(whole));
        for (int decimals = 0; decimals < 5; decimals++) {
            assertEquals(String.format(Locale.ROOT, "%,." + decimals + "f", figure), Digits.grouped(figure, decimals));
        }
    }

    @Test
    void numbersAreThoseOfTheFormatter() {
        String wholes = "0 7 -7 999 -999 1000 -1000 999999 1000000 " + Long.MAX_VALUE + " " + Long.MIN_VALUE;
        Stream.of(wholes.split(" ")).forEach(whole -> assertGrouped(Long.parseLong(whole), 0));
        String figures = "-0.0 0.5 -0.5 0.005 0.125 0.99999 999.9999 -999.9999 1000 123456.785 1e14 1e15 1e300 1e-7 "
                + Double.MIN_VALUE + " NaN Infinity -Infinity";
        Stream.of(figures.split(" ")).forEach(figure -> assertGrouped(0, Double.parseDouble(figure)));
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            double figure = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 4);
            assertGrouped(random.nextLong() >> random.nextInt(64), figure);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0123456789|12|\"0123456789\"",
                "0123456789a|12|\"0123456...\"",
                "0123456789|11|''",
                " a\t  b |40|\"a b\"",
                "éééééééééééé|12|\"ééééééé...\"",
                "😀😀😀😀😀😀😀😀😀😀😀😀😀|12|\"😀😀😀😀😀😀😀...\""
            })
    void textsAreCutAtTheWidth(String text, int width, String expected) {
        byte[] utf8 = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        assertEquals(expected, Snippet.quoted(utf8, 1, utf8.length - 1, width));
    }
}
