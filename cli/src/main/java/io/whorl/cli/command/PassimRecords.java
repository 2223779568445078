package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Table;
import io.whorl.cli.passages.PassimRecord;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.query.TextSource;
import java.io.IOException;

/** Prints passages with the fields of Passim: one object for each passage of a cluster. */
final class PassimRecords implements PassageOutput {
    private final Table.Rows<PassimRecord> records;
    private long clusters;

    PassimRecords(Console console) throws IOException {
        records = console.open(new Table<PassimRecord>()
                .count("uid", PassimRecord::uid)
                .count("cluster", PassimRecord::cluster)
                .count("size", PassimRecord::size)
                .text("id", PassimRecord::id)
                .count("begin", PassimRecord::begin)
                .count("end", PassimRecord::end)
                .text("text", PassimRecord::text));
    }

    @Override
    public void add(QueryPassages found, TextSource texts) throws IOException {
        for (PassimRecord record : PassimRecord.of(found, clusters + 1, texts)) {
            clusters = record.cluster();
            records.add(record);
        }
        records.flush();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
