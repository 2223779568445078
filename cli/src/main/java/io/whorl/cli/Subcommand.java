package io.whorl.cli;

import io.whorl.cli.output.Column;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands share: the program they belong to, and a way to refuse their options. */
abstract class Subcommand implements Callable<Integer> {
    static final int DONE = 0;
    static final int FAILED = 1;

    @ParentCommand
    Whorl whorl;

    @Spec
    CommandSpec spec;

    /** An exception that ends in exit code 2, with this message and a pointer to the help. */
    final ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    static List<Column> columns(Column... columns) {
        return List.of(columns);
    }
}
