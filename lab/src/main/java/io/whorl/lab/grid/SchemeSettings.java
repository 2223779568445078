package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import io.whorl.preset.Preset;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings of a scheme, named like the options of the command line. */
final class SchemeSettings {
    /** The setting that provides the defaults of the others: none or the name of a preset. */
    static final String PRESET = "preset";

    static final List<String> NAMES = List.of(
            PRESET,
            "unit",
            "granularity",
            "step",
            "order",
            "breakpoints",
            "selection",
            "hash",
            "bits",
            "seed",
            "words",
            "apostrophe",
            "stop",
            "stem",
            "numbers",
            "min-word",
            "min-sentence",
            "unmask",
            "frequencies");

    private static final String NO_PRESET = "none";

    private final Path folder;
    private final SelectionText selections;

    SchemeSettings(Path folder, SelectionText selections) {
        this.folder = folder;
        this.selections = selections;
    }

    Scheme scheme(Map<String, String> settings) throws IOException {
        Scheme.Builder builder = preset(settings).map(Preset::scheme).orElseGet(Scheme::builder);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            set(builder, setting.getKey(), setting.getValue());
        }
        Scheme scheme = builder.build();
        String stop = settings.getOrDefault("stop", "none");
        return stop.equals("none")
                ? scheme
                : scheme.toBuilder()
                        .stop(StopWordsText.words(stop, folder, scheme.text()))
                        .build();
    }

    /** Returns the preset, if the settings name one. */
    static Optional<Preset> preset(Map<String, String> settings) {
        String name = settings.getOrDefault(PRESET, NO_PRESET);
        if (name.equals(NO_PRESET)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Preset.values())
                .filter(each -> name(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("preset is '" + name + "'; it must be none or one of "
                        + Arrays.stream(Preset.values())
                                .map(SchemeSettings::name)
                                .collect(Collectors.joining(", ")))));
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
            case "selection" -> builder.selection(selections.read(value));
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
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new LabException(name + " is '" + value + "'; it must be a whole number", e);
        }
    }

    private static long seed(String value) {
        try {
            return value.startsWith("0x") ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new LabException(
                    "seed is '" + value + "'; it must be a 64-bit number, decimal or hexadecimal with 0x", e);
        }
    }
}
