package io.whorl.lab.command;

import io.whorl.WhorlException;
import io.whorl.lab.command.GroupsCommand.GridCommand;
import io.whorl.lab.command.GroupsCommand.ReportCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that measures something. Its table goes to standard output and its progress to standard error. Exit codes:
 * 0 for success, 1 for a failure, 2 for wrong usage.
 */
public abstract class LabCommand implements Callable<Integer> {
    private static final int MAX_THREADS = 1_024;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "lab-results")
    Path out;

    @Option(names = "--threads", paramLabel = "N")
    private Integer threads;

    @Spec
    private CommandSpec spec;

    abstract void measure(PrintWriter table) throws IOException;

    @Override
    public final Integer call() throws IOException {
        if (threads() < 1 || threads() > MAX_THREADS) {
            throw new ParameterException(
                    spec.commandLine(), "--threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
        }
        try {
            PrintWriter table = spec.commandLine().getOut();
            measure(table);
            // A print writer throws nothing.
            if (table.checkError()) {
                report("standard output cannot be written, so the table is incomplete; the results are in " + out);
                return 1;
            }
            return 0;
        } catch (WhorlException e) {
            report(e.getMessage());
            return 1;
        } catch (IOException | UncheckedIOException e) {
            // The message of many I/O exceptions is only a file name, so the class is printed too.
            report(e.toString());
            return 1;
        }
    }

    final int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    final void report(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

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
    public static final class Commands implements Runnable {
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
}
