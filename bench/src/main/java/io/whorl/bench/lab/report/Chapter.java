package io.whorl.bench.lab.report;

import io.whorl.bench.lab.report.plot.Xml;
import java.util.ArrayList;
import java.util.List;

/** What the report says of one section of the grid. */
final class Chapter {
    private Chapter() {}

    /** Those figures that have something to show. */
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
                + "<div class=\"figures\">\n");
        figures(section).forEach(figure -> html.append(figure.html()));
        return html.append("</div>\n").append(HardestTable.html(section)).append("</section>\n").toString();
    }

    private static String common(String settings) {
        return settings.isEmpty() ? "" : "<p class=\"settings\">All with " + Xml.escape(settings) + ".</p>\n";
    }
}
