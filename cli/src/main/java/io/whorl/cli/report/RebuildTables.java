package io.whorl.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Titles;
import io.whorl.cli.output.Value;
import io.whorl.corpus.format.Skipped;
import io.whorl.rebuild.IndexRebuild;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The lists in the report of a rebuild, each with its first few entries: skipped documents, documents without minutiae,
 * duplicates, and the most common minutiae.
 */
final class RebuildTables {
    private static final JsonFactory JSON = new JsonFactory();

    /** A list with its name and rows. */
    private record Table(String name, List<Column> columns, List<List<Value>> rows) {}

    private final List<Table> tables;

    /** @param texts the chunks of the common minutiae, as far as they are known */
    RebuildTables(IndexRebuild.Report report, SkippedDocuments skipped, Map<Long, String> texts) {
        tables = List.of(places(skipped), withoutMinutiae(report), duplicates(report), common(report, texts));
    }

    /** Returns the end of a field name, for example TooLarge. */
    static String fieldName(Skipped.Reason reason) {
        StringBuilder name = new StringBuilder();
        for (String word : reason.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    private static Table places(SkippedDocuments skipped) {
        List<List<Value>> rows = new ArrayList<>();
        for (Skipped s : skipped.first()) {
            rows.add(List.of(
                    Value.text(SkippedDocuments.name(s.reason())), Value.text(s.place()), Value.text(s.detail())));
        }
        return new Table(
                "skippedPlaces", List.of(Column.text("reason"), Column.text("place"), Column.text("detail")), rows);
    }

    private static Table withoutMinutiae(IndexRebuild.Report report) {
        List<List<Value>> rows = report.build().firstWithoutMinutiae().stream()
                .map(id -> List.of(Value.text(id)))
                .toList();
        return new Table("firstWithoutMinutiae", List.of(Column.text("id")), rows);
    }

    private static Table duplicates(IndexRebuild.Report report) {
        List<List<Value>> rows = new ArrayList<>();
        for (Duplicates.Example e : report.build().duplicates().examples()) {
            rows.add(List.of(
                    Value.text(e.kind().name().toLowerCase(Locale.ROOT)), Value.text(e.id()), Value.text(e.first())));
        }
        return new Table(
                "duplicateExamples", List.of(Column.text("kind"), Column.text("id"), Column.text("equals")), rows);
    }

    private static Table common(IndexRebuild.Report report, Map<Long, String> texts) {
        List<List<Value>> rows = new ArrayList<>();
        for (IndexRebuild.CommonMinutia c : report.commonMinutiae()) {
            rows.add(List.of(
                    Value.text(Long.toHexString(c.minutia())),
                    Value.count(c.documents()),
                    Value.text(c.holder()),
                    Value.text(texts.getOrDefault(c.minutia(), ""))));
        }
        return new Table(
                "commonMinutiae",
                List.of(Column.text("minutia"), Column.number("documents"), Column.text("holder"), Column.text("text")),
                rows);
    }

    /** Prints each list that has entries as a table under a title. */
    void print(Console console) throws IOException {
        for (Table table : tables) {
            if (!table.rows().isEmpty()) {
                console.streams().out().write("\n" + Titles.of(table.name()) + "\n");
                try (Records records = console.records(table.columns())) {
                    for (List<Value> row : table.rows()) {
                        records.add(row.toArray(new Value[0]));
                    }
                }
            }
        }
    }

    /** Returns each list as a JSON array of objects, by name. */
    Map<String, String> json() throws IOException {
        Map<String, String> json = new LinkedHashMap<>();
        for (Table table : tables) {
            StringWriter out = new StringWriter();
            try (JsonGenerator g = JSON.createGenerator(out)) {
                g.writeStartArray();
                for (List<Value> row : table.rows()) {
                    g.writeStartObject();
                    for (int i = 0; i < row.size(); i++) {
                        row.get(i).toJson(table.columns().get(i).name(), g);
                    }
                    g.writeEndObject();
                }
                g.writeEndArray();
            }
            json.put(table.name(), out.toString());
        }
        return json;
    }
}
