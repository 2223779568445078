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
    /** Repeated chunks match each other, so places can be as many as the product of the sizes of both texts. */
    static final long DEFAULT_TOP = 1_000_000;

    private LocationRecords() {}

    /**
     * Prints a record for each match, and a note with the number of chunks that match.
     *
     * @param top the most records; a warning tells if there are more
     */
    static void print(String query, String id, ChunkMatches matches, long top, Console console) throws IOException {
        boolean more;
        try (Records records = console.records(List.of(
                Column.text("query"),
                Column.text("id"),
                Column.number("size"),
                Column.number("queryOffset"),
                Column.number("offset")))) {
            Iterator<ChunkMatch> all = matches.stream().iterator();
            for (long printed = 0; printed < top && all.hasNext(); printed++) {
                ChunkMatch match = all.next();
                records.add(
                        Value.text(query),
                        Value.text(id),
                        Value.count(match.size()),
                        Value.count(match.start()),
                        Value.count(match.registeredStart()));
            }
            more = all.hasNext();
        }
        if (more) {
            console.warn(String.format(
                    Locale.ROOT,
                    "warning: %s and %s share more than %,d places; only the first are printed; --top N prints more",
                    query,
                    id,
                    top));
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
