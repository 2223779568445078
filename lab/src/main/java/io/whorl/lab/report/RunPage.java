package io.whorl.lab.report;

import io.whorl.lab.model.Results;
import io.whorl.lab.model.Run;
import io.whorl.lab.plot.Xml;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** The page about a run: first the configurations to consider, then a chapter for each section of the grid. */
final class RunPage {
    private RunPage() {}

    static String of(Results results, String name) throws IOException {
        List<Section> sections = Section.of(results.outcomes());
        StringBuilder main = new StringBuilder("<section id=\"glance\">\n<h2>At a glance</h2>\n")
                .append(Highlights.html(results.outcomes()))
                .append(contents(sections))
                .append("</section>\n");
        sections.forEach(section -> main.append(Chapter.html(section)));
        return HtmlPage.html(
                "Whorl laboratory: " + name,
                facts(results.run(), results.outcomes().size()),
                main + HtmlPage.glossary(OutcomeTable.COLUMNS));
    }

    private static String facts(Run run, int configurations) {
        return "<p>" + configurations + " configurations, " + Numbers.whole(run.asked()) + " queries, "
                + Numbers.whole(run.documents()) + " documents of " + Numbers.bytes(run.textBytes())
                + ". Scores are in percent"
                + " of the score of the query document against itself. Timings depend on the machine; all other "
                + "figures are the"
                + " same to the digit in every run. Click a column header to sort.</p>\n<p "
                + "class=\"digests\">Collection "
                + Xml.escape(run.collection()) + ", queries " + Xml.escape(run.questions()) + ", seed " + run.seed()
                + "</p>\n";
    }

    private static String contents(List<Section> sections) {
        return "<nav><p>Sections of the grid:</p>\n<ul>\n"
                + sections.stream()
                        .map(s -> "<li><a href=\"#" + s.anchor() + "\">" + Xml.escape(s.name()) + "</a></li>\n")
                        .collect(Collectors.joining())
                + "</ul></nav>\n";
    }
}
