package io.whorl.lab.report;

import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.plot.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The part of the report about one section of the grid. */
final class Chapter {
    private Chapter() {}

    /** Returns the figures that have something to show. */
    static List<Figure> figures(Section section) {
        List<Figure> figures = new ArrayList<>(GranularityFigures.of(section));
        figures.addAll(SizeFigures.of(section));
        figures.add(SeparationFigure.of(section));
        ThresholdFigure.of(section).ifPresent(figures::add);
        figures.addAll(CostFigures.of(section));
        return figures;
    }

    static String html(Section section) {
        StringBuilder html = new StringBuilder("<section id=\"" + section.anchor() + "\">\n<h2>"
                + Xml.escape(section.name()) + "</h2>\n" + common(section.common()) + OutcomeTable.html(section)
                + rivals(section) + "<div class=\"figures\">\n");
        figures(section).forEach(figure -> html.append(figure.html()));
        return html.append("</div>\n")
                .append(HardestQueriesTable.html(section))
                .append("</section>\n")
                .toString();
    }

    private static String rivals(Section section) {
        String items = section.outcomes().stream()
                .map(outcome -> outcome.configuration().rival())
                .flatMap(Optional::stream)
                .map(RivalScheme::system)
                .distinct()
                .map(rival -> "<dt>" + Xml.escape(rival.label()) + "</dt><dd>" + Xml.escape(rival.advice()) + "</dd>\n")
                .collect(Collectors.joining());
        return items.isEmpty()
                ? ""
                : "<details><summary>Settings of the other systems</summary>\n<dl>\n" + items + "</dl>\n</details>\n";
    }

    private static String common(String settings) {
        return settings.isEmpty() ? "" : "<p class=\"settings\">All with " + Xml.escape(settings) + ".</p>\n";
    }
}
