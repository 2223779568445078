package io.whorl.lab.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The top-level command. Without a subcommand it prints its help. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description = {
            "Compares selection strategies, chunk sizes, measures and other systems on a collection with known answers:"
                    + " how well each ranks, how large its index is, and how long it takes.",
            "docs/laboratory.md describes grids, tables and results."
        },
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar run overview.grid --collection docs --groups groups.tsv --out results",
        subcommands = {
            RunCommand.class,
            RivalsCommand.class,
            SourcesCommand.class,
            PassagesCommand.class,
            AlignCommand.class,
            ClustersCommand.class,
            RetrievalCommand.class,
            ExperimentCommand.class,
            SecCommand.class,
            BlocksCommand.class,
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
