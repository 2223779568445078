package io.whorl.lab.report;

import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.PassageOutcome.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** The columns of a table on copied passages. */
final class PassageColumns {
    /** The number of columns for pairs without a passage: one for each of the first values of LEAST. */
    private static final int ALARMS = 3;

    private PassageColumns() {}

    /** @param rows at least one; all have the same passages */
    static List<Column<PassageOutcome>> of(List<PassageOutcome> rows) {
        PassageOutcome first = rows.get(0);
        List<Column<PassageOutcome>> columns = new ArrayList<>();
        new TreeSet<>(first.cuts().stream().map(Seen::fromWords).toList())
                .forEach(words -> columns.add(new Column<>(
                        "first " + words,
                        "share of verbatim passages detected when cut to their first " + words + " words",
                        row -> share(row, PassageOutcome::cuts, seen -> seen.fromWords() == words, 0))));
        for (String category :
                new TreeSet<>(first.passages().stream().map(Seen::category).toList())) {
            columns.add(new Column<>(
                    category,
                    "share of the passages of category " + category + " that are detected",
                    row -> share(
                            row,
                            PassageOutcome::passages,
                            seen -> seen.category().equals(category),
                            0)));
        }
        for (String category :
                new TreeSet<>(first.alarms().stream().map(Seen::category).toList())) {
            for (int i = 0; i < ALARMS; i++) {
                int at = i;
                columns.add(new Column<>(
                        "none, " + category + ", " + PassageOutcome.LEAST.get(i),
                        "share of the pairs of category " + category + " without a passage that share "
                                + PassageOutcome.LEAST.get(i) + " minutiae or more",
                        row -> share(
                                row,
                                PassageOutcome::alarms,
                                seen -> seen.category().equals(category),
                                at)));
            }
        }
        return columns;
    }

    private static Cell share(
            PassageOutcome outcome, Function<PassageOutcome, List<Seen>> kind, Predicate<Seen> wanted, int at) {
        List<Seen> some = kind.apply(outcome).stream().filter(wanted).toList();
        int count = some.stream().mapToInt(Seen::count).sum();
        int seen = some.stream().mapToInt(each -> each.seen().get(at)).sum();
        return Cell.fixed(count == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) seen / count), 3);
    }
}
