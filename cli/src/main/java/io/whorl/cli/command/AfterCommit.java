package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.ErrorReport;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Work after a commit. If it fails, the commit stands: so a failure is a warning, and not the command's result. */
record AfterCommit(Console console, Path index) {
    private interface Step {
        void run() throws IOException;
    }

    /** Waits for the merges that the commit gave rise to. */
    void merge(IndexWriter writer) {
        run("merging its segments failed", writer::awaitMerges);
    }

    void close(IndexWriter writer) {
        run("closing it failed", writer::close);
    }

    private void run(String failed, Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            console.warn("warning: the change is committed to " + index + ", but " + failed + ": "
                    + ErrorReport.message(e) + "; 'check " + index + "' verifies the index, 'merge " + index
                    + "' tries to merge again");
        }
    }
}
