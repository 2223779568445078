package io.whorl.bench;

import io.whorl.lab.DataFolder;
import io.whorl.lab.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.lucene.util.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs some or all sections. The table goes to standard output, progress to standard error. */
@Command(mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final String SMALL = "linuxdocs-small";

    @Option(names = "--data", paramLabel = "DIR", defaultValue = DataFolder.AUTO)
    private String data;

    @Option(names = "--only", paramLabel = "SECTION", split = ",")
    private List<Section> only;

    @Option(names = "--brief")
    private boolean brief;

    @Option(names = "--work", paramLabel = "DIR")
    private Optional<Path> work;

    @Option(names = "--results", paramLabel = "FILE")
    private Optional<Path> results;

    @Option(names = "--commit", paramLabel = "ID")
    private Optional<String> commit;

    private final boolean quick;

    /** @param quick whether small sets are measured in a few minutes */
    RunCommand(boolean quick) {
        this.quick = quick;
    }

    private Settings settings(String folder) {
        if (!quick) {
            return Settings.full(data, folder);
        }
        boolean there = DataFolder.file(data, SMALL + ".tar.gz").isPresent();
        return Settings.quick(data, there ? SMALL : TextCollection.GENERATED, folder);
    }

    @Override
    public Integer call() throws IOException {
        Path folder = work.isPresent() ? Files.createDirectories(work.get()) : Files.createTempDirectory("whorl-bench");
        Results found;
        try {
            Settings settings = settings(folder.toAbsolutePath().toString());
            found = measure(brief ? settings.briefly() : settings);
        } finally {
            if (work.isEmpty()) {
                Folders.delete(folder);
            }
        }
        System.out.print(found.markdown());
        if (results.isPresent()) {
            found.writeInto(results.get());
        }
        return found.rows().stream().anyMatch(Row::failure) ? 1 : 0;
    }

    private Results measure(Settings settings) {
        List<Row> rows = new ArrayList<>();
        for (Section section : only == null ? List.of(Section.values()) : only) {
            rows.addAll(section.measure(settings));
        }
        // Each version of Lucene and Java has its own table, so that a file can hold the tables of several.
        String title = (quick ? "quick" : "full") + (brief ? ", brief" : "") + ", Lucene " + Version.LATEST
                + " on Java " + Runtime.version().feature();
        return Results.here(title, commit, settings.sets(), rows);
    }
}
