package io.whorl.scheme;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which chunks' minutiae make the fingerprint: a strategy's name and its parameters, written out in full (defaults and
 * lists of anchors included), so that the recipe never depends on anything outside itself.
 *
 * @param name the strategy's name, as {@code --selection} takes it
 * @param parameters its parameters by name, in the order of their names
 */
public record Selection(String name, Map<String, String> parameters) {
    public Selection {
        if (!name.matches("[a-z][a-z0-9-]{0,63}")) {
            throw new IllegalArgumentException("selection is '" + name
                    + "'; a strategy's name is 1 to 64 small letters, digits and hyphens, a letter first");
        }
        parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    public static Selection of(String name) {
        return new Selection(name, Map.of());
    }

    /** The form {@code --selection} takes: {@code name:key=value,key=value}. */
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
