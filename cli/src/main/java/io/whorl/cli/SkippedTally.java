package io.whorl.cli;

import io.whorl.corpus.format.Skipped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Counts what is passed over by reason, keeps the first few of each, and hands all on. One thread. */
final class SkippedTally implements Consumer<Skipped> {
    /** Of each reason; the rest were told as they came. */
    static final int MOST_PLACES = 5;

    private final Consumer<Skipped> next;
    private final Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    private final List<Skipped> first = new ArrayList<>();

    SkippedTally(Consumer<Skipped> next) {
        this.next = next;
    }

    @Override
    public void accept(Skipped skipped) {
        if (counts.merge(skipped.reason(), 1L, Long::sum) <= MOST_PLACES) {
            first.add(skipped);
        }
        next.accept(skipped);
    }

    /** How many for each reason that occurred. */
    Map<Skipped.Reason, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The first few of each reason, in the order in which they came. */
    List<Skipped> first() {
        return Collections.unmodifiableList(first);
    }

    /** How many times a source, or a part of one, broke off or could not be read: documents may be missing. */
    long brokenOff() {
        return counts.getOrDefault(Skipped.Reason.DAMAGED, 0L) + counts.getOrDefault(Skipped.Reason.UNREADABLE, 0L);
    }

    /**
     * The exit code of a command that took in what could be read, and a word on it where documents may be missing.
     *
     * @param done what was done with the rest, such as "the index holds what was read"
     */
    int exitCode(boolean lenient, String done, Whorl whorl) {
        if (brokenOff() == 0 || lenient) {
            return Subcommand.DONE;
        }
        whorl.streams().tell("the sources could not be read in full (" + brokenOff() + " place"
                + (brokenOff() == 1 ? "" : "s") + "); " + done + ", and --lenient would make this exit code 0");
        return Subcommand.FAILED;
    }
}
