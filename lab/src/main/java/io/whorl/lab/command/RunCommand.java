package io.whorl.lab.command;

import io.whorl.lab.grid.Grid;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tries a grid on a collection with groups. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Tries every configuration of a grid on a collection whose groups are known.",
            "What is given is checked first, and each configuration tried on a few words. The table goes to standard output,"
                    + " progress to standard error; results.jsonl, results.csv, queries.csv, thresholds.csv and report.html to --out."
        })
final class RunCommand extends GroupsCommand {
    @Parameters(index = "0", paramLabel = "GRID", description = "The configurations; bench/README.md shows the form.")
    private Path file;

    @Override
    Grid grid() throws IOException {
        return Grid.read(file);
    }
}
