package io.whorl.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.option.Choice;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.Match;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints the overlap of texts with an index, and how many have each verdict. */
final class OverlapRecords implements Closeable {
    private static final JsonFactory JSON = new JsonFactory();

    private final Console console;
    private final boolean table;
    private final Records records;
    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);

    OverlapRecords(Console console) throws IOException {
        this.console = console;
        table = console.format() == Format.TABLE;
        records = console.records(columns());
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(table ? "text" : "id"),
                Column.text("verdict"),
                Column.number("share"),
                Column.number("minutiae"),
                Column.number("held")));
        if (!table) {
            columns.add(Column.number("ignored"));
        }
        columns.addAll(List.of(Column.number("words"), Column.number("runWords"), Column.number("runStart")));
        if (!table) {
            columns.add(Column.number("runChunks"));
        }
        columns.add(table ? Column.text("document") : Column.text("documents"));
        if (!table) {
            columns.addAll(List.of(Column.number("runBegin"), Column.number("runEnd")));
        }
        return columns;
    }

    void print(String id, Overlap overlap) throws IOException {
        counts.merge(overlap.verdict(), 1L, Long::sum);
        Optional<Run> run = overlap.run();
        List<Value> values = new ArrayList<>(List.of(
                Value.text(id),
                Value.text(Choice.name(overlap.verdict())),
                Value.ratio(overlap.share()),
                Value.count(overlap.minutiae()),
                Value.count(overlap.held())));
        if (!table) {
            values.add(Value.count(overlap.ignored()));
        }
        values.add(Value.count(overlap.words()));
        values.add(Value.count(run.map(Run::units).orElse(0)));
        values.add(run.map(r -> Value.count(r.start())).orElse(Value.absent()));
        if (table) {
            values.add(
                    overlap.documents().isEmpty()
                            ? Value.absent()
                            : Value.text(overlap.documents().get(0).id()));
        } else {
            values.add(Value.count(run.map(Run::chunks).orElse(0)));
            values.add(Value.json(documents(overlap.documents())));
            Optional<Span> place = overlap.runPlace();
            values.add(place.map(p -> Value.count(p.start())).orElse(Value.absent()));
            values.add(place.map(p -> Value.count(p.end())).orElse(Value.absent()));
        }
        records.add(values.toArray(Value[]::new));
        records.flush();
    }

    private static String documents(List<Match> documents) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartArray();
            for (Match document : documents) {
                json.writeStartObject();
                json.writeStringField("id", document.id());
                json.writeNumberField("shared", document.shared());
                json.writeNumberField("containment", document.containment().orElse(0));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return out.toString();
    }

    /** Prints how many texts have each verdict. */
    void summarise() {
        long texts = counts.values().stream().mapToLong(Long::longValue).sum();
        StringBuilder summary = new StringBuilder(Amount.of(texts, "text"));
        String before = ": ";
        for (Verdict verdict : List.of(Verdict.CONTAMINATED, Verdict.PARTIAL, Verdict.CLEAN, Verdict.UNKNOWN)) {
            if (verdict != Verdict.UNKNOWN || count(verdict) > 0) {
                summary.append(before).append(count(verdict)).append(' ').append(Choice.name(verdict));
                before = ", ";
            }
        }
        console.note(summary.toString());
    }

    private long count(Verdict verdict) {
        return counts.getOrDefault(verdict, 0L);
    }

    /** Returns the number of texts with this verdict or a worse one. */
    long atLeast(Verdict verdict) {
        return counts.entrySet().stream()
                .filter(e -> e.getKey().compareTo(verdict) >= 0)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
