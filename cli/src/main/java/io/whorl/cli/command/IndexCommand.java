package io.whorl.cli.command;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A command whose first argument is an index. */
abstract class IndexCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX")
    Path index;
}
