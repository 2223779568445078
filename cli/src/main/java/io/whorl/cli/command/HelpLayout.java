package io.whorl.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The layout of help texts: 80 columns wide, the options of the command first, those of all commands last. */
final class HelpLayout {
    private static final int COLUMNS = 80;
    private static final int OPTION_COLUMNS = 24;

    private static final Set<String> STANDARD = Set.of("--help", "--version");

    private HelpLayout() {}

    /** Applies the layout to a command and its subcommands. */
    static void apply(CommandLine line) {
        line.setUsageHelpWidth(COLUMNS).setUsageHelpLongOptionsMaxWidth(OPTION_COLUMNS);
        line.getCommandSpec()
                .usageMessage()
                .optionListHeading("")
                .abbreviateSynopsis(true)
                .synopsisHeading("%nUsage: ")
                .parameterListHeading("%nParameters:%n")
                .commandListHeading("%nCommands:%n")
                .exitCodeListHeading("%nExit codes:%n");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpLayout::options);
        line.setHelpSectionKeys(commandsBeforeOptions(line.getHelpSectionKeys()));
        line.getSubcommands().values().forEach(HelpLayout::apply);
    }

    private static List<String> commandsBeforeOptions(List<String> keys) {
        List<String> ordered = new ArrayList<>(keys);
        List<String> commands =
                List.of(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        ordered.removeAll(commands);
        ordered.addAll(ordered.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING), commands);
        return ordered;
    }

    private static String options(Help help) {
        boolean root = help.commandSpec().parent() == null;
        Predicate<OptionSpec> shared = option -> root || option.inherited() || STANDARD.contains(option.longestName());
        return list(help, "%nOptions:%n", shared.negate())
                + help.optionListGroupSections()
                + list(help, "%nOptions of all commands:%n", shared);
    }

    private static String list(Help help, String heading, Predicate<OptionSpec> wanted) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .filter(option -> option.group() == null && !option.hidden())
                .filter(wanted)
                .toList();
        return options.isEmpty() ? "" : help.createHeading(heading) + help.optionListExcludingGroups(options);
    }
}
