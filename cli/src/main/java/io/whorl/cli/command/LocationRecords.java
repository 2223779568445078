package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.fingerprint.ChunkMatch;
import io.whorl.fingerprint.ChunkMatches;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Prints the chunks that two texts share, with their places. */
final class LocationRecords {
    private LocationRecords() {}

    /** Prints a record for each match, and a note with the number of chunks that match. */
    static void print(String query, String id, ChunkMatches matches, Console console) throws IOException {
        try (Records records = console.records(List.of(
                Column.text("query"),
                Column.text("id"),
                Column.number("size"),
                Column.number("queryOffset"),
                Column.number("offset")))) {
            for (Iterator<ChunkMatch> all = matches.stream().iterator(); all.hasNext(); ) {
                ChunkMatch match = all.next();
                records.add(
                        Value.text(query),
                        Value.text(id),
                        Value.count(match.size()),
                        Value.count(match.start()),
                        Value.count(match.registeredStart()));
            }
        }
        console.note(String.format(
                Locale.ROOT,
                "%s has %,d of the %,d chunks of %s, %,d of them in the same order",
                id,
                matches.count(),
                matches.size(),
                query,
                matches.ordered()));
    }
}
