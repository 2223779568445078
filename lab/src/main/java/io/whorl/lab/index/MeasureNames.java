package io.whorl.lab.index;

import io.whorl.lab.model.LabException;
import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Converts measures to and from their names. */
public final class MeasureNames {
    private MeasureNames() {}

    /** @throws LabException if the library has no such measure */
    public static Measure named(String name) {
        return Arrays.stream(Measure.values())
                .filter(measure -> name(measure).equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("measure " + name + " is unknown; it must be one of "
                        + Arrays.stream(Measure.values())
                                .map(MeasureNames::name)
                                .collect(Collectors.joining(", "))));
    }

    /** Returns the name in lower case with hyphens, as the option {@code --measure} takes it. */
    public static String name(Measure measure) {
        return measure.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
