package io.whorl.lab.plot;

import java.util.List;

/**
 * What a plot shows, whatever it is drawn with. Later series lie above earlier ones, and all above the spans.
 *
 * @param title what it is called where it cannot be seen
 * @param x the level axis
 * @param y the upright axis
 */
public record Plot(String title, Axis x, Axis y, List<Span> spans, List<Series> series) {
    public Plot {
        spans = List.copyOf(spans);
        series = List.copyOf(series);
    }

    public Plot(String title, Axis x, Axis y, List<Series> series) {
        this(title, x, y, List.of(), series);
    }

    /** The series that a legend names: none if there is no choice. */
    List<Series> legend() {
        List<Series> named =
                series.stream().filter(each -> !each.name().isEmpty()).toList();
        return named.size() > 1 ? named : List.of();
    }
}
