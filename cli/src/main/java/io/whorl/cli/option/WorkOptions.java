package io.whorl.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of long work that can be resumed. */
public final class WorkOptions {
    @Option(names = "--work", paramLabel = "DIR")
    private Path work;

    @Option(names = "--resume")
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
