package io.whorl.lab.command;

import io.whorl.lab.grid.Grid;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Measures the configurations of a grid. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures each configuration of a grid on a collection with known groups: effectiveness and cost.",
            "All inputs are checked first, and each configuration is tried on a few words. The table goes to standard"
                    + " output and progress to standard error. The folder --out receives results.jsonl, results.csv,"
                    + " queries.csv, thresholds.csv and report.html."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar lab.jar run overview.grid --collection docs --groups groups.tsv --out results",
            "  java -jar lab.jar run overview.grid --collection docs.tar.gz --groups groups.tsv --all --resume"
        })
final class RunCommand extends GroupsCommand {
    @Parameters(
            index = "0",
            paramLabel = "GRID",
            description = "The file with the configurations; docs/laboratory.md describes it.")
    private Path file;

    @Override
    Grid grid() throws IOException {
        return Grid.read(file);
    }
}
