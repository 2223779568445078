package io.whorl.cli.command;

import io.whorl.cli.option.Decision;
import io.whorl.cli.option.Decision.Verdict;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Value;
import java.util.ArrayList;
import java.util.List;

/** The fields of a decision. */
final class VerdictColumns {
    private VerdictColumns() {}

    static List<Column> of(Decision decision) {
        List<Column> columns = new ArrayList<>(List.of(Column.number("chunks"), Column.number("matching")));
        if (decision.isOrdered()) {
            columns.add(Column.number("ordered"));
        }
        columns.add(Column.text("violation"));
        return columns;
    }

    static List<Value> values(Verdict verdict) {
        List<Value> values = new ArrayList<>(List.of(Value.count(verdict.chunks()), Value.count(verdict.matching())));
        verdict.ordered().ifPresent(ordered -> values.add(Value.count(ordered)));
        values.add(Value.flag(verdict.violation()));
        return values;
    }
}
