package io.whorl.cli;

import io.whorl.SchemeException;
import io.whorl.WhorlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints one line per error and returns its exit code. {@code --stacktrace} adds the stack trace. An error of the
 * program itself is reported as an internal error, never as wrong usage.
 *
 * @param traces whether to print stack traces; called after the arguments are parsed
 */
record ErrorReport(Streams streams, BooleanSupplier traces)
        implements IParameterExceptionHandler, IExecutionExceptionHandler {
    /** What Linux says if a disk is full. The JDK has no type for it. */
    private static final String FULL = "No space left on device";

    /** What to do about a name with characters that the encoding of the locale cannot express. Java replaces these. */
    static final String LOCALE_FIX =
            " (if the name has characters beyond ASCII: set LC_ALL=C.UTF-8 in the environment)";

    private static final String REPLACEMENT = "\ufffd";

    /** Returns a message about the first argument that has lost characters in this way, or nothing if none has. */
    static Optional<String> undecoded(String... arguments) {
        String encoding = System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name());
        return Stream.of(arguments)
                .filter(a -> a.contains(REPLACEMENT) && !encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name()))
                .findFirst()
                .map(argument -> "the locale's encoding, " + encoding + ", cannot express the argument '" + argument
                        + "'; set LC_ALL=C.UTF-8 in the environment");
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        trace(e);
        streams.message(e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, streams.err());
        return pointToHelp(e.getCommandLine());
    }

    private int pointToHelp(CommandLine command) {
        streams.err().println("Run '" + command.getCommandSpec().qualifiedName() + " --help' for help.");
        streams.err().flush();
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
        if (e instanceof Usage) {
            trace(e);
            streams.message(e.getMessage());
            return pointToHelp(line);
        }
        return report(e);
    }

    public int report(Throwable thrown) {
        trace(thrown);
        Throwable e = thrown;
        while ((e instanceof UncheckedIOException || e instanceof ExecutionException) && e.getCause() != null) {
            e = e.getCause();
        }
        if (e instanceof ClosedOutputException) {
            // The reader, such as head, has stopped early. The command did its work.
            return CommandLine.ExitCode.OK;
        }
        streams.message(message(e));
        boolean wrongUsage = e instanceof SchemeException scheme && scheme.reason() != SchemeException.Reason.MISMATCH;
        return wrongUsage ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    public static String message(Throwable e) {
        if (e instanceof WhorlException || e instanceof FailedException) {
            return inTermsOfOptions(e.getMessage());
        }
        // After Ctrl-C, other errors follow from it: temporary files are gone.
        if (e instanceof ClosedByInterruptException
                || e instanceof IOException && Thread.currentThread().isInterrupted()) {
            return "interrupted";
        }
        if (e instanceof NoSuchFileException missing) {
            boolean lost = missing.getFile().contains(REPLACEMENT);
            return "no such file or directory: " + missing.getFile()
                    + (lost ? " (if its name is not UTF-8: give its directory instead)" : "");
        }
        if (e instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (e instanceof IOException && String.valueOf(e.getMessage()).contains(FULL)) {
            return e.getMessage() + "; free some space, or use another disk: builds and merges write scratch files next"
                    + " to the index, other commands write them to " + System.getProperty("java.io.tmpdir")
                    + " (java -Djava.io.tmpdir=DIR)";
        }
        if (e instanceof IOException) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        if (e instanceof OutOfMemoryError) {
            return "out of memory; start java with a larger heap, such as -Xmx4g";
        }
        if (e instanceof ServiceConfigurationError) {
            return "a plug-in cannot be loaded: " + e.getMessage();
        }
        return "internal error: " + e + "; this is an error of the program: please report it with the output of"
                + " --stacktrace";
    }

    /** Names the commands and options in place of what the library names. */
    private static String inTermsOfOptions(String message) {
        String said = message;
        for (String line : Resource.lines(ErrorReport.class, "terms.txt").toList()) {
            String[] term = line.split(" = ");
            said = said.replace(term[0], term[1]);
        }
        return said;
    }

    private void trace(Throwable e) {
        if (traces.getAsBoolean()) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            trace.toString()
                    .lines()
                    .map(line -> Escapes.visible(line).replace("\\u0009", "\t"))
                    .forEach(streams.err()::println);
            streams.err().flush();
        }
    }
}
