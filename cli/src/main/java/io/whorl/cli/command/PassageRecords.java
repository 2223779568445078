package io.whorl.cli.command;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;

/** Prints passages, one record each. Places are in code points and in bytes, ends exclusive. */
final class PassageRecords implements PassageOutput {
    /** The value of a field of places that count in the text without markup. */
    static final String IN_TEXT = "text";

    private final Table.Rows<Row> rows;

    /**
     * A passage.
     *
     * @param passage its places in the files
     * @param other the places of the other text
     */
    private record Row(QueryPassages query, FoundPassage found, Passage passage, TextPlaces other) {}

    PassageRecords(Console console, boolean ranked) throws IOException {
        rows = console.open(new Table<Row>()
                .text("query", r -> r.query().query())
                .text("id", r -> r.found().id())
                .count("queryStart", r -> r.passage().a().start())
                .count("queryEnd", r -> r.passage().a().end())
                .count("start", r -> r.passage().b().start())
                .count("end", r -> r.passage().b().end())
                .count("queryStartBytes", r -> r.passage().a().startByte())
                .count("queryEndBytes", r -> r.passage().a().endByte())
                .count("startBytes", r -> r.passage().b().startByte())
                .count("endBytes", r -> r.passage().b().endByte())
                .text("kind", r -> Choice.name(r.passage().kind()))
                .count("words", r -> r.passage().words())
                .number("score", r -> Value.ratio(r.passage().score()))
                .when(ranked, t -> t.count("rank", r -> r.found().rank()))
                .column(Column.text("queryPlaces"), r -> counted(r.query().places()))
                .column(Column.text("places"), r -> counted(r.other()))
                .column(
                        Column.text("queryPage"),
                        r -> pages(r.query().places(), r.found().passage().a()))
                .column(
                        Column.text("page"),
                        r -> pages(r.other(), r.found().passage().b())));
    }

    @Override
    public void add(QueryPassages query, TextSource texts) throws IOException {
        for (FoundPassage found : query.passages()) {
            rows.add(new Row(
                    query, found, query.original(found), query.placesOf().of(found.id())));
        }
        rows.flush();
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
        rows.close();
    }
}
