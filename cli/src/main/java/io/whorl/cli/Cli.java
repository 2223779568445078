package io.whorl.cli;

import io.whorl.cli.command.WhorlCommand;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.LocaleCheck;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.PathConverter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Puts the commands, the streams and the treatment of errors together. */
final class Cli {
    private Cli() {}

    /** @return 0 done, 1 failed, 2 wrong usage */
    static int execute(Streams streams, String... arguments) {
        WhorlCommand whorl = new WhorlCommand(streams);
        ErrorReport errors = new ErrorReport(streams, whorl::stacktrace);
        Optional<String> undecoded = LocaleCheck.problem(arguments, LocaleCheck.encoding());
        if (undecoded.isPresent()) {
            streams.tell(undecoded.get());
            return CommandLine.ExitCode.USAGE;
        }
        CommandLine line = new CommandLine(whorl)
                .registerConverter(Path.class, new PathConverter())
                .setOut(new PrintWriter(streams.out()))
                .setErr(streams.err())
                .setUsageHelpAutoWidth(true)
                // A text may be called @x; picocli would take its words for options.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors)
                .setExecutionStrategy(parsed -> run(whorl, errors, parsed));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            int code = line.execute(arguments);
            streams.out().flush();
            return code;
        } catch (IOException e) {
            return errors.report(e);
        } catch (Error e) {
            return errors.report(e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static int run(WhorlCommand whorl, ErrorReport errors, ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        try {
            List<CommandLine> commands = parsed.asCommandLineList();
            whorl.prepare(commands.get(commands.size() - 1));
        } catch (IOException e) {
            return errors.report(e);
        }
        return new RunLast().execute(parsed);
    }
}
