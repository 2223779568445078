package io.whorl.cli.command;

import io.whorl.align.Passage;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prints passages, one record each. Places are in code points and in bytes, ends exclusive. */
final class PassageRecords implements PassageOutput {
    private final boolean ranked;
    private final Records records;

    PassageRecords(Console console, boolean ranked) throws IOException {
        this.ranked = ranked;
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("query"),
                Column.text("id"),
                Column.number("queryStart"),
                Column.number("queryEnd"),
                Column.number("start"),
                Column.number("end"),
                Column.number("queryStartBytes"),
                Column.number("queryEndBytes"),
                Column.number("startBytes"),
                Column.number("endBytes"),
                Column.text("kind"),
                Column.number("words"),
                Column.number("score")));
        if (ranked) {
            columns.add(Column.number("rank"));
        }
        records = console.records(columns);
    }

    @Override
    public void add(QueryPassages found, TextSource texts) throws IOException {
        for (FoundPassage passage : found.passages()) {
            add(found.query(), passage);
        }
        records.flush();
    }

    private void add(String query, FoundPassage found) throws IOException {
        Passage passage = found.passage();
        List<Value> values = new ArrayList<>(List.of(
                Value.text(query),
                Value.text(found.id()),
                Value.count(passage.a().start()),
                Value.count(passage.a().end()),
                Value.count(passage.b().start()),
                Value.count(passage.b().end()),
                Value.count(passage.a().startByte()),
                Value.count(passage.a().endByte()),
                Value.count(passage.b().startByte()),
                Value.count(passage.b().endByte()),
                Value.text(Choice.name(passage.kind())),
                Value.count(passage.words()),
                Value.ratio(passage.score())));
        if (ranked) {
            values.add(Value.count(found.rank()));
        }
        records.add(values.toArray(Value[]::new));
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
