package io.whorl.cli.command;

import io.whorl.cli.option.Choice;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.preset.Preset;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Checks whether an index has the chunks and the selection of a preset, on which the threshold of the preset depends.
 */
final class PresetCheck {
    private PresetCheck() {}

    /** Returns a warning that names the differences, or nothing if the preset fits. */
    static Optional<String> warning(Preset preset, Scheme index) {
        Scheme wanted = Fingerprinter.of(preset.scheme().build()).scheme();
        Chunking a = wanted.chunking();
        Chunking b = index.chunking();
        StringJoiner differences = new StringJoiner("; ");
        compare("unit", Choice.name(a.unit()), Choice.name(b.unit()), differences);
        compare("granularity", a.granularity(), b.granularity(), differences);
        compare("step", a.step(), b.step(), differences);
        compare("order", Choice.name(a.order()), Choice.name(b.order()), differences);
        compare("breakpoints", a.breakpoints().orElse(0), b.breakpoints().orElse(0), differences);
        compare("selection", wanted.selection(), index.selection(), differences);
        return differences.length() == 0
                ? Optional.empty()
                : Optional.of("warning: the index was not built with preset " + Choice.name(preset)
                        + ", so the threshold of the preset may not fit: " + differences);
    }

    private static void compare(String name, Object preset, Object index, StringJoiner differences) {
        if (!preset.equals(index)) {
            differences.add(name + " is " + index + " in the index and " + preset + " in the preset");
        }
    }
}
