package io.whorl.cli.command;

import io.whorl.align.Passage;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints passages, one record each. Places are in code points, ends exclusive; JSON and TSV give them in bytes, too.
 */
final class PassageRecords implements Closeable {
    private final boolean bytes;
    private final Records records;

    PassageRecords(Console console) throws IOException {
        bytes = console.format() != Format.TABLE;
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("query"),
                Column.text("id"),
                Column.number("queryStart"),
                Column.number("queryEnd"),
                Column.number("start"),
                Column.number("end")));
        if (bytes) {
            columns.addAll(List.of(
                    Column.number("queryStartBytes"),
                    Column.number("queryEndBytes"),
                    Column.number("startBytes"),
                    Column.number("endBytes")));
        }
        columns.addAll(List.of(Column.text("kind"), Column.number("words"), Column.number("score")));
        records = console.records(columns);
    }

    /** Prints a passage of a query's text (a) and a document's text (b). */
    void add(String query, String id, Passage passage) throws IOException {
        List<Value> values = new ArrayList<>(List.of(
                Value.text(query),
                Value.text(id),
                Value.count(passage.a().start()),
                Value.count(passage.a().end()),
                Value.count(passage.b().start()),
                Value.count(passage.b().end())));
        if (bytes) {
            values.addAll(List.of(
                    Value.count(passage.a().startByte()),
                    Value.count(passage.a().endByte()),
                    Value.count(passage.b().startByte()),
                    Value.count(passage.b().endByte())));
        }
        values.addAll(List.of(
                Value.text(Choice.name(passage.kind())), Value.count(passage.words()), Value.ratio(passage.score())));
        records.add(values.toArray(Value[]::new));
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
