package io.whorl.lab.plot;

import java.util.List;

/**
 * The content of a plot. Later series are drawn over earlier ones, and all series over the spans.
 *
 * @param title the text for readers who cannot see the plot
 * @param x the horizontal axis
 * @param y the vertical axis
 */
public record Plot(String title, Axis x, Axis y, List<Span> spans, List<Series> series) {
    public Plot {
        spans = List.copyOf(spans);
        series = List.copyOf(series);
    }

    public Plot(String title, Axis x, Axis y, List<Series> series) {
        this(title, x, y, List.of(), series);
    }

    /** Returns the series to list in a legend: none if there is only one. */
    List<Series> legend() {
        List<Series> named =
                series.stream().filter(each -> !each.name().isEmpty()).toList();
        return named.size() > 1 ? named : List.of();
    }
}
