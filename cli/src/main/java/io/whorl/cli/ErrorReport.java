package io.whorl.cli;

import io.whorl.InvalidSchemeException;
import io.whorl.UnsupportedMeasureException;
import io.whorl.WhorlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ServiceConfigurationError;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One clear line for each error, and the exit code it stands for. Traces only with {@code -Dwhorl.trace=true}. */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final String BROKEN_PIPE = "Broken pipe";

    private final Streams streams;

    ErrorReport(Streams streams) {
        this.streams = streams;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        trace(e);
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        streams.tell(e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, streams.err());
        streams.err().println("Try '" + command + " --help'.");
        streams.err().flush();
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
        return e instanceof ParameterException wrong ? handleParseException(wrong, new String[0]) : report(e);
    }

    int report(Throwable thrown) {
        trace(thrown);
        Throwable e = thrown;
        while ((e instanceof UncheckedIOException || e instanceof ExecutionException) && e.getCause() != null) {
            e = e.getCause();
        }
        // Whoever closed the pipe, such as head, has seen enough.
        if (!(e instanceof IOException && BROKEN_PIPE.equals(e.getMessage()))) {
            streams.tell(message(e));
        }
        boolean wrongUsage = e instanceof InvalidSchemeException
                || e instanceof UnsupportedMeasureException
                || e instanceof IllegalArgumentException;
        return wrongUsage ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    static String message(Throwable e) {
        if (e instanceof WhorlException || e instanceof IllegalArgumentException || e instanceof FailedException) {
            return e.getMessage();
        }
        if (e instanceof NoSuchFileException missing) {
            return "no such file or directory: " + missing.getFile();
        }
        if (e instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (e instanceof ClosedByInterruptException) {
            return "interrupted";
        }
        if (e instanceof IOException) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        if (e instanceof OutOfMemoryError) {
            return "out of memory; start java with a larger heap, such as -Xmx4g";
        }
        if (e instanceof ServiceConfigurationError) {
            return "a plug-in cannot be used: " + e.getMessage();
        }
        return "internal error: " + e + "; start java with -Dwhorl.trace=true to see where";
    }

    private void trace(Throwable e) {
        if (Boolean.getBoolean("whorl.trace")) {
            e.printStackTrace(streams.err());
        }
    }
}
