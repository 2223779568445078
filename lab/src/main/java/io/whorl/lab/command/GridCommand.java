package io.whorl.lab.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that measures the configurations of a grid on a collection. */
abstract class GridCommand extends LabCommand {
    @Parameters(
            index = "0",
            paramLabel = "GRID",
            description = "The file with the configurations; docs/laboratory.md describes it.")
    Path grid;

    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines.")
    Path collection;
}
