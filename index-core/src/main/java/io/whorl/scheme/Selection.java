package io.whorl.scheme;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A selection strategy by its name and parameters. An index stores it in full, with defaults and lists of anchors, so
 * that a scheme depends on nothing outside itself.
 *
 * @param name the name of the strategy: 1 to 64 lower-case letters, digits and hyphens, beginning with a letter
 * @param parameters the parameters by name, sorted by name
 */
public record Selection(String name, Map<String, String> parameters) {
    public Selection {
        if (!name.matches("[a-z][a-z0-9-]{0,63}")) {
            throw new IllegalArgumentException("selection is '" + name
                    + "'; it must be 1 to 64 lower-case letters, digits and hyphens, beginning with a letter");
        }
        parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** A selection without parameters, that is, with all defaults. */
    public static Selection of(String name) {
        return new Selection(name, Map.of());
    }

    /** The form that {@code --selection} takes: {@code name:key=value,key=value}. */
    @Override
    public String toString() {
        return parameters.isEmpty()
                ? name
                : name
                        + parameters.entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue())
                                .collect(Collectors.joining(",", ":", ""));
    }
}
