package io.whorl.cli;

import io.whorl.bulk.RefusedDocument;
import io.whorl.corpus.format.Skipped;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Counts the documents that were not read, by reason. It reports the first hundred of each reason as they come, and
 * keeps the first few places. Documents that an option or a rule of their format excludes are counted, but not
 * reported. Any thread may add one, and one thread asks.
 */
final class SkippedDocuments implements Consumer<Skipped> {
    /** The number of places that are kept for each reason by default. */
    private static final int MAX_PLACES = 5;
    /** The number of reports for each reason. A web archive may contain millions of pictures. */
    private static final int MAX_REPORTS = 100;

    private static final Pattern COUNT = Pattern.compile("(\\w+)=(\\d+)");

    /** How to read what has no reader, by what its report says. */
    private static final Map<String, String> REMEDIES = Map.of(
            "needs Apache Tika",
            "to read office files other than docx and odt, and e-books, download tika-app.jar of Apache Tika into"
                    + " a folder, such as plugins, and add the option --plugins plugins",
            ": a Parquet file",
            "to read Parquet files, add the option --plugins with whorl-parquet-plugin.jar (docs/formats.md)");

    private final Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    private final List<Skipped> first = new ArrayList<>();
    private final DetailCounts excluded = new DetailCounts();
    private final DetailCounts unread = new DetailCounts();
    final Console console;
    final ReadingOptions reading;
    private final int places;
    private Consumer<String> report;
    private String last = "";
    private final Set<String> told = new HashSet<>();

    /** Reports to the console, unless {@link #reportTo} tells otherwise. */
    public SkippedDocuments(Console console, ReadingOptions reading) {
        this(console, reading, MAX_PLACES);
    }

    /** @param places the number of documents of each reason that {@link #first} returns */
    public SkippedDocuments(Console console, ReadingOptions reading, int places) {
        this.console = console;
        this.reading = reading;
        this.places = places;
        report = console::warn;
    }

    /** Sends later reports there, for example above a progress bar. */
    public synchronized void reportTo(Consumer<String> destination) {
        report = destination;
    }

    /** Continues the counts of an earlier run. */
    public void addCounts(Map<Skipped.Reason, Long> earlier) {
        earlier.forEach((reason, count) -> {
            counts.merge(reason, count, Long::sum);
            (reason.isByRule() ? excluded : unread).others += count;
        });
    }

    @Override
    public synchronized void accept(Skipped skipped) {
        long count = counts.merge(skipped.reason(), 1L, Long::sum);
        if (count <= places) {
            first.add(skipped);
        }
        if (skipped.reason().isByRule()) {
            excluded.add(skipped.detail());
        } else {
            unread.add(skipped.detail());
            last = skipped.place() + ": " + skipped.detail();
            report(skipped.reason(), count);
        }
    }

    /**
     * Returns what counts and reports a document that cannot be fingerprinted in the given memory. With
     * {@code --strict} it ends the command.
     */
    public Consumer<RefusedDocument> refused() {
        return document -> {
            String reason = document.reason().getMessage();
            if (reading.strict) {
                throw new UncheckedIOException(
                        new FailedException("a document cannot be fingerprinted and --strict is set (" + document.id()
                                + ": " + reason + ")"));
            }
            accept(new Skipped(document.id(), Skipped.Reason.TOO_LARGE, reason));
        };
    }

    private void report(Skipped.Reason reason, long count) {
        if (count <= MAX_REPORTS) {
            report.accept("skipped " + last);
        }
        REMEDIES.forEach((said, remedy) -> {
            if (reason == Skipped.Reason.NO_READER && last.contains(said) && told.add(remedy)) {
                report.accept(remedy);
            }
        });
        if (count == MAX_REPORTS) {
            report.accept("reported " + MAX_REPORTS + " documents for the reason " + Choice.name(reason)
                    + "; more are counted, but not reported");
        }
    }

    /** Returns the number of documents that should have been read. */
    public synchronized long count() {
        return sum(counts, false);
    }

    /** Returns the number of documents that an option or a rule of their format excludes. */
    public long excluded() {
        return sum(counts, true);
    }

    private static long sum(Map<Skipped.Reason, Long> counts, boolean byRule) {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().isByRule() == byRule)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public Map<Skipped.Reason, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** Adds the number of documents that were not read, in total and for each reason that occurred. */
    public static Figures addTo(Figures figures, Map<Skipped.Reason, Long> counts) {
        figures.count("skipped", sum(counts, false)).count("leftOutByRule", sum(counts, true));
        counts.forEach((reason, count) -> figures.count(Column.field("skipped-" + Choice.name(reason)), count));
        return figures;
    }

    public static Map<Skipped.Reason, Long> counts(String written) {
        Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
        for (Matcher m = COUNT.matcher(written); m.find(); ) {
            counts.put(Skipped.Reason.valueOf(m.group(1)), Long.parseLong(m.group(2)));
        }
        return counts;
    }

    /** Returns the first few documents of each reason, in the order in which they came. */
    public List<Skipped> first() {
        return Collections.unmodifiableList(first);
    }

    /**
     * Fails if no document was read, and says what the sources contain.
     *
     * @param allowed whether sources without documents are allowed, by {@code --allow-empty}
     * @param outcome what the message says about the index, such as "nothing was built"
     */
    public void requireDocuments(long documents, boolean allowed, String outcome) throws FailedException {
        if (documents > 0 || allowed) {
            return;
        }
        StringJoiner seen = new StringJoiner("; ");
        if (!unread.isEmpty()) {
            seen.add("skipped " + Amount.of(count(), "document") + ": " + unread);
        }
        if (!excluded.isEmpty()) {
            seen.add("excluded " + Amount.of(excluded(), "document") + ": " + excluded);
        }
        throw new FailedException("no document was read, so " + outcome + "; "
                + (seen.length() == 0 ? "the sources contain no files and no records" : seen)
                + " (--allow-empty accepts this)");
    }

    /**
     * Fails if a document was skipped and {@code --strict} is given.
     *
     * @param outcome what the message says about the index
     */
    void requireNone(String outcome) throws FailedException {
        if (reading.strict && count() > 0) {
            throw new FailedException("a document cannot be read and --strict is set; " + outcome + " (" + last + ")");
        }
    }

    /** Returns the count of each reason for which documents that should have been read were not; empty if none was. */
    public static String totals(Map<Skipped.Reason, Long> counts) {
        StringJoiner totals = new StringJoiner(", ");
        counts.forEach((reason, count) -> {
            if (!reason.isByRule()) {
                totals.add(Amount.say("%s %,d", Choice.name(reason), count));
            }
        });
        return totals.toString();
    }

    /**
     * Returns the exit code of a command that handled what could be read, and prints the totals of what was excluded
     * and of what could not be read. If text may be missing, the code is 1, unless {@code --lenient} accepts this.
     *
     * @param outcome what was done with the rest, such as "the index holds what was read"
     */
    public int exitCode(String outcome) {
        if (!excluded.isEmpty()) {
            console.note("excluded " + Amount.of(excluded(), "document") + ": " + excluded);
        }
        boolean lost = counts.keySet().stream().anyMatch(Skipped.Reason::losesText);
        if (!lost || reading.lenient) {
            if (count() > 0) {
                console.note("skipped " + Amount.of(count(), "document") + ": " + totals(counts));
            }
            return CommandLine.ExitCode.OK;
        }
        console.warn("the sources could not be read in full: skipped " + Amount.of(count(), "document") + ": "
                + totals(counts) + "; " + outcome + ", and --lenient would make this exit code 0");
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Counts how often each of the first few details occurs, and how often all others do. One thread. */
    private static final class DetailCounts {
        private static final int MAX_DETAILS = 8;

        private final Map<String, Long> counts = new LinkedHashMap<>();
        private long others;

        void add(String detail) {
            if (counts.containsKey(detail) || counts.size() < MAX_DETAILS) {
                counts.merge(detail, 1L, Long::sum);
            } else {
                others++;
            }
        }

        boolean isEmpty() {
            return counts.isEmpty() && others == 0;
        }

        /** Returns for example {@code 12 (a redirect), 3 (it is in namespace 4), 7 others}. */
        @Override
        public String toString() {
            StringJoiner all = new StringJoiner(", ");
            counts.forEach((detail, count) -> all.add(Amount.say("%,d (%s)", count, detail)));
            if (others > 0) {
                all.add(Amount.of(others, "other"));
            }
            return all.toString();
        }
    }
}
