package io.whorl.lab.report;

import io.whorl.lab.model.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A section of the grid.
 *
 * @param number of the section, from 1
 * @param name in the grid
 * @param outcomes in the order of the grid, at least one
 */
record Section(int number, String name, List<Outcome> outcomes) {
    static List<Section> of(List<Outcome> outcomes) {
        Map<String, List<Outcome>> byName = new LinkedHashMap<>();
        outcomes.forEach(o -> byName.computeIfAbsent(o.configuration().section(), any -> new ArrayList<>())
                .add(o));
        List<Section> sections = new ArrayList<>();
        byName.forEach((name, own) -> sections.add(new Section(sections.size() + 1, name, List.copyOf(own))));
        return sections;
    }

    /** Returns the settings that all its configurations share, as written in the grid. */
    String common() {
        Set<Map.Entry<String, String>> alike =
                new LinkedHashSet<>(outcomes.get(0).configuration().settings().entrySet());
        outcomes.forEach(
                outcome -> alike.retainAll(outcome.configuration().settings().entrySet()));
        return alike.stream()
                .map(setting -> setting.getKey() + " = " + setting.getValue())
                .collect(Collectors.joining(", "));
    }

    String anchor() {
        return "section-" + number;
    }

    /** Returns a unique file name for a figure that is valid on every system. */
    String file(String figure) {
        String safe =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return number + "-" + (safe.isEmpty() ? "section" : safe.substring(0, Math.min(40, safe.length()))) + "-"
                + figure;
    }
}
