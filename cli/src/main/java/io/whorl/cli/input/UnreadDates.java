package io.whorl.cli.input;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Escapes;
import java.util.ArrayList;
import java.util.List;

/** Counts the dates that cannot be read, and keeps the first few. One thread. */
final class UnreadDates {
    private static final int SHOWN = 5;
    private static final int LONGEST = 60;

    private final List<String> first = new ArrayList<>();
    private long count;

    /** @param where the document or line of the date */
    void add(String where, String date) {
        count++;
        if (first.size() < SHOWN) {
            String shown = date.length() > LONGEST ? date.substring(0, LONGEST) + "\u2026" : date;
            first.add(Escapes.visible(where + " ('" + shown + "')"));
        }
    }

    /** Prints a warning if there are any. */
    void warn(Console console) {
        if (count > 0) {
            console.warn("warning: " + Amount.of(count, "date") + " cannot be read, and "
                    + Amount.verb(count, "its document has", "their documents have") + " none: "
                    + String.join(", ", first) + (count > first.size() ? ", \u2026" : "")
                    + "; write dates as in 2024-03-01 or 2024-03-01T12:30:00Z");
        }
    }
}
