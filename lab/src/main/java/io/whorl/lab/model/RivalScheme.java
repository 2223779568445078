package io.whorl.lab.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A rival and its settings.
 *
 * @param system the rival
 * @param parameters a value from 1 to 1,000,000 for each of its parameters
 * @param stop the stop words
 */
public record RivalScheme(Rival system, SortedMap<String, Integer> parameters, SortedSet<String> stop) {
    private static final int MOST = 1_000_000;

    public RivalScheme {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
        stop = Collections.unmodifiableSortedSet(new TreeSet<>(stop));
        if (!parameters.keySet().equals(system.parameters().keySet())) {
            throw new IllegalArgumentException("parameters are " + parameters.keySet() + "; they must be "
                    + system.parameters().keySet());
        }
        parameters.forEach((name, value) -> {
            if (value < 1 || value > MOST) {
                throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 to " + MOST);
            }
        });
    }

    /** @param own parameters that differ from the recommended values */
    public static RivalScheme of(Rival system, Map<String, Integer> own, Collection<String> stop) {
        SortedMap<String, Integer> parameters = new TreeMap<>(system.parameters());
        parameters.putAll(own);
        return new RivalScheme(system, parameters, new TreeSet<>(stop));
    }

    /** @throws IllegalArgumentException if the system has no such parameter */
    public int parameter(String name) {
        Integer value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("name is " + name + "; it must be one of " + parameters.keySet());
        }
        return value;
    }
}
