package io.whorl.cli.report;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Documents without minutiae: counted, and the first few of them named. One thread. */
public final class WithoutMinutiae implements Consumer<String> {
    private static final int MAX_NAMES = 20;

    private final List<String> first = new ArrayList<>();
    private long count;

    @Override
    public void accept(String id) {
        count++;
        if (first.size() < MAX_NAMES) {
            first.add(id);
        }
    }

    public void warn(Console console) {
        warn(count, first, console);
    }

    /** @param first the ids of the first of them */
    static void warn(long count, List<String> first, Console console) {
        if (count > 0) {
            console.warn("warning: " + Amount.of(count, "document") + Amount.verb(count, " has", " have")
                    + " no minutiae and can never match");
        }
        first.forEach(id -> console.warn("without minutiae: " + id));
        if (count > first.size()) {
            console.warn(String.format(Locale.ROOT, "without minutiae: %,d more", count - first.size()));
        }
    }
}
