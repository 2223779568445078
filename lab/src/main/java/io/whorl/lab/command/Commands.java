package io.whorl.lab.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The top-level command and its subcommands. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description =
                "Which strategy, granularity and measure to use on a collection with known answers, and what it costs.",
        subcommands = {
            RunCommand.class,
            RivalsCommand.class,
            SourcesCommand.class,
            PassagesCommand.class,
            ExperimentCommand.class,
            ReportCommand.class
        })
public final class Commands {
    private Commands() {}

    public static CommandLine commandLine() {
        return new CommandLine(new Commands()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
