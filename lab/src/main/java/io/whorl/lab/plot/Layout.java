package io.whorl.lab.plot;

import java.util.ArrayList;
import java.util.List;

/** The positions of the parts of a plot on a canvas of a given width. The height follows from the plot. */
final class Layout {
    /** The distance from the mark of a legend entry to its name. */
    static final double KEY = 20;

    private static final double LINE = 18;
    private static final double RIGHT = 14;
    private static final double BELOW = 44;

    /** An entry of the legend: the x of its mark and the baseline of its name. */
    record Entry(Series series, double x, double y) {}

    private final Plot plot;
    private final List<Entry> legend = new ArrayList<>();
    private final boolean namesInside;
    private final double width;
    private final double height;
    private final double left;
    private final double top;

    Layout(Plot plot, double width) {
        this.plot = plot;
        this.width = width;
        double names = 16
                + plot.y().ticks().stream()
                        .mapToDouble(tick -> Canvas.width(tick.text()))
                        .max()
                        .orElse(0);
        // Long names are placed above their lines; to the left they would take too much of the width.
        namesInside = plot.y().names() && names > 0.38 * width;
        left = namesInside ? 16 : names;
        double y = layLegend(plot.y().label().isEmpty() ? -4 : Canvas.TEXT_SIZE);
        top = y + (namesInside ? 18 : 12);
        height = top + area() + BELOW;
    }

    private double layLegend(double y) {
        double x = 0;
        double line = plot.legend().isEmpty() ? y : y + LINE;
        for (Series series : plot.legend()) {
            double wide = KEY + Canvas.width(series.name());
            if (x > 0 && x + wide > width) {
                x = 0;
                line += LINE;
            }
            legend.add(new Entry(series, x, line));
            x += wide + 16;
        }
        return line;
    }

    private double area() {
        if (plot.y().names()) {
            return (namesInside ? 34 : 22) * (plot.y().to() - plot.y().from());
        }
        return Math.max(230, 0.5 * width);
    }

    double x(double value) {
        return left + plot.x().share(value) * (right() - left);
    }

    double y(double value) {
        return bottom() - plot.y().share(value) * (bottom() - top);
    }

    List<Entry> legend() {
        return legend;
    }

    boolean namesInside() {
        return namesInside;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    double left() {
        return left;
    }

    double right() {
        return width - RIGHT;
    }

    double top() {
        return top;
    }

    double bottom() {
        return height - BELOW;
    }
}
