package io.whorl.bench.lab.report;

import io.whorl.bench.lab.model.Results;
import io.whorl.bench.lab.model.Run;
import io.whorl.bench.lab.report.plot.Ink;
import io.whorl.bench.lab.report.plot.Xml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The whole page: HTML that is well-formed XML too, and may load nothing, as its own content security policy has it. */
final class Page {
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

    private Page() {}

    static String of(Results results, String name) throws IOException {
        List<Section> sections = Section.of(results.outcomes());
        String title = "Whorl laboratory: " + name;
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
                + "<head>\n<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\""
                + Xml.escape(POLICY) + "\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                + "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>" + Xml.escape(title) + "</title>\n<style>\n"
                + colours() + resource("report.css") + "</style>\n</head>\n<body>\n<header>\n<h1>" + Xml.escape(title)
                + "</h1>\n" + facts(results.run(), results.outcomes().size()) + "</header>\n<main>\n");
        html.append("<section id=\"glance\">\n<h2>At a glance</h2>\n").append(Highlights.html(results.outcomes()))
                .append(contents(sections)).append("</section>\n");
        sections.forEach(section -> html.append(Chapter.html(section)));
        return html.append(glossary()).append(resource("references.html")).append("</main>\n<script>\n/*<![CDATA[*/\n")
                .append(resource("report.js")).append("/*]]>*/\n</script>\n</body>\n</html>\n").toString();
    }

    private static String facts(Run run, int configurations) {
        return "<p>" + configurations + " configurations, " + Numbers.whole(run.asked()) + " queries, "
                + Numbers.whole(run.documents()) + " documents of " + Numbers.bytes(run.textBytes()) + ". Scores are in percent of"
                + " the query against itself. Timings are of the machine and run at hand; all other figures are the same to the"
                + " digit in every run. Press a column\u2019s header to sort by it.</p>\n<p class=\"digests\">Collection "
                + Xml.escape(run.collection()) + ", queries " + Xml.escape(run.questions()) + ", seed " + run.seed() + "</p>\n";
    }

    private static String contents(List<Section> sections) {
        return "<nav><p>Sections of the grid:</p>\n<ul>\n" + sections.stream()
                .map(s -> "<li><a href=\"#" + s.anchor() + "\">" + Xml.escape(s.name()) + "</a></li>\n")
                .collect(Collectors.joining()) + "</ul></nav>\n";
    }

    /** For phones, where there is no pointer to rest on a header. */
    private static String glossary() {
        return "<section id=\"columns\">\n<h2>What the columns say</h2>\n<dl>\n" + OutcomeTable.COLUMNS.stream()
                .map(c -> "<dt>" + Xml.escape(c.name()) + "</dt><dd>" + Xml.escape(c.meaning()) + "</dd>\n")
                .collect(Collectors.joining()) + "</dl>\n</section>\n";
    }

    private static String colours() {
        return ":root{" + variables(Ink::light) + "}\n@media (prefers-color-scheme: dark){:root{" + variables(Ink::dark) + "}}\n";
    }

    private static String variables(Function<Ink, String> colour) {
        return Arrays.stream(Ink.values()).map(ink -> "--" + ink.css() + ":" + colour.apply(ink))
                .collect(Collectors.joining(";"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name + "; the jar is not whole");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
