package io.whorl.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: the list of commands, and the options of all commands. */
@Command(
        name = "whorl",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = WhorlCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class WhorlCommand implements Callable<Integer> {
    private static final List<Class<?>> COMMANDS = List.of(
            IngestCommand.BuildCommand.class,
            IngestCommand.RebuildCommand.class,
            IngestCommand.AddCommand.class,
            IndexCommand.DeleteCommand.class,
            QueryCommand.class,
            QueryCommand.PairsCommand.class,
            ClustersCommand.class,
            HistoryCommand.class,
            HistoryCommand.ChangesCommand.class,
            DedupCommand.class,
            ClustersCommand.GroupCommand.class,
            OverlapCommand.class,
            CompareCommand.class,
            PassagesCommand.class,
            ReportCommand.class,
            CompareCommand.FingerprintCommand.class,
            IndexCommand.StatsCommand.class,
            IndexCommand.CheckCommand.class,
            IndexCommand.MergeCommand.class,
            IndexCommand.BackupCommand.class,
            IndexCommand.AdoptCommand.class,
            DemoCommand.class,
            GenerateCompletion.class,
            HelpCommand.class);

    /** Commands of picocli. */
    private static final Set<String> PROVIDED = Set.of("generate-completion", "help");

    private static final int MAX_THREADS = 1_024;
    private static final Set<String> COMMANDS_WITH_PASSIM = Set.of("passages", "compare", "report", "clusters");

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            scope = ScopeType.INHERIT,
            paramLabel = "FORMAT",
            completionCandidates = Choice.Formats.class)
    private Format format = Format.TABLE;

    @Option(names = "--threads", scope = ScopeType.INHERIT, paramLabel = "N")
    int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT)
    private boolean quiet;

    @Option(names = "--plugins", scope = ScopeType.INHERIT, paramLabel = "JAR|DIR")
    private List<Path> plugins = List.of();

    @Option(names = "--stacktrace", scope = ScopeType.INHERIT)
    boolean stacktrace;

    /** Picocli allows one option for usage help. This older kind also lifts the requirement of other arguments. */
    @SuppressWarnings("deprecation")
    @Option(names = "--help-all", scope = ScopeType.INHERIT, help = true)
    boolean helpAll;

    public WhorlCommand(Streams streams) {
        this.streams = streams;
    }

    /**
     * The commands to choose from. If the first argument names one that needs no other, it is the only one, because
     * describing all of them takes longer than many commands run.
     */
    public CommandLine commandLine(String... arguments) {
        CommandLine line = new CommandLine(this);
        String first = arguments.length == 0 ? "" : arguments[0];
        List<Class<?>> named = COMMANDS.stream()
                .filter(command -> !PROVIDED.contains(first) && name(command).equals(first))
                .toList();
        (named.isEmpty() ? COMMANDS : named).forEach(line::addSubcommand);
        line.setOut(new PrintWriter(streams.out()))
                .setErr(streams.err())
                // A file may be named @x. Picocli would read its words as arguments.
                .setExpandAtFiles(false);
        // Picocli describes these commands itself.
        line.getSubcommands().forEach((name, command) -> {
            if (PROVIDED.contains(name)) {
                command.getCommandSpec().usageMessage().description(new String[0]);
            }
        });
        ResourceBundle words = ResourceBundle.getBundle("io.whorl.cli.help", Locale.ROOT);
        line.setResourceBundle(words);
        Converters.register(line);
        new HelpLayout(words).apply(line);
        return line;
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** Without a command, prints the help. This is wrong usage, so standard output stays empty. */
    @Override
    public Integer call() {
        spec.commandLine().usage(streams.err());
        return CommandLine.ExitCode.USAGE;
    }

    /** @param lasting whether the command goes on, and discards its results, if their reader stops early */
    Console console(boolean lasting) {
        return new Console(lasting ? streams.lasting() : streams, format, quiet);
    }

    /** Whether the arguments of a command ask for the help with all options. */
    public static boolean helpAll(CommandLine command) {
        ParseResult parsed = command.getParseResult();
        return parsed != null && parsed.hasMatchedOption("--help-all");
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
        URL[] urls = pluginJars(plugins);
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new URLClassLoader(urls, WhorlCommand.class.getClassLoader()));
    }

    /**
     * The layout of help texts: 80 columns wide, the options of the command first, those of all commands last.
     * {@code --help} shows the main options of a command.
     *
     * @param words the help, in which the key {@code COMMAND.main} lists the main options of a command that has many
     */
    private record HelpLayout(ResourceBundle words) {
        private static final int COLUMNS = 80;
        private static final int OPTION_COLUMNS = 24;

        private static final Set<String> STANDARD = Set.of("--help", "--help-all", "--version");
        private static final Set<String> MAIN_OF_ALL = Set.of("--format", "--help", "--help-all");
        private static final Comparator<OptionSpec> HELP_LAST =
                Comparator.comparing(option -> option.usageHelp() || option.versionHelp());

        void apply(CommandLine line) {
            line.setUsageHelpWidth(COLUMNS).setUsageHelpLongOptionsMaxWidth(OPTION_COLUMNS);
            line.getCommandSpec()
                    .usageMessage()
                    .optionListHeading("")
                    .sortOptions(false)
                    .abbreviateSynopsis(true)
                    .synopsisHeading("%nUsage: ")
                    .parameterListHeading("%nParameters:%n")
                    .commandListHeading("%nCommands:%n")
                    .exitCodeListHeading("%nExit codes:%n");
            line.getCommandSpec().usageMessage().exitCodeList(exitCodes(line));
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, this::options);
            line.setHelpSectionKeys(commandsBeforeOptions(line.getHelpSectionKeys()));
            line.getSubcommands().values().forEach(this::apply);
        }

        private Map<String, String> exitCodes(CommandLine line) {
            boolean reads = List.of(words.getString("exit.reading").split(", ")).contains(line.getCommandName());
            Map<String, String> codes = new TreeMap<>();
            for (String code : PROVIDED.contains(line.getCommandName()) ? List.of("0", "2") : List.of("0", "1", "2")) {
                String own = line.getCommandSpec().qualifiedName(".") + ".exit." + code;
                String usual = (reads ? "exit.reading." : "exit.") + code;
                codes.put(code, words.getString(words.containsKey(own) ? own : usual));
            }
            return codes;
        }

        private static List<String> commandsBeforeOptions(List<String> keys) {
            List<String> ordered = new ArrayList<>(keys);
            List<String> commands = List.of(
                    UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
            ordered.removeAll(commands);
            ordered.addAll(ordered.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING), commands);
            return ordered;
        }

        private String options(Help help) {
            boolean root = help.commandSpec().parent() == null;
            Predicate<OptionSpec> shared =
                    option -> root || option.inherited() || STANDARD.contains(option.longestName());
            if (!root && !helpAll(help.commandSpec().commandLine())) {
                String key = help.commandSpec().qualifiedName(".") + ".main";
                List<String> main =
                        words.containsKey(key) ? List.of(words.getString(key).split(", ")) : List.of();
                ToIntFunction<OptionSpec> place =
                        o -> main.indexOf(o.longestName().substring(2));
                Predicate<OptionSpec> shown = o -> main.isEmpty() || place.applyAsInt(o) >= 0;
                return list(help, "%nOptions:%n", shared.negate().and(shown), Comparator.comparingInt(place))
                        + list(
                                help,
                                "%nOptions of all commands:%n",
                                o -> MAIN_OF_ALL.contains(o.longestName()),
                                HELP_LAST)
                        + help.createHeading("%nThese are the main options; --help-all shows all of them.%n");
            }
            Predicate<OptionSpec> alone = option -> option.group() == null;
            return list(help, "%nOptions:%n", alone.and(shared.negate()), HELP_LAST)
                    + help.optionListGroupSections()
                    + list(help, "%nOptions of all commands:%n", alone.and(shared), HELP_LAST);
        }

        private static String list(
                Help help, String heading, Predicate<OptionSpec> wanted, Comparator<OptionSpec> order) {
            List<OptionSpec> options = help.commandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .filter(wanted)
                    .sorted(order)
                    .toList();
            Help.Layout layout = help.createDefaultLayout();
            layout.addAllOptions(options, help.parameterLabelRenderer());
            return options.isEmpty() ? "" : help.createHeading(heading) + layout;
        }
    }

    /** The version in the manifest of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Version.class.getPackage().getImplementationVersion();
            return new String[] {"whorl " + (version == null ? "(not from a jar)" : version)};
        }
    }

    /**
     * Returns the addresses of jars. A directory stands for its jars, in the order of their names.
     *
     * @throws FailedException if a directory has no jar, or if a file is none
     */
    private static URL[] pluginJars(List<Path> plugins) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path plugin : plugins) {
            for (Path jar : Files.isDirectory(plugin) ? jars(plugin) : List.of(plugin)) {
                try {
                    // A class loader passes over a file that is no jar.
                    new ZipFile(jar.toFile()).close();
                } catch (ZipException e) {
                    throw new FailedException(
                            jar + " is no jar: " + e.getMessage() + "; name another with --plugins", e);
                }
                urls.add(jar.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static List<Path> jars(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> jars = entries.filter(
                            e -> e.toString().toLowerCase(Locale.ROOT).endsWith(".jar") && Files.isRegularFile(e))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new FailedException("the folder " + directory + " has no jar; put the plug-ins into it, or name"
                        + " another one with --plugins");
            }
            return jars;
        }
    }
}
