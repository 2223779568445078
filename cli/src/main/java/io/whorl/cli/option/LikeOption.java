package io.whorl.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of queries that start from documents of the index. */
public final class LikeOption {
    @Option(names = "--like", paramLabel = "ID")
    private List<String> ids = List.of();

    @Option(names = "--like-ids", paramLabel = "FILE|-")
    private Path file;

    @Option(names = "--with-itself")
    private boolean withItself;

    /** Whether documents of the index are the queries. */
    public boolean given() {
        return !ids.isEmpty() || file != null;
    }

    public List<String> ids() {
        return ids;
    }

    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    public boolean withItself() {
        return withItself;
    }

    /** Reports an option that has no effect without the others. */
    public void check(Usage usage) {
        if (withItself && !given()) {
            throw usage.error("--with-itself has no effect without --like or --like-ids; add one, or leave this out");
        }
    }
}
