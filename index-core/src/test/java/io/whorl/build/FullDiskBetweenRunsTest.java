package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk is full for a moment while one run ends and the next begins: documents are kept, or reported as lost. */
class FullDiskBetweenRunsTest {
    /** Each document fills a run. */
    private static final BuildOptions OPTIONS =
            Runs.SMALL.runText(1).threads(1).reserve(0).storeText(true);

    @TempDir
    Path directory;

    private int kept;
    private int lost;

    @Test
    void aBuildContinuesOrSaysThatDocumentsAreLost() throws IOException {
        for (boolean again : new boolean[] {true, false}) {
            for (int nth = 1; run(nth, again); nth++) {
                assertTrue(nth < 100, "the second run never begins");
            }
        }
        assertTrue(kept > 0, "no build continued");
        assertTrue(lost > 0, "no build lost documents");
    }

    /** Returns whether an operation failed. */
    private boolean run(int nth, boolean again) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve(nth + " " + again)));
        Path index = system.root().resolve("index");
        try (BulkBuilder builder = BulkBuilder.create(index, Scheme.builder().build(), OPTIONS, refused -> {})) {
            add(builder, 1);
            system.fail(Fault.at(nth, Operation.CREATE, Operation.FORCE));
            try {
                add(builder, 2);
                system.heal();
                return false;
            } catch (IOException e) {
                system.heal();
            }
            try {
                if (again) {
                    add(builder, 2);
                }
            } catch (IllegalStateException e) {
                lost(e);
                lost(assertThrows(IllegalStateException.class, builder::finish));
                return true;
            }
            try {
                assertEquals(again ? 2 : 1, builder.finish().documents());
            } catch (IllegalStateException e) {
                lost(e);
                return true;
            }
            kept++;
            assertEquals(List.of(), IndexCheck.check(index).problems());
            return true;
        }
    }

    private void lost(IllegalStateException e) {
        assertTrue(e.getMessage().contains("lost; make a new builder"), e.getMessage());
        lost++;
    }

    private static void add(BulkBuilder builder, int number) throws IOException {
        builder.add("document " + number, RandomCorpus.utf8("one two three four " + number), Optional.empty());
    }
}
