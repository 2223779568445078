package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.ErrorReport;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Work after a commit. If it fails, the commit is still valid, so the failure is only a warning. */
record AfterCommit(Console console, Path index) {
    interface Step {
        void run() throws IOException;
    }

    /** Waits for the merges that the commit has started. */
    void merge(IndexWriter writer) {
        run("merging its segments failed", writer::awaitMerges);
    }

    void close(IndexWriter writer) {
        run("closing it failed", writer::close);
    }

    void run(String failure, Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            console.warn("warning: the change is committed to " + index + ", but " + failure + ": "
                    + ErrorReport.message(e) + "; 'check " + index + "' verifies the index, 'merge " + index
                    + "' tries to merge again");
        }
    }
}
