package io.whorl.bench;

import picocli.CommandLine.Command;

/** The laboratory's commands. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description =
                "Which strategy, granularity and measure to use on a collection with known answers, and what it costs.",
        subcommands = {
            LabRunCommand.class,
            LabRivalsCommand.class,
            LabSourcesCommand.class,
            LabPassagesCommand.class,
            LabExperimentCommand.class,
            LabReportCommand.class
        })
final class LabCommand {}
