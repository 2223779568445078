package io.whorl.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of long work that can be resumed. */
public final class WorkOptions {
    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "Keep finished parts in DIR, so that the command can be resumed, and put temporary files there."
                            + " It is removed when all results are written (default: none; nothing is kept).")
    private Path work;

    @Option(names = "--resume", description = "Continue the unfinished work in --work DIR, if there is some.")
    private boolean resume;

    public Optional<Path> work() {
        return Optional.ofNullable(work);
    }

    /** Whether unfinished work is continued. */
    public boolean resume(Usage usage) {
        if (resume && work == null) {
            throw usage.error("--resume needs --work DIR, the directory of the work");
        }
        return resume;
    }
}
