package io.whorl.align;

import io.whorl.align.Tuning.Runs;
import io.whorl.lab.model.LabException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Aligners with other constants than those of a setting, to see what each constant contributes. The constants are not
 * part of the library's API; so this class is in the library's package.
 */
public final class Constants {
    private Constants() {}

    /**
     * Returns an aligner with some constants replaced.
     *
     * @param changes assignments, separated by commas: {@code gap=30,join=false}
     * @throws LabException if a constant is unknown, or if its value has another type; the message lists all constants
     */
    public static Aligner aligner(AlignmentOptions options, String changes) {
        return new Aligner(options, with(Tuning.of(options.setting()), parse(changes)));
    }

    private static Map<String, String> parse(String changes) {
        Map<String, String> values = new TreeMap<>();
        for (String change : changes.split(",")) {
            int at = change.indexOf('=');
            values.put(
                    change.substring(0, Math.max(at, 0)).strip(),
                    change.substring(at + 1).strip());
        }
        return values;
    }

    static Tuning with(Tuning tuning, Map<String, String> changes) {
        RecordComponent[] components = Tuning.class.getRecordComponents();
        Map<String, RecordComponent> byName =
                Arrays.stream(components).collect(Collectors.toMap(RecordComponent::getName, c -> c));
        for (String name : changes.keySet()) {
            if (!byName.containsKey(name)) {
                throw new LabException("constant '" + name + "' is unknown; it must be one of "
                        + Arrays.stream(components)
                                .map(RecordComponent::getName)
                                .collect(Collectors.joining(", ")));
            }
        }
        try {
            Object[] values = new Object[components.length];
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                RecordComponent component = components[i];
                types[i] = component.getType();
                String change = changes.get(component.getName());
                values[i] = change == null ? component.getAccessor().invoke(tuning) : value(component, change);
            }
            return Tuning.class.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the constants of alignment cannot be copied", e);
        }
    }

    private static Object value(RecordComponent component, String text) {
        Class<?> type = component.getType();
        try {
            if (type == int.class) {
                return Integer.valueOf(text);
            }
            if (type == double.class) {
                return Double.valueOf(text);
            }
            if (type == Runs.class) {
                return Runs.valueOf(text.toUpperCase(Locale.ROOT));
            }
        } catch (IllegalArgumentException e) {
            throw new LabException(component.getName() + " is '" + text + "', which is not one of its values", e);
        }
        return Boolean.valueOf(text);
    }
}
