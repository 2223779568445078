package io.whorl.lab.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "lab",
        resourceBundle = "io.whorl.lab.command.help",
        mixinStandardHelpOptions = true,
        subcommands = {
            GroupsCommand.Run.class,
            GroupsCommand.Rivals.class,
            GridCommand.Sources.class,
            GridCommand.Passages.class,
            TableCommand.Align.class,
            TableCommand.Clusters.class,
            TableCommand.Retrieval.class,
            TableCommand.Papers.class,
            TableCommand.Sec.class,
            TableCommand.Blocks.class,
            ReportCommand.class
        })
public final class Commands implements Runnable {
    @Spec
    private CommandSpec spec;

    private Commands() {}

    public static CommandLine commandLine() {
        return new CommandLine(new Commands()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
