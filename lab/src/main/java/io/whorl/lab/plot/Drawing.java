package io.whorl.lab.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** Draws plots as SVG. */
public final class Drawing {
    private Drawing() {}

    /**
     * Draws a plot for an HTML page. The page must define a CSS variable for each {@link Ink#css()}, and the font.
     *
     * @param width in CSS pixels; text is 12 pixels high
     */
    public static String svg(Plot plot, int width) {
        return svg(plot, width, ink -> "var(--" + ink.css() + ")", "");
    }

    /**
     * Writes a plot to a file that needs no page: with its own font and colours, on white. Papers can include it
     * directly, and tools such as Inkscape or rsvg-convert turn it into PDF or PNG.
     *
     * @param width in CSS pixels; text is 12 pixels high
     */
    public static void write(Plot plot, int width, Path file) throws IOException {
        String own = " font-family=\"Helvetica, Arial, sans-serif\" width=\"" + width + "\"";
        Files.writeString(file, svg(plot, width, Ink::light, own).replaceFirst(">", "$0\n" + ground()) + "\n");
    }

    private static String ground() {
        return "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
    }

    private static String svg(Plot plot, int width, Function<Ink, String> colour, String attributes) {
        Layout layout = new Layout(plot, width);
        Canvas canvas = new Canvas(colour);
        Painter.paint(plot, layout, canvas);
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\""
                        + " style=\"max-width:%spx\" font-size=\"%s\"%s>\n%s</svg>",
                width,
                Canvas.number(layout.height()),
                Xml.escape(plot.title()),
                width,
                Canvas.number(Canvas.TEXT_SIZE),
                attributes,
                canvas.elements());
    }
}
