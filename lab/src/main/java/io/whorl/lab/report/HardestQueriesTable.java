package io.whorl.lab.report;

import io.whorl.lab.model.Answer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The queries with the worst results in a section, which often explain unexpected figures. */
final class HardestQueriesTable {
    private static final int ROWS = 15;

    private HardestQueriesTable() {}

    private record Query(String id, String group, int right, int asked, double sum, double least, int negative) {
        static Query of(Answer answer) {
            double separation = answer.effectiveness().separation();
            return new Query(
                    answer.id(), answer.group(), answer.right(), 1, separation, separation, separation < 0 ? 1 : 0);
        }

        Query plus(Query other) {
            return new Query(
                    id,
                    group,
                    right,
                    asked + other.asked,
                    sum + other.sum,
                    Math.min(least, other.least),
                    negative + other.negative);
        }

        double mean() {
            return sum / asked;
        }
    }

    private static final List<Column<Query>> COLUMNS = List.of(
            new Column<>("query", "the query document", q -> Cell.text(q.id())),
            new Column<>("group", "the group of the document", q -> Cell.text(q.group())),
            new Column<>("right answers", "documents of its group, including itself", q -> Cell.whole(q.right())),
            new Column<>("mean Sep %", "mean separation over the configurations above", q -> Cell.fixed(q.mean(), 2)),
            new Column<>("least Sep %", "by the worst configuration", q -> Cell.fixed(q.least(), 2)),
            new Column<>(
                    "Sep<0",
                    "configurations that rank a wrong answer above a right one",
                    q -> Cell.whole(q.negative())));

    static String html(Section section) {
        Map<String, Query> queries = new LinkedHashMap<>();
        section.outcomes().stream()
                .flatMap(outcome -> outcome.answers().stream())
                .forEach(answer -> queries.merge(answer.id(), Query.of(answer), Query::plus));
        List<Query> hardest = queries.values().stream()
                .sorted(Comparator.comparingDouble(Query::mean).thenComparing(Query::id))
                .limit(ROWS)
                .toList();
        return "<details><summary>The " + hardest.size() + " hardest of " + Numbers.whole(queries.size())
                + " queries</summary>\n"
                + HtmlTable.of("By mean separation over this section's configurations", COLUMNS, hardest)
                + "</details>\n";
    }
}
