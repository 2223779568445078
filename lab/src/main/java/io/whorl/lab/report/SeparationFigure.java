package io.whorl.lab.report;

import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.plot.Axis;
import io.whorl.lab.plot.Mark;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Point;
import io.whorl.lab.plot.Series;
import io.whorl.lab.plot.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/** The separation of each query, because a good mean may hide queries that fail. */
final class SeparationFigure {
    /** The maximum number of dots in a row. More would not be distinguishable and slow the page down. */
    private static final int DOTS = 100;

    private SeparationFigure() {}

    static Figure of(Section section) {
        List<Outcome> outcomes = section.outcomes();
        List<String> measures = Names.measures(outcomes);
        List<Span> spans = new ArrayList<>();
        List<Series> dots = new ArrayList<>();
        List<List<Point>> medians = new ArrayList<>();
        measures.forEach(measure -> medians.add(new ArrayList<>()));
        for (int row = 0; row < outcomes.size(); row++) {
            double y = Axis.height(row);
            int measure = measures.indexOf(outcomes.get(row).configuration().measure());
            List<Answer> sorted = sorted(outcomes.get(row));
            spans.add(new Span(y, at(sorted, 0), at(sorted, 1), false, measure));
            spans.add(new Span(y, at(sorted, 0.25), at(sorted, 0.75), true, measure));
            dots.add(new Series(
                    "",
                    measure,
                    Mark.DOT,
                    false,
                    sorted.stream().limit(DOTS).map(answer -> point(answer, y)).toList()));
            double median = at(sorted, 0.5);
            medians.get(measure).add(new Point(median, y, "", "median " + Numbers.fixed(median, 2)));
        }
        List<Series> series = new ArrayList<>(dots);
        for (int m = 0; m < measures.size(); m++) {
            series.add(new Series(measures.get(m), m, Mark.STROKE, false, medians.get(m)));
        }
        double[] all = spans.stream()
                .flatMapToDouble(s -> DoubleStream.of(s.from(), s.to()))
                .toArray();
        return new Figure(
                section.file("separation-by-query"),
                new Plot(
                        "Separation by query",
                        Axis.linear(
                                "separation, % of the query document against itself",
                                DoubleStream.of(all).min().orElseThrow(),
                                DoubleStream.of(all).max().orElseThrow()),
                        Axis.naming(
                                "",
                                outcomes.stream()
                                        .map(o -> o.configuration().name())
                                        .toList()),
                        spans,
                        series),
                caption(outcomes.get(0).answers().size()));
    }

    private static String caption(int questions) {
        return "Separation is the lowest score of a right answer minus the highest of a wrong one, in percent of the "
                + "score of"
                + " the query document against itself (HZ section 6). Left of 0, a wrong answer ranks above a right "
                + "one, and no"
                + " threshold separates them. A dot is a query"
                + (questions > DOTS ? " (only the " + DOTS + " worst of each row)" : "")
                + ", the box contains the middle half of all " + Numbers.whole(questions)
                + ", the stroke is the median, and the line extends from the worst to the best.";
    }

    private static List<Answer> sorted(Outcome outcome) {
        return outcome.answers().stream()
                .sorted(Comparator.comparingDouble(
                                (Answer a) -> a.effectiveness().separation())
                        .thenComparing(Answer::id))
                .toList();
    }

    private static Point point(Answer answer, double y) {
        double separation = answer.effectiveness().separation();
        return new Point(separation, y, "", answer.id() + ": " + Numbers.fixed(separation, 2));
    }

    /** Returns a quantile with linear interpolation. */
    private static double at(List<Answer> sorted, double share) {
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        double low = sorted.get(below).effectiveness().separation();
        double high = sorted.get(Math.min(below + 1, sorted.size() - 1))
                .effectiveness()
                .separation();
        return low + (place - below) * (high - low);
    }
}
