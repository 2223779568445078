package io.whorl.lab.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that tries a grid on a collection. */
abstract class GridCommand extends LabCommand {
    @Parameters(index = "0", paramLabel = "GRID", description = "The configurations; bench/README.md shows the form.")
    Path grid;

    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, tar, zip (also compressed), or lines of JSON.")
    Path collection;
}
