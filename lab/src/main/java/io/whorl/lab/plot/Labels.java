package io.whorl.lab.plot;

import io.whorl.lab.plot.Canvas.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * Places the labels of points so that they do not overlap. Each label gets the first free of eight positions around its
 * point. A label without a free position is left out, because two overlapping labels cannot be read.
 */
final class Labels {
    private static final double GAP = 7;
    private static final double HIGH = Canvas.TEXT_SIZE;
    private static final int[][] AROUND = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

    /**
     * A placed label.
     *
     * @param x of the anchor, which is the end nearest the point, so that the label touches the point in any font
     * @param baseline y of the baseline
     * @param left the approximate x of the left end
     */
    record Placed(String text, double x, double baseline, Anchor anchor, double left) {}

    private record Box(double left, double top, double right, double bottom) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    private Labels() {}

    static List<Placed> place(Plot plot, Layout layout) {
        List<Box> taken = new ArrayList<>();
        plot.series().forEach(series -> series.points().forEach(point -> taken.add(around(point, layout))));
        List<Placed> placed = new ArrayList<>();
        for (Series series : plot.series()) {
            for (Point point : series.points()) {
                if (!point.label().isEmpty()) {
                    place(point, layout, taken, placed);
                }
            }
        }
        return placed;
    }

    private static Box around(Point point, Layout layout) {
        double x = layout.x(point.x());
        double y = layout.y(point.y());
        return new Box(x - 4, y - 4, x + 4, y + 4);
    }

    private static void place(Point point, Layout layout, List<Box> taken, List<Placed> placed) {
        double wide = Canvas.width(point.label());
        for (int[] side : AROUND) {
            double near = layout.x(point.x()) + side[0] * GAP;
            double x = near - (side[0] < 0 ? wide : side[0] == 0 ? wide / 2 : 0);
            double middle = layout.y(point.y()) + side[1] * (side[0] == 0 ? HIGH : HIGH * 0.75);
            Box box = new Box(x - 1, middle - HIGH / 2, x + wide + 1, middle + HIGH / 2);
            boolean inside = box.left > layout.left()
                    && box.right < layout.width()
                    && box.top > layout.top() - HIGH
                    && box.bottom < layout.bottom();
            if (inside && taken.stream().noneMatch(box::meets)) {
                taken.add(box);
                Anchor anchor = side[0] < 0 ? Anchor.END : side[0] == 0 ? Anchor.MIDDLE : Anchor.START;
                placed.add(new Placed(point.label(), near, middle + 4, anchor, x));
                return;
            }
        }
    }
}
