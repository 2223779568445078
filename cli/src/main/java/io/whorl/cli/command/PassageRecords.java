package io.whorl.cli.command;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prints passages, one record each. Places are in code points and in bytes, ends exclusive. */
final class PassageRecords implements PassageOutput {
    /** The value of a field of places that count in the text without markup. */
    static final String IN_TEXT = "text";

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
        columns.addAll(List.of(
                Column.text("queryPlaces"), Column.text("places"), Column.text("queryPage"), Column.text("page")));
        records = console.records(columns);
    }

    @Override
    public void add(QueryPassages found, TextSource texts) throws IOException {
        for (FoundPassage passage : found.passages()) {
            add(found, passage);
        }
        records.flush();
    }

    private void add(QueryPassages query, FoundPassage found) throws IOException {
        Passage passage = query.original(found);
        List<Value> values = new ArrayList<>(List.of(
                Value.text(query.query()),
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
        TextPlaces places = query.placesOf().of(found.id());
        values.add(counted(query.places()));
        values.add(counted(places));
        values.add(pages(query.places(), found.passage().a()));
        values.add(pages(places, found.passage().b()));
        records.add(values.toArray(Value[]::new));
    }

    /** Says that places count in the text, not in the file. */
    private static Value counted(TextPlaces places) {
        return places.map().isPresent() ? Value.absent() : Value.text(IN_TEXT);
    }

    private static Value pages(TextPlaces places, Span span) {
        return places.pages(span).map(Value::text).orElse(Value.absent());
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
