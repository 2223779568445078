package io.whorl.lab.report;

import io.whorl.lab.plot.Drawing;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Xml;

/**
 * A plot and what it means.
 *
 * @param file the name of its image, without ending: small letters, digits and hyphens
 * @param caption in sentences
 */
record Figure(String file, Plot plot, String caption) {
    static final int WIDE = 720;
    private static final int NARROW = 350;

    /**
     * Drawn twice, for a phone cannot show a wide drawing in letters of a readable size; the page's style picks one.
     */
    String html() {
        return "<figure>\n<h3>" + Xml.escape(plot.title()) + "</h3>\n<div class=\"wide\">" + Drawing.svg(plot, WIDE)
                + "</div>\n<div class=\"narrow\">" + Drawing.svg(plot, NARROW) + "</div>\n<figcaption>"
                + Xml.escape(caption)
                + "</figcaption>\n</figure>\n";
    }
}
