package io.whorl.lab.command;

import io.whorl.WhorlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of the laboratory: its table goes to standard output, what it is doing to standard error. */
abstract class LabCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "lab-results",
            description = "Where results go, as CSV and, of most commands, JSON lines (default: ${DEFAULT-VALUE}).")
    Path out;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads for what is not timed alone (default: all processors).")
    private Integer threads;

    @Spec
    private CommandSpec spec;

    /** Does the work and prints the table. */
    abstract void measure(PrintWriter table) throws IOException;

    @Override
    public final Integer call() throws IOException {
        if (threads() < 1 || threads() > 1_024) {
            throw new ParameterException(spec.commandLine(), "--threads is " + threads + "; it must be from 1 to 1024");
        }
        try {
            PrintWriter table = spec.commandLine().getOut();
            measure(table);
            table.flush();
            return 0;
        } catch (WhorlException e) {
            tell(e.getMessage());
            return 1;
        } catch (IOException | UncheckedIOException e) {
            // The kind is named: the messages of many consist of nothing but a file's name.
            tell(e.toString());
            return 1;
        }
    }

    final int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    final void tell(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
