package io.whorl.lab.plot;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/** A canvas that is an image, on a light ground. */
final class ImageCanvas implements Canvas {
    private final Graphics2D graphics;
    private final Font plain = new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) TEXT_SIZE);
    private final Font strong = plain.deriveFont(Font.BOLD);

    ImageCanvas(Graphics2D graphics) {
        this.graphics = graphics;
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, Ink ink, double width) {
        stroke(new Line2D.Double(x1, y1, x2, y2), ink, width);
    }

    @Override
    public void path(double[] places, Ink ink) {
        stroke(outline(places), ink, 2);
    }

    @Override
    public void box(double x, double y, double width, double height, Ink ink) {
        fill(new Rectangle2D.Double(x, y, width, height), ink, 0.3f);
    }

    @Override
    public void mark(Mark mark, double x, double y, Ink ink, String title) {
        switch (mark) {
            case CIRCLE -> fill(disc(x, y, Shapes.RADIUS), ink, 1);
            case DOT -> fill(disc(x, y, Shapes.DOT_RADIUS), ink, 0.55f);
            case STROKE -> stroke(new Line2D.Double(x, y - Shapes.STROKE_HALF, x, y + Shapes.STROKE_HALF), ink, 2.5);
            default -> {
                Path2D shape = outline(Shapes.corners(mark, x, y));
                shape.closePath();
                fill(shape, ink, 1);
            }
        }
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, Ink ink, boolean bold) {
        graphics.setFont(bold ? strong : plain);
        double wide = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double back = anchor == Anchor.START ? 0 : anchor == Anchor.MIDDLE ? wide / 2 : wide;
        graphics.setColor(Color.decode(ink.light()));
        graphics.drawString(text, (float) (x - back), (float) y);
    }

    private void stroke(Shape shape, Ink ink, double width) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.setStroke(new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
        graphics.draw(shape);
    }

    private void fill(Shape shape, Ink ink, float opacity) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.setComposite(AlphaComposite.SrcOver.derive(opacity));
        graphics.fill(shape);
        graphics.setComposite(AlphaComposite.SrcOver);
    }

    private static Shape disc(double x, double y, double radius) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private static Path2D outline(double[] places) {
        Path2D path = new Path2D.Double();
        path.moveTo(places[0], places[1]);
        for (int i = 2; i < places.length; i += 2) {
            path.lineTo(places[i], places[i + 1]);
        }
        return path;
    }
}
