package io.whorl.lab.query;

import io.whorl.lab.model.LabException;
import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The library's measures by name, whichever it has. */
public final class Measures {
    private Measures() {}

    /** @throws LabException if the library has no such measure */
    public static Measure named(String name) {
        return Arrays.stream(Measure.values())
                .filter(measure -> name(measure).equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("measure " + name + " is unknown; known are "
                        + Arrays.stream(Measure.values()).map(Measures::name).collect(Collectors.joining(", "))));
    }

    /** In small letters with hyphens, as {@code --measure} takes it. */
    public static String name(Measure measure) {
        return measure.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
