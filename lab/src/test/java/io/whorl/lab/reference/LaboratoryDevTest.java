package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.lab.LongForm;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.reference.ReferenceDevTest.ReferenceTable;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.Laboratory;
import io.whorl.lab.run.Outcome;
import io.whorl.lab.run.ResultsFolder;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares a run of the laboratory, from grid to result files, with an independent implementation. */
@NeedsData
@LongForm
class LaboratoryDevTest {
    @TempDir
    private Path temp;

    @Test
    void resultsEqualTheReferenceTable() throws IOException {
        ReferenceTable reference = ReferenceTable.read();
        Grid grid = Grid.parse("grid", """
                stop = %s
                granularity = 4
                selection = full anchor
                measure = percent resemblance
                """.formatted(TestData.of("stop-english.txt")), temp);
        try (Texts texts = Samples.texts(TestData.of("linuxdocs-dev.tar.gz"))) {
            Groups groups = Groups.read(TestData.of("linuxdocs-dev.tsv"), texts);
            Laboratory laboratory = new Laboratory(
                    texts, groups.questions(TestData.of("queries-dev.tsv")), 1, 2, progress -> {}, Duration.ZERO);
            try (ResultsFolder folder = ResultsFolder.open(temp.resolve("out"), laboratory.about(grid), false)) {
                laboratory.run(grid, folder);
            }
        }
        for (Outcome outcome : ResultsFolder.read(temp.resolve("out")).outcomes()) {
            ReferenceTable.Row expected = reference.get(outcome.configuration().name());
            assertEquals(
                    expected.figures().toString(),
                    outcome.means().toString(),
                    outcome.configuration().name());
            expected.minutiae()
                    .ifPresent(n -> assertEquals(n, Math.round(outcome.size().minutiaePerDocument())));
        }
    }
}
