package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.Usage;
import io.whorl.cli.output.Column;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command: it has access to the global options, and can report wrong usage. */
abstract class Subcommand implements Callable<Integer> {
    static final int DONE = 0;
    static final int FAILED = 1;

    @ParentCommand
    WhorlCommand whorl;

    @Spec
    CommandSpec spec;

    /** Reports wrong usage of this command: exit code 2, the message, and a pointer to the help. */
    final Usage usage() {
        return message -> new ParameterException(spec.commandLine(), message);
    }

    final Console console() {
        return whorl.console();
    }

    static List<Column> columns(Column... columns) {
        return List.of(columns);
    }
}
