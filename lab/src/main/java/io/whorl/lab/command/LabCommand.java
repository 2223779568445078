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

/**
 * A command that measures something. Its table goes to standard output and its progress to standard error. Exit codes:
 * 0 for success, 1 for a failure, 2 for wrong usage.
 */
abstract class LabCommand implements Callable<Integer> {
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
}
