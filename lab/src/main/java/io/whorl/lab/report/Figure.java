package io.whorl.lab.report;

import io.whorl.lab.plot.Drawing;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Xml;

/**
 * A plot with a caption.
 *
 * @param file the name of its file without extension: lower-case letters, digits and hyphens
 * @param caption in complete sentences
 */
record Figure(String file, Plot plot, String caption) {
    static final int WIDE = 720;
    private static final int NARROW = 350;

    /**
     * Draws the plot in two widths, because a wide drawing is not readable on a phone. The style sheet shows one of
     * them.
     */
    String html() {
        return "<figure>\n<h3>" + Xml.escape(plot.title()) + "</h3>\n<div class=\"wide\">" + Drawing.svg(plot, WIDE)
                + "</div>\n<div class=\"narrow\">" + Drawing.svg(plot, NARROW) + "</div>\n<figcaption>"
                + Xml.escape(caption)
                + "</figcaption>\n</figure>\n";
    }
}
