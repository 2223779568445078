package io.whorl.lab.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Plots as pictures: the same plot looks the same in either form. */
public final class Drawing {
    /** Pixels of an image a unit: 300 to the inch where a plot is printed 19 cm wide. */
    private static final double DENSITY = 3;

    private Drawing() {}

    /**
     * A piece of XHTML; its colours are CSS variables, one for each {@link Ink#css()}.
     *
     * @param width in CSS pixels; text is 12 of them high
     */
    public static String svg(Plot plot, int width) {
        Layout layout = new Layout(plot, width);
        SvgCanvas canvas = new SvgCanvas();
        Painter.paint(plot, layout, canvas);
        return canvas.finish(plot.title(), width, layout.height());
    }

    /**
     * Writes a PNG, three pixels a unit of width. Needs no display.
     *
     * @param width in units of which text is 12 high
     * @throws IOException if it cannot be written
     */
    public static void png(Plot plot, int width, Path file) throws IOException {
        Layout layout = new Layout(plot, width);
        BufferedImage image = new BufferedImage(
                (int) Math.ceil(width * DENSITY),
                (int) Math.ceil(layout.height() * DENSITY),
                BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.scale(DENSITY, DENSITY);
        Painter.paint(plot, layout, new ImageCanvas(graphics));
        graphics.dispose();
        if (!ImageIO.write(image, "png", file.toFile())) {
            throw new IOException("no writer of PNG; this Java has none");
        }
    }
}
