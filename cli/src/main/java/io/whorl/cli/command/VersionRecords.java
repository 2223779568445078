package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.cli.console.Console;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.history.History;
import io.whorl.history.Version;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints the versions of a document, one record each. */
final class VersionRecords {
    private final Snapshot snapshot;
    private final Optional<Aligner> aligner;

    /** @param aligner aligns the stored texts of versions, if passages are requested */
    VersionRecords(Snapshot snapshot, Optional<Aligner> aligner) {
        this.snapshot = snapshot;
        this.aligner = aligner;
    }

    void print(History history, Console console) throws IOException {
        try (Records records = console.records(columns())) {
            for (List<Version> some : List.of(history.versions(), history.undated())) {
                for (Version version : some) {
                    records.add(values(version));
                }
            }
        }
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("date"),
                Column.number("words"),
                Column.number("minutiae"),
                Column.number("score"),
                Column.number("shared"),
                Column.number("kept"),
                Column.number("old"),
                Column.number("resemblance")));
        if (aligner.isPresent()) {
            columns.add(Column.number("passages"));
            columns.add(Column.number("passageWords"));
        }
        columns.add(Column.text("id"));
        columns.add(Column.text("before"));
        return columns;
    }

    private Value[] values(Version version) {
        Optional<Version.Kept> kept = version.kept();
        List<Value> values = new ArrayList<>(List.of(
                version.date().map(date -> Value.text(date.toString())).orElse(Value.absent()),
                Value.count(version.words()),
                Value.count(version.minutiae()),
                Value.ratio(version.resemblance()),
                kept.map(k -> Value.count(k.shared())).orElse(Value.absent()),
                kept.map(k -> Value.ratio(k.kept())).orElse(Value.absent()),
                kept.map(k -> Value.ratio(k.old())).orElse(Value.absent()),
                kept.map(k -> Value.ratio(k.resemblance())).orElse(Value.absent())));
        if (aligner.isPresent()) {
            List<Passage> passages =
                    kept.map(k -> passages(version.id(), k.before())).orElse(List.of());
            values.add(kept.isPresent() ? Value.count(passages.size()) : Value.absent());
            values.add(
                    kept.isPresent()
                            ? Value.count(
                                    passages.stream().mapToLong(Passage::words).sum())
                            : Value.absent());
        }
        values.add(Value.text(version.id()));
        values.add(kept.map(k -> Value.text(k.before())).orElse(Value.absent()));
        return values.toArray(Value[]::new);
    }

    private List<Passage> passages(String id, String before) {
        return aligner.orElseThrow()
                .align(snapshot.text(id).orElseThrow(), snapshot.text(before).orElseThrow());
    }
}
