package io.whorl.lab.report;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Names of configurations in plots, without the part that the legend or the axis shows. */
final class Names {
    private Names() {}

    /** Returns the name without the measure, which the legend shows; the measure if nothing else varies. */
    static String withoutMeasure(Configuration c) {
        String measure = c.settings().getOrDefault("measure", c.measure());
        String rest = keep(c, part -> !part.equals(measure) && !part.equals("measure " + measure));
        return rest.isEmpty() ? c.name() : rest;
    }

    /** Returns the name without the granularity, which the axis shows; the selection if nothing else varies. */
    static String withoutGranularity(Configuration c) {
        String rest = keep(c, part -> !part.equals("granularity " + c.settings().get("granularity")));
        return rest.isEmpty()
                ? c.scheme().map(scheme -> scheme.selection().toString()).orElse(c.name())
                : rest;
    }

    private static String keep(Configuration c, Predicate<String> part) {
        return Arrays.stream(c.name().split(", ")).filter(part).collect(Collectors.joining(", "));
    }

    /** Returns the measures in order of appearance. */
    static List<String> measures(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.configuration().measure())
                .distinct()
                .toList();
    }
}
