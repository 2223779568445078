package io.whorl.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.lab.report.Columns.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureTableTest {
    @TempDir
    private Path directory;

    @Test
    void textsOfCsvAreNoFormulasAndNumbersStay() throws IOException {
        List<List<String>> rows =
                List.of(List.of("=1+1", "-0.5"), List.of("@x", "-"), List.of("'=1", "-1e-9"), List.of("-1+A1", "12"));
        FigureTable.write(
                directory, List.of(new FigureTable("t", "Title", List.of("file", "figure"), rows, List.of())));
        assertEquals(
                List.of("file,figure", "'=1+1,-0.5", "'@x,-", "''=1,-1e-9", "'-1+A1,12"),
                Files.readAllLines(directory.resolve("t.csv")));
    }
}
