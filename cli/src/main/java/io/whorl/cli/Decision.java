package io.whorl.cli;

import io.whorl.fingerprint.ChunkMatches;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.TypeConversionException;

/**
 * A decision function of COPS 3.1 and 4.3 with its threshold.
 *
 * @param limit the share φ for match-ratio, otherwise the number of chunks k
 */
record Decision(Function function, double limit) {
    /** The functions, by their names in COPS with hyphens. */
    public enum Function {
        MATCH_RATIO,
        MATCHES,
        ORDERED_MATCHES
    }

    /**
     * What a decision says about two texts.
     *
     * @param chunks SIZE of COPS 3.1: the selected chunks of the text that is tested, with repeats
     * @param matching COUNT: those that the other text has
     * @param ordered those that match in the same order in both; only for ordered-matches
     * @param violation whether the first text violates the other
     */
    public record Verdict(long chunks, long matching, OptionalLong ordered, boolean violation) {}

    /**
     * Checks that chunks of documents can be counted.
     *
     * @throws FailedException if the index stores no texts
     * @throws io.whorl.SchemeException if the selection keeps samples that cannot be compared by chunk
     */
    static void check(Snapshot snapshot) throws IOException {
        if (!snapshot.storesTexts()) {
            throw new FailedException("the index stores no texts, so --decision cannot count their chunks; build the"
                    + " index with --store-text, or compare two files with whorl compare A B --decision");
        }
        Fingerprinter.of(snapshot.scheme()).locate("", "");
    }

    Table<Verdict> table() {
        return new Table<Verdict>()
                .count("chunks", Verdict::chunks)
                .count("matching", Verdict::matching)
                .when(isOrdered(), t -> t.count("ordered", v -> v.ordered().orElseThrow()))
                .flag("violation", Verdict::violation);
    }

    private boolean isOrdered() {
        return function == Function.ORDERED_MATCHES;
    }

    public Verdict of(ChunkMatches found) {
        return switch (function) {
            case MATCH_RATIO -> verdict(found, OptionalLong.empty(), found.matchRatio(limit));
            case MATCHES -> verdict(found, OptionalLong.empty(), found.matches((long) limit));
            case ORDERED_MATCHES -> {
                // Counted once: orderedMatches() would count again.
                long ordered = found.ordered();
                yield verdict(found, OptionalLong.of(ordered), ordered > (long) limit);
            }
        };
    }

    /**
     * Returns the verdict of the second text tested against the first one.
     *
     * @param verdict the verdict of the first text; the chunks in the same order are the same
     * @param found the chunks of the second text that the first one has
     */
    public Verdict reverse(Verdict verdict, ChunkMatches found) {
        return isOrdered() ? verdict(found, verdict.ordered(), verdict.violation()) : of(found);
    }

    private static Verdict verdict(ChunkMatches found, OptionalLong ordered, boolean violation) {
        return new Verdict(found.size(), found.count(), ordered, violation);
    }

    /** Parses {@code FUNCTION=LIMIT}. Function names may have underscores, as in COPS. */
    static Decision parse(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Function function = Choice.named(Function.class, name.replace('_', '-'));
        if (equals < 0) {
            throw new TypeConversionException("'" + text + "' has no threshold; the form is " + form(function));
        }
        String limit = text.substring(equals + 1);
        return new Decision(function, function == Function.MATCH_RATIO ? share(limit) : number(limit, function));
    }

    private static double share(String text) {
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new TypeConversionException("PHI is '" + text + "'; it must be a share from 0 to 1");
    }

    private static double number(String text, Function function) {
        if (!text.matches("\\d{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
            throw new TypeConversionException("K of " + Choice.name(function) + " is '" + text
                    + "'; it must be a whole number from 0 to " + Integer.MAX_VALUE);
        }
        return Long.parseLong(text);
    }

    private static String form(Function function) {
        String name = Choice.name(function);
        return function == Function.MATCH_RATIO
                ? name + "=PHI, such as " + name + "=0.2"
                : name + "=K, such as " + name + "=20";
    }

    /** The functions as values that the help lists. */
    public static final class Functions implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("match-ratio=", "matches=", "ordered-matches=").iterator();
        }
    }
}
