package io.whorl.lab;

import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Configuration.Alteration;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.preset.Preset;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.strategy.Strategies;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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
 * {@linkplain io.whorl.lab.Configuration.Alteration#parse an alteration}). {@code system} names
 * {@linkplain io.whorl.lab.Configuration.Rival a rival} instead, which has its own parameters. File names are relative
 * to the directory of the grid.
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

    /** Reads a grid and tries each configuration on a few words. */
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
                        configuration, taker -> taker.accept("words", WORDS), small, scratch.resolve("index"))) {
            index.searcher(configuration).search(WORDS, 1);
        }
    }

    private static List<Double> thresholds(String grid, List<String> values) {
        List<Double> thresholds = new ArrayList<>();
        for (String value : values) {
            double threshold = Settings.parsed(value, Double::valueOf, grid + ": threshold", "it must be a number");
            if (!(threshold > (thresholds.isEmpty() ? 0 : thresholds.get(thresholds.size() - 1)))
                    || Double.isInfinite(threshold)) {
                throw new LabException(
                        grid + ": thresholds are " + values + "; they must be above 0 percent and ascending");
            }
            thresholds.add(threshold);
        }
        return values.isEmpty() ? USUAL_THRESHOLDS : thresholds;
    }

    /** A section of the text, before its settings are interpreted. */
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

    /**
     * The settings of one configuration of a grid: those of a scheme, named like the options of the command line, or
     * those of a rival; and those of queries.
     */
    public static final class Settings {
        static final String SYSTEM = "system";

        private static final String WHORL = "whorl";
        private static final String NONE = "none";
        private static final String STOP = "stop";
        private static final String MEASURE = "measure";
        private static final String QUERY_SELECTION = "query-selection";
        private static final String MAX_DF = "max-df";
        private static final String ALTER = "alter";
        /** The setting that provides the defaults of the others: none or the name of a preset. */
        private static final String PRESET = "preset";

        private static final List<String> OF_SCHEME = List.of("""
                preset unit granularity step order breakpoints selection hash bits seed words apostrophe stop stem \
                numbers min-word min-sentence unmask frequencies""".split(" "));

        private final Map<String, String> settings;
        private final Path folder;

        Settings(Map<String, String> settings, Path folder) {
            this.settings = settings;
            this.folder = folder;
        }

        static void checkName(String place, String setting) {
            List<String> known = new ArrayList<>(OF_SCHEME);
            known.addAll(List.of(MEASURE, QUERY_SELECTION, MAX_DF, ALTER, SYSTEM));
            known.addAll(ofRivals());
            if (!known.contains(setting)) {
                throw new LabException(place + ": setting " + setting + " is unknown; it must be one of "
                        + String.join(", ", known) + " or, before the first section, thresholds");
            }
        }

        private static TreeSet<String> ofRivals() {
            TreeSet<String> names = new TreeSet<>();
            Arrays.stream(Rival.values())
                    .forEach(rival -> names.addAll(rival.parameters().keySet()));
            OF_SCHEME.forEach(names::remove);
            return names;
        }

        private String get(String name, String otherwise) {
            return settings.getOrDefault(name, otherwise);
        }

        /** Exceptions of the library are thrown unchanged. */
        Configuration configuration(String section, String name) throws IOException {
            boolean whorl = get(SYSTEM, WHORL).equals(WHORL);
            Optional<Scheme> scheme = whorl ? Optional.of(scheme()) : Optional.empty();
            Optional<RivalScheme> rival = whorl ? Optional.empty() : Optional.of(rival());
            String measure = get(
                    MEASURE,
                    rival.map(own -> own.system().measures().get(0))
                            .orElseGet(() ->
                                    Labels.of(preset().map(Preset::measure).orElse(QueryOptions.DEFAULT.measure()))));
            if (whorl) {
                WhorlIndex.measure(measure);
            } else if (!rival.get().system().measures().contains(measure)) {
                throw new LabException("measure is '" + measure + "'; for "
                        + rival.get().system().label() + " it must be one of "
                        + String.join(", ", rival.get().system().measures()));
            }
            String query = get(QUERY_SELECTION, "same");
            String maxDf = get(MAX_DF, NONE);
            String alter = get(ALTER, NONE);
            return new Configuration(
                    section,
                    name,
                    settings,
                    scheme,
                    rival,
                    measure,
                    query.equals("same")
                            ? Optional.empty()
                            : Optional.of(Fingerprinter.of(
                                            scheme.orElseThrow().withSelection(Strategies.parse(query, folder)))
                                    .scheme()
                                    .selection()),
                    maxDf.equals(NONE)
                            ? OptionalLong.empty()
                            : OptionalLong.of(
                                    parsed(maxDf, Long::valueOf, MAX_DF, "it must be none or a whole number from 1")),
                    alter.equals(NONE) ? Optional.empty() : Optional.of(Alteration.parse(alter)));
        }

        private Scheme scheme() throws IOException {
            for (String parameter : ofRivals()) {
                if (settings.containsKey(parameter)) {
                    throw new LabException(
                            parameter + " is a setting of rivals; name a rival with " + SYSTEM + ", or remove it");
                }
            }
            Scheme.Builder builder = preset().map(Preset::scheme).orElseGet(Scheme::builder);
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                set(builder, setting.getKey(), setting.getValue());
            }
            Scheme scheme = builder.build();
            // With all parameters of the selection.
            return Fingerprinter.of(
                            get(STOP, NONE).equals(NONE)
                                    ? scheme
                                    : scheme.toBuilder()
                                            .stop(stopWords(scheme.text()))
                                            .build())
                    .scheme();
        }

        private RivalScheme rival() throws IOException {
            Rival rival = Rival.named(get(SYSTEM, WHORL));
            Map<String, Integer> own = new TreeMap<>();
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                String parameter = setting.getKey();
                if (rival.parameters().containsKey(parameter)) {
                    own.put(parameter, number(parameter, setting.getValue()));
                } else if (!List.of(SYSTEM, STOP, MEASURE, ALTER).contains(parameter)) {
                    throw new LabException(parameter + " is not a setting of " + rival.label() + ", which takes " + STOP
                            + ", " + MEASURE + ", " + ALTER + ", "
                            + String.join(", ", new TreeSet<>(rival.parameters().keySet()))
                            + "; remove it, or move it to the sections of Whorl");
                }
            }
            return RivalScheme.of(rival, own, stopWords(Scheme.builder().build().text()));
        }

        private Optional<Preset> preset() {
            String name = get(PRESET, NONE);
            if (name.equals(NONE)) {
                return Optional.empty();
            }
            return Optional.of(
                    Labels.parse(Preset.class, name, "preset is '" + name + "'; it must be none or one of "));
        }

        private void set(Scheme.Builder builder, String name, String value) throws IOException {
            switch (name) {
                case "unit" -> builder.unit(choice(name, value, Chunking.Unit.class));
                case "granularity" -> builder.granularity(number(name, value));
                case "step" -> builder.step(number(name, value));
                case "order" -> builder.order(choice(name, value, Chunking.Order.class));
                case "breakpoints" -> builder.breakpoints(number(name, value));
                case "selection" -> builder.selection(Strategies.parse(value, folder));
                case "hash" -> builder.hash(choice(name, value, Hashing.Algorithm.class));
                case "bits" -> builder.bits(number(name, value));
                case "seed" -> builder.seed(seed(value));
                case "words" -> builder.words(choice(name, value, TextRules.Words.class));
                case "apostrophe" -> builder.apostrophe(choice(name, value, TextRules.Apostrophe.class));
                case "stem" -> builder.stem(value);
                case "numbers" -> builder.numbers(choice(name, value, TextRules.Numbers.class));
                case "min-word" -> builder.minWord(number(name, value));
                case "min-sentence" -> builder.minSentence(number(name, value));
                case "unmask" -> builder.unmask(choice(name, value, YesNo.class) == YesNo.TRUE);
                case "frequencies" -> builder.frequencies(choice(name, value, YesNo.class) == YesNo.TRUE);
                // Stop words are read last, because they depend on the other text rules. Other settings are not of the
                // scheme.
                default -> {}
            }
        }

        private enum YesNo {
            TRUE,
            FALSE
        }

        private static <E extends Enum<E>> E choice(String name, String value, Class<E> values) {
            return Labels.parse(values, value, name + " is '" + value + "'; it must be one of ");
        }

        private static int number(String name, String value) {
            return parsed(value, Integer::valueOf, name, "it must be a whole number");
        }

        private static long seed(String value) {
            return parsed(
                    value,
                    text -> text.startsWith("0x")
                            ? Long.parseUnsignedLong(text.substring(2), 16)
                            : Long.parseLong(text),
                    "seed",
                    "it must be a 64-bit number, decimal or hexadecimal with 0x");
        }

        static <T> T parsed(String value, Function<String, T> parser, String name, String rule) {
            try {
                return parser.apply(value);
            } catch (NumberFormatException e) {
                throw new LabException(name + " is '" + value + "'; " + rule, e);
            }
        }

        /** @param reading the text rules, because stop words are folded and split like the text */
        private Collection<String> stopWords(TextRules reading) throws IOException {
            String stop = get(STOP, NONE);
            try {
                return WordList.stop(stop, folder, reading);
            } catch (FileSystemException e) {
                throw new LabException(
                        "stop is '" + stop + "'; it must be none, english or a file, and there is no such file", e);
            }
        }
    }
}
