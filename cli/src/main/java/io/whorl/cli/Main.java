package io.whorl.cli;

import io.whorl.cli.Streams.LastingWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The entry point of the program. It ends the process with 0 (success), 1 (failure) or 2 (wrong usage). */
public final class Main {
    /**
     * The logger of the library. It is off, because the commands report on standard error themselves. A field holds it,
     * because a logger that nothing references is collected and loses its level.
     */
    private static final Logger LIBRARY = Logger.getLogger("io.whorl");

    /** The logger of PDFBox, which tells of odd fonts. What cannot be read is reported by the commands. */
    private static final Logger PDF = Logger.getLogger("org.apache");

    private Main() {}

    public static void main(String[] arguments) {
        LIBRARY.setLevel(Level.OFF);
        PDF.setLevel(Level.OFF);
        System.exit(execute(Streams.ofProcess(), arguments));
    }

    /** Returns the exit code: 0 for success, 1 for failure, 2 for wrong usage. */
    static int execute(Streams streams, String... arguments) {
        WhorlCommand whorl = new WhorlCommand(streams);
        ErrorReport errors = new ErrorReport(streams, () -> whorl.stacktrace);
        Optional<String> undecoded = ErrorReport.undecoded(arguments);
        if (undecoded.isPresent()) {
            streams.message(undecoded.get());
            return CommandLine.ExitCode.USAGE;
        }
        LastingWriter help = new LastingWriter(streams.out());
        CommandLine line = whorl.commandLine(arguments)
                .setOut(new PrintWriter(help))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors)
                .setExecutionStrategy(parsed -> run(whorl, errors, parsed));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            int code = line.execute(arguments);
            help.check();
            flush(streams.out());
            return code;
        } catch (IOException e) {
            return errors.report(e);
        } catch (Error e) {
            return errors.report(e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The command is done, so its exit code stays even if the reader of its results has stopped early. */
    private static void flush(Writer out) throws IOException {
        try {
            out.flush();
        } catch (ClosedOutputException e) {
            return;
        }
    }

    private static int run(WhorlCommand whorl, ErrorReport errors, ParseResult parsed) {
        List<CommandLine> commands = parsed.asCommandLineList();
        CommandLine command = commands.get(commands.size() - 1);
        if (WhorlCommand.helpAll(command)) {
            command.usage(command.getOut());
            return CommandLine.ExitCode.OK;
        }
        Integer helpCode = CommandLine.executeHelpRequest(parsed);
        if (helpCode != null) {
            return helpCode;
        }
        try {
            whorl.prepare(command);
        } catch (IOException e) {
            return errors.report(e);
        }
        return new RunLast().execute(parsed);
    }
}
