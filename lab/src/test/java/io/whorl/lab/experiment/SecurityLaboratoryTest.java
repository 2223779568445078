package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.LabException;
import io.whorl.lab.table.FigureTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityLaboratoryTest {
    @TempDir
    private Path folder;

    @Test
    void tablesHaveARowForEachStrategyAndDoNotDependOnThreads() throws IOException {
        Samples.write(folder);
        try (Texts texts = Samples.read(folder)) {
            List<FigureTable> tables = new SecurityLaboratory(texts, "", 2, 100, 1, 2, line -> {}).tables();
            assertEquals(5, tables.size());
            assertEquals(14, tables.get(0).rows().size());
            assertEquals(6, tables.get(3).rows().size());
            FigureTable half = tables.get(2);
            double words = changes(half, "single words (COPS A)");
            double chunks = changes(half, "4 words, full (COPS C)");
            assertTrue(words > chunks && chunks > 0, half::toString);
            assertEquals(tables, new SecurityLaboratory(texts, "", 2, 100, 1, 1, line -> {}).tables());
            assertThrows(LabException.class, () -> new SecurityLaboratory(texts, "", 2, 5_000, 1, 1, line -> {}));
        }
    }

    private static double changes(FigureTable table, String strategy) {
        return Double.parseDouble(table.cell(strategy, "the test is known").split(" ")[0]);
    }
}
