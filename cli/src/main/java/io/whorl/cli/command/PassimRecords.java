package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.PassimRecord;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.util.List;

/** Prints passages with the fields of Passim: one object for each passage of a cluster. */
final class PassimRecords implements PassageOutput {
    private final Records records;
    private long clusters;

    PassimRecords(Console console) throws IOException {
        records = console.records(List.of(
                Column.number("uid"),
                Column.number("cluster"),
                Column.number("size"),
                Column.text("id"),
                Column.number("begin"),
                Column.number("end"),
                Column.text("text")));
    }

    @Override
    public void add(QueryPassages found, TextSource texts) throws IOException {
        for (PassimRecord record : PassimRecord.of(found, clusters + 1, texts)) {
            clusters = record.cluster();
            records.add(
                    Value.count(record.uid()),
                    Value.count(record.cluster()),
                    Value.count(record.size()),
                    Value.text(record.id()),
                    Value.count(record.begin()),
                    Value.count(record.end()),
                    Value.text(record.text()));
        }
        records.flush();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
