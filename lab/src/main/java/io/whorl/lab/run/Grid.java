package io.whorl.lab.run;

import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.files.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The configurations to measure, read from a small text file:
 *
 * <pre>
 * # settings before the first section apply to all sections
 * stop = english
 *
 * [strategies]
 * selection = full anchor mod:m=25 winnowing:w=8
 * measure = percent resemblance
 *
 * [granularity]
 * selection = anchor
 * granularity = 1 2 3 4 5
 *
 * [+]
 * selection = mod:m=25
 * </pre>
 *
 * <p>A setting has one or more values, separated by white space. A section defines every combination of the values of
 * its settings; the last setting varies fastest. A setting in a section replaces the same setting before the sections.
 * {@code [+]} adds more configurations, with other settings, to the section before it. The settings are those of a
 * scheme, named like the options of the command line, and {@code measure}, {@code query-selection} ({@code same} or a
 * selection), {@code max-df} ({@code none} or a number) and {@code alter} ({@code none} or
 * {@linkplain io.whorl.lab.run.Alteration#parse an alteration}). {@code system} names
 * {@linkplain io.whorl.lab.run.Rival a rival} instead, which has its own parameters. File names are relative to the
 * directory of the grid.
 *
 * @param configurations in the order of the file, at least one; names are distinct within a section
 * @param thresholds of the operational tests, ascending, in percent of the score of the query document against itself
 */
public record Grid(List<Configuration> configurations, List<Double> thresholds) {
    private static final String THRESHOLDS = "thresholds";
    /** The section name in a grid without sections. */
    private static final String WHOLE = "grid";
    /** The section name that adds configurations to the previous section. */
    private static final String MORE = "+";
    /** Settings whose values need no name of the setting. */
    private static final Set<String> PLAIN = Set.of("selection", "measure", Settings.SYSTEM);
    /** Denser near 5 %, the boundary between unrelated documents and slight copies (COPS 5.5). */
    private static final List<Double> USUAL_THRESHOLDS = List.of(
            0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0,
            70.0, 75.0, 80.0, 85.0, 90.0, 95.0);

    private static final byte[] WORDS =
            "one two three four five six seven eight nine ten eleven twelve. And so on, and so on."
                    .getBytes(StandardCharsets.UTF_8);

    public Grid {
        configurations = List.copyOf(configurations);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * Reads a grid and tries each configuration on a few words.
     *
     * @throws LabException if the file is not a grid, or a configuration is invalid: an unknown setting, strategy,
     *     parameter or measure, a value out of range, or contradictory settings
     */
    public static Grid read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new LabException("grid " + file + " is not a file; docs/laboratory.md describes grids");
        }
        return parse(
                file.toString(), Files.readString(file), file.toAbsolutePath().getParent());
    }

    /**
     * The same for a text in memory.
     *
     * @param folder the directory that file names are relative to
     */
    public static Grid parse(String name, String text, Path folder) throws IOException {
        Map<String, List<String>> head = new LinkedHashMap<>();
        List<Configuration> configurations = new ArrayList<>();
        Set<List<String>> names = new HashSet<>();
        for (Section section : sections(name, text, head)) {
            for (Map<String, String> choice : section.choices()) {
                String own = section.name(choice);
                if (!names.add(List.of(section.name(), own))) {
                    throw new LabException(name + ":" + section.line() + ": [" + section.name() + "] has " + own
                            + " twice; remove one, or move it to another section");
                }
                try {
                    Configuration configuration = new Settings(choice, folder).configuration(section.name(), own);
                    tryOut(configuration);
                    configurations.add(configuration);
                } catch (WhorlException | IllegalArgumentException e) {
                    throw new LabException(
                            name + ":" + section.line() + ": in [" + section.name() + "], " + own + ": "
                                    + e.getMessage(),
                            e);
                }
            }
        }
        return new Grid(configurations, thresholds(name, head.getOrDefault(THRESHOLDS, List.of())));
    }

    /** Tries a configuration on a few words, so that the library rejects an invalid one before hours of work. */
    private static void tryOut(Configuration configuration) throws IOException {
        BuildOptions small = BuildOptions.DEFAULT.threads(1).memory(16L << 20);
        try (Scratch scratch = Folders.scratch();
                LabIndex index = LabIndex.once(
                        configuration, taker -> taker.take("words", WORDS), small, scratch.resolve("index"))) {
            index.searcher(configuration).search(WORDS, 1);
        }
    }

    private static List<Double> thresholds(String grid, List<String> values) {
        List<Double> thresholds = new ArrayList<>();
        for (String value : values) {
            double threshold = threshold(grid, value);
            if (!(threshold > (thresholds.isEmpty() ? 0 : thresholds.get(thresholds.size() - 1)))
                    || Double.isInfinite(threshold)) {
                throw new LabException(
                        grid + ": thresholds are " + values + "; they must be above 0 percent and ascending");
            }
            thresholds.add(threshold);
        }
        return values.isEmpty() ? USUAL_THRESHOLDS : thresholds;
    }

    private static double threshold(String grid, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new LabException(grid + ": threshold '" + value + "' is not a number", e);
        }
    }

    /**
     * A section of the text, before its settings are interpreted.
     *
     * @param settings the values by setting, including those from before the sections
     */
    private record Section(String name, int line, Map<String, List<String>> settings, Set<String> own) {
        List<Map<String, String>> choices() {
            List<Map<String, String>> crossed = List.of(Map.of());
            for (Map.Entry<String, List<String>> setting : settings.entrySet()) {
                List<Map<String, String>> longer = new ArrayList<>();
                for (Map<String, String> before : crossed) {
                    for (String value : setting.getValue()) {
                        Map<String, String> with = new LinkedHashMap<>(before);
                        with.put(setting.getKey(), value);
                        longer.add(with);
                    }
                }
                crossed = longer;
            }
            return crossed;
        }

        /** Returns the name of a combination: the settings that vary. */
        String name(Map<String, String> choice) {
            boolean varies = settings.values().stream().anyMatch(values -> values.size() > 1);
            return choice.entrySet().stream()
                    .filter(e -> e.getKey().equals(Settings.SYSTEM)
                            || (varies
                                    ? settings.get(e.getKey()).size() > 1
                                    : own.isEmpty() || own.contains(e.getKey())))
                    .map(e -> PLAIN.contains(e.getKey()) ? e.getValue() : e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    /** @param head receives the settings before the first section */
    private static List<Section> sections(String name, String text, Map<String, List<String>> head) {
        List<Section> sections = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Map<String, List<String>> current = head;
        Set<String> own = new HashSet<>();
        int number = 0;
        for (String raw : text.split("\r?\n", -1)) {
            number++;
            String place = name + ":" + number;
            String line = raw.replaceFirst("(^|\\s)#.*", "").strip();
            if (line.startsWith("[") && line.endsWith("]")) {
                String section = line.substring(1, line.length() - 1).strip();
                if (section.equals(MORE) && !sections.isEmpty()) {
                    section = sections.get(sections.size() - 1).name();
                } else if (section.isEmpty() || section.equals(MORE) || !names.add(section)) {
                    throw new LabException(place + ": section [" + section + "] has no name, or the name of an"
                            + " earlier section; give it another");
                }
                current = new LinkedHashMap<>(head);
                current.remove(THRESHOLDS);
                own = new HashSet<>();
                sections.add(new Section(section, number, current, own));
            } else if (!line.isEmpty()) {
                setting(place, line, current, own, sections.isEmpty());
            }
        }
        if (sections.isEmpty()) {
            Map<String, List<String>> all = new LinkedHashMap<>(head);
            all.remove(THRESHOLDS);
            sections.add(new Section(WHOLE, 1, all, own));
        }
        if (sections.stream().anyMatch(section -> section.settings().isEmpty())) {
            throw new LabException(name + " has no settings, or a section without settings; write at least a line such"
                    + " as 'selection = full anchor'");
        }
        return sections;
    }

    private static void setting(
            String place, String line, Map<String, List<String>> into, Set<String> own, boolean head) {
        int equals = line.indexOf('=');
        String setting = equals < 0 ? "" : line.substring(0, equals).strip();
        if (!setting.matches("[a-z][a-z-]*")) {
            throw new LabException(place + ": '" + line + "' is neither [SECTION] nor SETTING = VALUE...");
        }
        if (!setting.equals(THRESHOLDS)) {
            Settings.checkName(place, setting);
        } else if (!head) {
            throw new LabException(place + ": thresholds apply to the whole grid; move them before the first section");
        }
        String values = line.substring(equals + 1).strip();
        List<String> list = values.isEmpty() ? List.of() : List.of(values.split("\\s+"));
        if (list.isEmpty()) {
            throw new LabException(place + ": " + setting + " has no value");
        }
        if (new HashSet<>(list).size() < list.size()) {
            throw new LabException(place + ": " + setting + " has the same value twice: " + values);
        }
        if (!own.add(setting)) {
            throw new LabException(place + ": " + setting + " occurs twice; write all its values in one line");
        }
        into.put(setting, list);
    }
}
