package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.AlignmentOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The help texts of all commands. The expected texts are in the resource {@code help.txt}. After a change of the help,
 * rewrite it and review the difference:
 *
 * <pre>mvn -pl cli -am test -Dtest=HelpTextTest -Dsurefire.failIfNoSpecifiedTests=false -Dio.whorl.help.rewrite=true
 * </pre>
 */
class HelpTextTest {
    private static final int COLUMNS = 80;
    private static final Path RESOURCE = Path.of("src/test/resources/io/whorl/cli/help.txt");

    private static final Map<String, CommandLine> COMMANDS = new WhorlCommand(
                    CliRun.streams("", new StringWriter(), new StringWriter()))
            .commandLine()
            .getSubcommands();

    /** The help with the main options, if there are others, and with all of them. */
    private static final Map<String, String> TEXTS = helpTexts();

    private static Map<String, String> helpTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("whorl --help", CliRun.of("--help").out());
        for (String command : COMMANDS.keySet()) {
            String main = CliRun.of(command, "--help").out();
            String all = CliRun.of(command, "--help-all").out();
            texts.put("whorl " + command + " --help", main);
            if (!main.equals(all)) {
                texts.put("whorl " + command + " --help-all", all);
            }
        }
        return texts;
    }

    @Test
    void helpTextsAreTheExpectedOnes() throws IOException {
        StringBuilder all = new StringBuilder();
        TEXTS.forEach((command, text) ->
                all.append("$ ").append(command).append('\n').append(text).append('\n'));
        if (Boolean.getBoolean("io.whorl.help.rewrite")) {
            Files.createDirectories(RESOURCE.getParent());
            Files.writeString(RESOURCE, all);
        }
        assertEquals(Files.readString(RESOURCE), all.toString());
    }

    @Test
    void noLineIsLongerThanATerminalOf80Columns() {
        TEXTS.forEach((command, text) -> assertEquals(
                List.of(), text.lines().filter(l -> l.length() > COLUMNS).toList(), command));
    }

    @Test
    void eachCommandHasAnExampleAndExitCodes() {
        TEXTS.forEach((command, text) -> {
            assertTrue(text.contains("\nExit codes:\n  0   "), command);
            int examples = Math.max(text.indexOf("\nExample:\n"), text.indexOf("\nExamples:\n"));
            assertTrue(
                    examples > 0 && text.indexOf(command.substring(0, command.lastIndexOf(" --")), examples) > 0,
                    command);
        });
    }

    @Test
    void theHelpShowsAtMostTwelveOptionsAndNamesTheOptionForAll() {
        for (String command : COMMANDS.keySet()) {
            String main = TEXTS.get("whorl " + command + " --help");
            boolean isShort = TEXTS.containsKey("whorl " + command + " --help-all");
            long options = main.lines()
                    .filter(l -> l.matches(" {2,6}(-\\w, )?--\\w.*"))
                    .count();
            assertTrue(options <= 12, command + " shows " + options);
            assertEquals(isShort, main.contains("--help-all shows all of them."), command);
        }
    }

    @Test
    void theMainOptionsOfCommandsExist() {
        ResourceBundle words = ResourceBundle.getBundle("io.whorl.cli.help", Locale.ROOT);
        COMMANDS.forEach((name, command) -> {
            if (words.containsKey("whorl." + name + ".main")) {
                for (String option : words.getString("whorl." + name + ".main").split(", ")) {
                    assertNotNull(command.getCommandSpec().findOption("--" + option), name + " " + option);
                }
            }
        });
    }

    @Test
    void theListOfCommandsShowsOneCompleteSentenceForEach() {
        List<String> lines = CliRun.of("--help").out().lines().toList();
        for (String command : COMMANDS.keySet()) {
            List<String> entries = lines.stream()
                    .filter(l -> l.matches("  " + command + "  +[A-Z].*"))
                    .toList();
            assertEquals(1, entries.size(), command);
            assertTrue(entries.get(0).endsWith("."), entries.get(0));
        }
    }

    @Test
    void eachOptionNamesItsDefaultOrIsASwitch() {
        COMMANDS.forEach((name, command) -> command.getCommandSpec().options().stream()
                .filter(o -> o.arity().max() > 0 && !o.hidden())
                .forEach(o -> assertTrue(
                        String.join(" ", o.description()).contains("(default: "), name + " " + o.longestName())));
    }

    /** Returns the commands that have an option, as pages name them. */
    private static Set<String> with(String option) {
        Set<String> names = new TreeSet<>();
        COMMANDS.forEach((name, command) -> {
            if (command.getCommandSpec().findOption(option) != null) {
                names.add(name);
            }
        });
        return names;
    }

    private static Set<String> named(String page, String before, String after) throws IOException {
        String text = Files.readString(Path.of("..", "docs", page));
        int from = text.indexOf(before);
        int to = text.indexOf(after, from);
        assertTrue(from >= 0 && to > from, () -> page + " has no sentence '" + before + " ... " + after + "'");
        Set<String> names = new TreeSet<>();
        Matcher name = Pattern.compile("`([a-z]+)[^`]*`").matcher(text.substring(from, to));
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }

    @Test
    void pagesNameTheCommandsThatHaveAnOption() throws IOException {
        assertEquals(with("--include"), named("cli.md", "\nThese options of", "choose the documents:"));
        assertEquals(with("--granularity"), named("schemes.md", "\nThese options of", "set the parts of a scheme"));
    }

    @Test
    void thePageOfPassagesCountsTheLanguages() throws IOException {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> AlignmentOptions.DEFAULT.language("klingon"));
        String languages = refused.getMessage().substring(refused.getMessage().indexOf("one of "));
        assertTrue(
                Files.readString(Path.of("../docs/passages.md"))
                        .contains("(" + languages.split(", ").length + " languages)"),
                languages);
    }
}
