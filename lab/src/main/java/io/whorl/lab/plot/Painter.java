package io.whorl.lab.plot;

import io.whorl.lab.plot.Canvas.Anchor;
import java.util.List;
import java.util.stream.DoubleStream;

/** Draws a plot: axes first, then spans and series, then as many labels as fit. */
final class Painter {
    private final Plot plot;
    private final Layout layout;
    private final Canvas canvas;

    private Painter(Plot plot, Layout layout, Canvas canvas) {
        this.plot = plot;
        this.layout = layout;
        this.canvas = canvas;
    }

    static void paint(Plot plot, Layout layout, Canvas canvas) {
        Painter painter = new Painter(plot, layout, canvas);
        painter.header();
        painter.verticalAxis();
        painter.horizontalAxis();
        painter.verticalNames();
        painter.spans();
        plot.series().forEach(painter::series);
        painter.labels();
    }

    /** Draws the name of the vertical axis and the legend. */
    private void header() {
        canvas.text(0, Canvas.TEXT_SIZE, plot.y().label(), Anchor.START, Ink.TEXT, true);
        for (Layout.Entry entry : layout.legend()) {
            Ink ink = Ink.series(entry.series().number());
            if (entry.series().joined()) {
                canvas.line(entry.x(), entry.y() - 4, entry.x() + 14, entry.y() - 4, ink, 2);
            }
            canvas.mark(entry.series().mark(), entry.x() + 7, entry.y() - 4, ink, "");
            canvas.text(entry.x() + Layout.KEY, entry.y(), entry.series().name(), Anchor.START, Ink.TEXT, false);
        }
    }

    private void verticalAxis() {
        for (Tick tick : plot.y().ticks()) {
            double y = layout.y(tick.at());
            canvas.line(layout.left(), y, layout.right(), y, Ink.GRID, 1);
        }
        if (!plot.y().names()) {
            canvas.line(layout.left(), layout.top(), layout.left(), layout.bottom(), Ink.AXIS, 1);
            if (plot.y().from() < 0 && plot.y().to() > 0) {
                canvas.line(layout.left(), layout.y(0), layout.right(), layout.y(0), Ink.AXIS, 1);
            }
        }
    }

    /**
     * Draws the tick names of the vertical axis. Runs after all grid lines, which would cross names inside the plot.
     */
    private void verticalNames() {
        for (Tick tick : plot.y().ticks()) {
            double y = layout.y(tick.at());
            if (layout.namesInside()) {
                canvas.text(layout.left(), y - 9, tick.text(), Anchor.START, Ink.MUTED, false);
            } else {
                canvas.text(layout.left() - 7, y + 4, tick.text(), Anchor.END, Ink.MUTED, false);
            }
        }
    }

    private void horizontalAxis() {
        double end = Double.NEGATIVE_INFINITY;
        for (Tick tick : plot.x().ticks()) {
            double x = layout.x(tick.at());
            double half = Canvas.width(tick.text()) / 2;
            canvas.line(x, layout.top(), x, layout.bottom() + 4, Ink.GRID, 1);
            if (x - half > end) {
                canvas.text(x, layout.bottom() + 18, tick.text(), Anchor.MIDDLE, Ink.MUTED, false);
                end = x + half + 6;
            }
        }
        canvas.line(layout.left(), layout.bottom(), layout.right(), layout.bottom(), Ink.AXIS, 1);
        if (plot.x().from() < 0 && plot.x().to() > 0) {
            canvas.line(layout.x(0), layout.top(), layout.x(0), layout.bottom(), Ink.AXIS, 1.5);
        }
        canvas.text(layout.right(), layout.bottom() + 36, plot.x().label(), Anchor.END, Ink.TEXT, true);
    }

    private void spans() {
        for (Span span : plot.spans()) {
            double from = layout.x(span.from());
            double to = layout.x(span.to());
            double y = layout.y(span.y());
            Ink ink = Ink.series(span.number());
            if (span.thick()) {
                canvas.box(from, y - 5, Math.max(1, to - from), 10, ink);
            } else {
                canvas.line(from, y, to, y, ink, 1);
            }
        }
    }

    private void series(Series series) {
        Ink ink = Ink.series(series.number());
        List<Point> points = series.points();
        if (series.joined() && points.size() > 1) {
            canvas.path(
                    points.stream()
                            .flatMapToDouble(point -> DoubleStream.of(layout.x(point.x()), layout.y(point.y())))
                            .toArray(),
                    ink);
        }
        points.forEach(
                point -> canvas.mark(series.mark(), layout.x(point.x()), layout.y(point.y()), ink, point.title()));
    }

    private void labels() {
        for (Labels.Placed label : Labels.place(plot, layout)) {
            canvas.text(label.x(), label.baseline(), label.text(), label.anchor(), Ink.TEXT, false);
        }
    }
}
