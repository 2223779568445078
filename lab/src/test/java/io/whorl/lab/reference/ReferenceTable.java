package io.whorl.lab.reference;

import io.whorl.lab.run.Outcome.Means;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The results of the brute-force implementation, {@code reference-dev.txt}. */
final class ReferenceTable {
    /** @param minutiae per document, rounded, if the row has it */
    record Row(Means figures, OptionalInt minutiae) {}

    /** The number of queries of each row. */
    private static final int QUERIES = 53;

    private static final String NUMBER = "\\s+(-?\\d+\\.\\d\\d)";
    private static final Pattern ROW =
            Pattern.compile("(\\S.*?)" + NUMBER.repeat(5) + "\\s+(\\d+), (\\d+)(?:\\s+(\\d+))?(?:\\s+hash-free)?\\s*");

    private final Map<String, Row> rows = new LinkedHashMap<>();

    private ReferenceTable() {}

    static ReferenceTable read() throws IOException {
        ReferenceTable table = new ReferenceTable();
        for (String line : Files.readAllLines(TestData.of("reference-dev.txt"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                table.rows.put(row.group(1), row(row));
            }
        }
        return table;
    }

    private static Row row(Matcher row) {
        Means figures = new Means(
                QUERIES,
                Double.parseDouble(row.group(2)),
                Double.parseDouble(row.group(3)),
                Double.parseDouble(row.group(4)),
                Double.parseDouble(row.group(5)),
                Integer.parseInt(row.group(7)),
                Integer.parseInt(row.group(8)));
        OptionalInt minutiae =
                row.group(9) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(row.group(9)));
        return new Row(figures, minutiae);
    }

    Row get(String method) {
        return Optional.ofNullable(rows.get(method))
                .orElseThrow(() ->
                        new IllegalArgumentException("method is " + method + "; the reference has " + rows.keySet()));
    }
}
