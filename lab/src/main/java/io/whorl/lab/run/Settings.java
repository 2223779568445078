package io.whorl.lab.run;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.files.LabException;
import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.preset.Preset;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of one configuration of a grid: those of a scheme, named like the options of the command line, or those
 * of a rival; and those of queries.
 */
public final class Settings {
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
            preset unit granularity step order breakpoints selection hash bits seed words apostrophe stop stem numbers \
            min-word min-sentence unmask frequencies""".split(" "));

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

    /** Returns the parameters that only rivals have. */
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
        if (!get(SYSTEM, WHORL).equals(WHORL)) {
            return rival(section, name);
        }
        for (String parameter : ofRivals()) {
            if (settings.containsKey(parameter)) {
                throw new LabException(
                        parameter + " is a setting of rivals; name a rival with " + SYSTEM + ", or remove it");
            }
        }
        Scheme scheme = Fingerprinter.of(scheme()).scheme();
        String measure =
                get(MEASURE, WhorlIndex.name(preset().map(Preset::measure).orElse(QueryOptions.DEFAULT.measure())));
        WhorlIndex.measure(measure);
        String query = get(QUERY_SELECTION, "same");
        String maxDf = get(MAX_DF, NONE);
        return new Configuration(
                section,
                name,
                settings,
                Optional.of(scheme),
                Optional.empty(),
                measure,
                query.equals("same") ? Optional.empty() : Optional.of(complete(scheme, selection(query, folder))),
                maxDf.equals(NONE)
                        ? QueryOptions.NO_LIMIT
                        : parsed(maxDf, Long::valueOf, MAX_DF, "it must be none or a whole number from 1"),
                alteration());
    }

    private static Selection complete(Scheme scheme, Selection selection) {
        return Fingerprinter.of(scheme.withSelection(selection)).scheme().selection();
    }

    private Optional<Alteration> alteration() {
        String alter = get(ALTER, NONE);
        return alter.equals(NONE) ? Optional.empty() : Optional.of(Alteration.parse(alter));
    }

    private Configuration rival(String section, String name) throws IOException {
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
        String measure = get(MEASURE, rival.measures().get(0));
        if (!rival.measures().contains(measure)) {
            throw new LabException("measure is '" + measure + "'; for " + rival.label() + " it must be one of "
                    + String.join(", ", rival.measures()));
        }
        return new Configuration(
                section,
                name,
                settings,
                Optional.empty(),
                Optional.of(RivalScheme.of(
                        rival, own, stopWords(Scheme.builder().build().text()))),
                measure,
                Optional.empty(),
                QueryOptions.NO_LIMIT,
                alteration());
    }

    private Scheme scheme() throws IOException {
        Scheme.Builder builder = preset().map(Preset::scheme).orElseGet(Scheme::builder);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            set(builder, setting.getKey(), setting.getValue());
        }
        Scheme scheme = builder.build();
        return get(STOP, NONE).equals(NONE)
                ? scheme
                : scheme.toBuilder().stop(stopWords(scheme.text())).build();
    }

    private Optional<Preset> preset() {
        String name = get(PRESET, NONE);
        if (name.equals(NONE)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Preset.values())
                .filter(each -> name(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("preset is '" + name + "'; it must be none or one of "
                        + Arrays.stream(Preset.values()).map(Settings::name).collect(Collectors.joining(", ")))));
    }

    private static String name(Preset preset) {
        return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void set(Scheme.Builder builder, String name, String value) throws IOException {
        switch (name) {
            case "unit" -> builder.unit(choice(name, value, Chunking.Unit.class));
            case "granularity" -> builder.granularity(number(name, value));
            case "step" -> builder.step(number(name, value));
            case "order" -> builder.order(choice(name, value, Chunking.Order.class));
            case "breakpoints" -> builder.breakpoints(number(name, value));
            case "selection" -> builder.selection(selection(value, folder));
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
        for (E each : values.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(value)) {
                return each;
            }
        }
        throw new LabException(name + " is '" + value + "'; it must be one of "
                + Arrays.stream(values.getEnumConstants())
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }

    private static int number(String name, String value) {
        return parsed(value, Integer::valueOf, name, "it must be a whole number");
    }

    private static long seed(String value) {
        return parsed(
                value,
                text -> text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text),
                "seed",
                "it must be a 64-bit number, decimal or hexadecimal with 0x");
    }

    private static <T> T parsed(String value, Function<String, T> parser, String name, String rule) {
        try {
            return parser.apply(value);
        } catch (NumberFormatException e) {
            throw new LabException(name + " is '" + value + "'; " + rule, e);
        }
    }

    /**
     * Reads the setting stop: none, english, or a file of words.
     *
     * @param reading the text rules, because stop words are folded and split like the text
     */
    private Collection<String> stopWords(TextRules reading) throws IOException {
        String stop = get(STOP, NONE);
        if (stop.equals(NONE)) {
            return List.of();
        }
        if (stop.equals("english")) {
            return StopWords.ENGLISH;
        }
        Path file = folder.resolve(stop);
        if (!Files.isRegularFile(file)) {
            throw new LabException(
                    "stop is '" + stop + "'; it must be none, english or a file, and there is no file " + file);
        }
        Collection<String> found = WordList.read(file, reading);
        if (found.isEmpty()) {
            throw new LabException("stop is '" + stop + "', but " + file + " holds no words");
        }
        return found;
    }

    /**
     * Parses {@code NAME[:key=value,...]}, as in {@code --selection}. A value {@code @FILE} is replaced by the lines of
     * the file.
     *
     * @throws LabException if the text has another form
     */
    public static Selection selection(String text, Path folder) throws IOException {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Selection.of(text);
        }
        Map<String, String> parameters = new TreeMap<>();
        for (String part : text.substring(colon + 1).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1
                    || parameters.put(part.substring(0, equals), value(part.substring(equals + 1), folder)) != null) {
                throw new LabException(
                        "selection is '" + text + "'; it must be NAME or NAME:key=value,key=value with distinct keys");
            }
        }
        return new Selection(text.substring(0, colon), parameters);
    }

    private static String value(String text, Path folder) throws IOException {
        if (!text.startsWith("@")) {
            return text;
        }
        Path file = folder.resolve(text.substring(1));
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no file " + file + " for '" + text + "'");
        }
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("|"));
    }
}
