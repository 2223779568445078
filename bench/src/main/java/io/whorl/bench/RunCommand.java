package io.whorl.bench;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.report.Results;
import io.whorl.bench.report.Row;
import io.whorl.bench.section.Section;
import io.whorl.bench.section.Settings;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.files.Folders;
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
abstract class RunCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", defaultValue = DataFolder.AUTO)
    String data;

    @Option(names = "--only", paramLabel = "SECTION", split = ",")
    List<Section> only;

    @Option(names = "--brief")
    boolean brief;

    @Option(names = "--work", paramLabel = "DIR")
    Optional<Path> work;

    @Option(names = "--results", paramLabel = "FILE")
    Optional<Path> results;

    @Option(names = "--commit", paramLabel = "ID")
    Optional<String> commit;

    /** A run of a few minutes on small sets. */
    @Command(name = "quick", mixinStandardHelpOptions = true)
    static final class Quick extends RunCommand {
        private static final String SMALL = "linuxdocs-small";

        @Override
        String name() {
            return "quick";
        }

        @Override
        Settings settings(String folder) {
            boolean there = DataFolder.file(data, SMALL + ".tar.gz").isPresent();
            return Settings.quick(data, there ? SMALL : TextCollection.GENERATED, folder);
        }
    }

    @Command(name = "full", mixinStandardHelpOptions = true)
    static final class Full extends RunCommand {
        @Override
        String name() {
            return "full";
        }

        @Override
        Settings settings(String folder) {
            return Settings.full(data, folder);
        }
    }

    abstract String name();

    abstract Settings settings(String folder);

    @Override
    public final Integer call() throws IOException {
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
        String title = name() + (brief ? ", brief" : "") + ", Lucene " + Version.LATEST + " on Java "
                + Runtime.version().feature();
        return Results.here(title, commit, settings.sets(), rows);
    }
}
