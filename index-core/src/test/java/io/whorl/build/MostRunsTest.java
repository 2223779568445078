package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build refuses the document that would begin one run too many, and can still finish the others. */
class MostRunsTest {
    /** Each document fills a run. */
    private static final BuildOptions OPTIONS = Runs.SMALL.runText(1).threads(1);

    private static final int MOST = 3;

    @TempDir
    Path directory;

    @Test
    void theDocumentThatBeginsOneRunTooManyIsRefused() throws IOException {
        Path index = directory.resolve("index");
        try (BulkBuilder builder = BulkBuilder.create(index, Scheme.builder().build(), OPTIONS, refused -> {}, MOST)) {
            for (int i = 1; i <= MOST; i++) {
                add(builder, i);
            }
            for (int i = 0; i < 2; i++) {
                LimitExceededException e = assertThrows(LimitExceededException.class, () -> add(builder, MOST + 1));
                assertEquals("runs of one build", e.limit());
                assertEquals(MOST + 1, e.value());
                assertEquals(MOST, e.most());
            }
            BuildReport report = builder.finish();
            assertEquals(MOST, report.documents());
            assertEquals(MOST, report.runs());
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private static void add(BulkBuilder builder, int number) throws IOException {
        builder.add("document " + number, RandomCorpus.utf8("one two three four " + number), Optional.empty());
    }
}
