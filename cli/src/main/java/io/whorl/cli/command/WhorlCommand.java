package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.PathConverter;
import io.whorl.cli.output.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: the list of commands, and the options of all commands. */
@Command(
        name = "whorl",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        header = "Finds versions, copies and reused passages among documents.",
        description =
                "%nAn index stores the fingerprint of each document: the hashes of its word sequences. Documents that"
                        + " share many of them are versions or copies of each other, or one is a part of the other.",
        exitCodeList = {"0:Done, or the reader of the results closed the pipe.", HelpText.FAILED, HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl demo",
            "  whorl build index articles/",
            "  whorl query index essay.txt",
            "",
            "Results go to standard output, all messages to standard error.",
            "Run 'whorl COMMAND --help' for the options of a command."
        },
        subcommands = {
            BuildCommand.class,
            RebuildCommand.class,
            AddCommand.class,
            DeleteCommand.class,
            QueryCommand.class,
            PairsCommand.class,
            ClustersCommand.class,
            HistoryCommand.class,
            ChangesCommand.class,
            DedupCommand.class,
            GroupCommand.class,
            OverlapCommand.class,
            CompareCommand.class,
            PassagesCommand.class,
            ReportCommand.class,
            FingerprintCommand.class,
            StatsCommand.class,
            CheckCommand.class,
            MergeCommand.class,
            AdoptCommand.class,
            DemoCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
public final class WhorlCommand implements Callable<Integer> {
    private static final int MAX_THREADS = 1_024;
    private static final Set<String> COMMANDS_WITH_PASSIM = Set.of("passages", "compare", "report", "clusters");

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            scope = ScopeType.INHERIT,
            paramLabel = "FORMAT",
            converter = Choices.Formats.class,
            completionCandidates = Choices.Formats.class,
            description = "The format of the results: ${COMPLETION-CANDIDATES}. json is one object per line. passim,"
                    + " with the fields of Passim, is for passages, report, clusters and compare --passages only"
                    + " (default: table).")
    private Format format = Format.TABLE;

    @Option(
            names = "--threads",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Use at most N threads, 1 to 1024 (default: one per core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Show no progress bar and no notes, only warnings and errors.")
    private boolean quiet;

    @Option(
            names = "--plugins",
            scope = ScopeType.INHERIT,
            paramLabel = "JAR|DIR",
            description =
                    "Load selection strategies and document formats from a jar, or from all jars of a folder, such"
                            + " as Apache Tika for PDF and office files. Can be repeated (default: none).")
    private List<Path> plugins = List.of();

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of an error, for an error report.")
    private boolean stacktrace;

    public WhorlCommand(Streams streams) {
        this.streams = streams;
    }

    /** Returns the parser of this command and its subcommands. */
    public CommandLine commandLine() {
        CommandLine line = new CommandLine(this)
                .registerConverter(Path.class, new PathConverter())
                .setOut(new PrintWriter(streams.out()))
                .setErr(streams.err())
                // A file may be named @x. Picocli would read its words as arguments.
                .setExpandAtFiles(false);
        describe(
                line.getSubcommands().get("generate-completion"),
                "Prints a completion script for bash and zsh.",
                "  source <(whorl generate-completion)");
        describe(line.getSubcommands().get("help"), "Shows the help of a command.", "  whorl help query");
        HelpLayout.apply(line);
        return line;
    }

    /** Replaces the help text of a command that Picocli provides. */
    private static void describe(CommandLine command, String header, String example) {
        command.getCommandSpec()
                .usageMessage()
                .header(header)
                .description(new String[0])
                .exitCodeList(new TreeMap<>(Map.of("0", "Done.", "2", "Wrong usage. Nothing was done.")))
                .footerHeading(HelpText.EXAMPLE)
                .footer(example);
    }

    /** Without a command, prints the help. This is wrong usage, so standard output stays empty. */
    @Override
    public Integer call() {
        spec.commandLine().usage(streams.err());
        return CommandLine.ExitCode.USAGE;
    }

    Console console() {
        return new Console(streams, format, quiet);
    }

    public boolean stacktrace() {
        return stacktrace;
    }

    int threads() {
        return threads;
    }

    /**
     * Checks the global options, and loads the plug-ins: {@link java.util.ServiceLoader} finds them on this thread and
     * on the threads that it starts, as long as the process lives.
     */
    public void prepare(CommandLine command) throws IOException {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new ParameterException(command, "--threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
        }
        if (format == Format.PASSIM && !COMMANDS_WITH_PASSIM.contains(command.getCommandName())) {
            throw new ParameterException(
                    command,
                    "--format passim is for passages, report, clusters and compare --passages only; give another"
                            + " format");
        }
        if (plugins.isEmpty()) {
            return;
        }
        URL[] urls = PluginJars.of(plugins);
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new URLClassLoader(urls, WhorlCommand.class.getClassLoader()));
    }
}
