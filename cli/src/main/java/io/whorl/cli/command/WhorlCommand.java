package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.Choices;
import io.whorl.cli.output.Format;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program itself: its commands, and the options that every command takes. */
@Command(
        name = "whorl",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 100,
        synopsisSubcommandLabel = "COMMAND",
        description = "Finds versions, copies and re-used passages among documents, by their fingerprints.",
        footer = {
            "",
            "Results go to standard output, everything else to standard error.",
            "Exit code: 0 done, 1 failed, 2 wrong usage. Where the reader of the results goes away (| head): 0."
        },
        subcommands = {
            BuildCommand.class,
            RebuildCommand.class,
            AddCommand.class,
            DeleteCommand.class,
            QueryCommand.class,
            PairsCommand.class,
            CompareCommand.class,
            FingerprintCommand.class,
            StatsCommand.class,
            CheckCommand.class,
            MergeCommand.class,
            DemoCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
public final class WhorlCommand implements Runnable {
    private static final int MOST_THREADS = 1_024;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            scope = ScopeType.INHERIT,
            paramLabel = "table|json|tsv",
            converter = Choices.Formats.class,
            completionCandidates = Choices.Formats.class,
            description = "Form of the results; json is one object a line (default: table).")
    private Format format = Format.TABLE;

    @Option(
            names = "--threads",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Threads to use at the most, 1 to 1024 (default: one a core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "No progress bar and no summary; warnings and errors stay.")
    private boolean quiet;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print where an error comes from, for a report of a mistake in the program.")
    private boolean stacktrace;

    @Option(
            names = "--plugins",
            scope = ScopeType.INHERIT,
            paramLabel = "JAR",
            description =
                    "A jar with further selection strategies or formats of documents; may be given several times.")
    private List<Path> plugins = List.of();

    public WhorlCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing, such as build, query or demo");
    }

    Console console() {
        return new Console(streams, format, quiet);
    }

    public boolean stacktrace() {
        return stacktrace;
    }

    public int threads() {
        return threads;
    }

    /**
     * Checks the global options, and lets {@link java.util.ServiceLoader} see the plug-ins, on this thread and on those
     * it starts, for as long as the process lives.
     */
    public void prepare(CommandLine command) throws IOException {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new ParameterException(command, "--threads is " + threads + "; it must be from 1 to " + MOST_THREADS);
        }
        if (plugins.isEmpty()) {
            return;
        }
        URL[] urls = new URL[plugins.size()];
        for (int i = 0; i < urls.length; i++) {
            if (!Files.isRegularFile(plugins.get(i))) {
                throw new NoSuchFileException(plugins.get(i).toString());
            }
            urls[i] = plugins.get(i).toUri().toURL();
        }
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new URLClassLoader(urls, WhorlCommand.class.getClassLoader()));
    }
}
