package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Amount;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.passages.FoundPassages.Unavailable;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports each document that could not be aligned once, and counts them. One thread. */
final class UnalignedDocuments {
    /** The number of reports; more are counted. */
    private static final int MAX_REPORTS = 100;

    private final Console console;
    private final Set<String> ids = new HashSet<>();
    private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);

    UnalignedDocuments(Console console) {
        this.console = console;
    }

    void add(Unavailable document) {
        if (ids.add(document.id())) {
            counts.merge(document.reason(), 1L, Long::sum);
            if (ids.size() <= MAX_REPORTS) {
                console.warn("not aligned: " + document.id() + " of the index: " + reason(document.reason()));
            }
        }
    }

    private static String reason(Reason reason) {
        return switch (reason) {
            case MISSING -> "its text is missing";
            case CHANGED -> "its text has changed since it was indexed";
        };
    }

    List<String> notes() {
        return ids.isEmpty()
                ? List.of()
                : List.of(Amount.of(ids.size(), "document") + " of the index could not be aligned: the text of "
                        + counts.getOrDefault(Reason.MISSING, 0L) + " is missing, and that of "
                        + counts.getOrDefault(Reason.CHANGED, 0L) + " has changed");
    }

    /** Prints the summary and a remedy, and returns the exit code. */
    int exitCode() {
        notes().forEach(note -> console.warn(note + "; add these documents to the index again, delete them from it, or"
                + " give their old texts with --texts"));
        return ids.isEmpty() ? Subcommand.DONE : Subcommand.FAILED;
    }
}
