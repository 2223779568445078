package io.whorl.lab.report;

import io.whorl.lab.plot.Ink;
import io.whorl.lab.plot.Xml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The frame of all pages. A page is HTML and well-formed XML. Its content security policy forbids it to load anything.
 */
final class HtmlPage {
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

    private HtmlPage() {}

    /**
     * Makes a page.
     *
     * @param title as plain text
     * @param facts the text below the title, as HTML
     * @param main as HTML
     */
    static String html(String title, String facts, String main) throws IOException {
        return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
                + "<head>\n<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\""
                + Xml.escape(POLICY)
                + "\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                + "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>" + Xml.escape(title)
                + "</title>\n<style>\n"
                + colours() + resource("report.css") + "</style>\n</head>\n<body>\n<header>\n<h1>" + Xml.escape(title)
                + "</h1>\n" + facts + "</header>\n<main>\n" + main + resource("references.html")
                + "</main>\n<script>\n/*<![CDATA[*/\n" + resource("report.js")
                + "/*]]>*/\n</script>\n</body>\n</html>\n";
    }

    /** Explains the columns, because phones show no tooltips. */
    static <T> String glossary(List<Column<T>> columns) {
        return "<section id=\"columns\">\n<h2>Columns</h2>\n<dl>\n"
                + columns.stream()
                        .map(c -> "<dt>" + Xml.escape(c.name()) + "</dt><dd>" + Xml.escape(c.meaning()) + "</dd>\n")
                        .collect(Collectors.joining())
                + "</dl>\n</section>\n";
    }

    private static String colours() {
        return ":root{" + variables(Ink::light) + "}\n@media (prefers-color-scheme: dark){:root{" + variables(Ink::dark)
                + "}}\n";
    }

    private static String variables(Function<Ink, String> colour) {
        return Arrays.stream(Ink.values())
                .map(ink -> "--" + ink.css() + ":" + colour.apply(ink))
                .collect(Collectors.joining(";"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing; build the jar again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
