package io.whorl.cli.input;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.corpus.format.Skipped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import picocli.CommandLine;

/**
 * What was passed over: counted by reason, the first hundred of each told as they come, and the first few places kept.
 * What is left out by rule is as it should be, and not told. One thread.
 */
public final class SkippedDocuments implements Consumer<Skipped> {
    /** Of each reason. */
    public static final int MOST_PLACES = 5;
    /** Of each reason: a web archive may hold millions of pictures. */
    public static final int MOST_TOLD = 100;

    private static final String TIKA = "to read PDF, office files and e-books, download tika-app.jar of Apache Tika,"
            + " and run java -jar whorl.jar --plugins tika-app.jar COMMAND ..., or java -cp whorl.jar:tika-app.jar"
            + " io.whorl.cli.Main COMMAND ...";

    private final Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    private final List<Skipped> first = new ArrayList<>();
    private final DetailCounts byRule = new DetailCounts();
    private final DetailCounts unread = new DetailCounts();
    private Consumer<String> told;
    private String last = "";

    public SkippedDocuments(Consumer<String> told) {
        this.told = told;
    }

    /** Tells of later ones there, such as above a progress bar. */
    public void tellTo(Consumer<String> where) {
        told = where;
    }

    @Override
    public void accept(Skipped skipped) {
        long count = counts.merge(skipped.reason(), 1L, Long::sum);
        if (count <= MOST_PLACES) {
            first.add(skipped);
        }
        (skipped.reason().isByRule() ? byRule : unread).add(skipped.detail());
        if (!skipped.reason().isByRule()) {
            last = skipped.place() + ": " + skipped.detail();
            tell(skipped.reason(), count);
        }
    }

    private void tell(Skipped.Reason reason, long count) {
        if (count <= MOST_TOLD) {
            told.accept("skipped " + last);
        }
        if (reason == Skipped.Reason.NO_READER && count == 1) {
            told.accept(TIKA);
        }
        if (count == MOST_TOLD) {
            told.accept(
                    "these were " + MOST_TOLD + " for the reason " + reason + "; further ones are counted, not told");
        }
    }

    /** How many were passed over that should have been read. */
    public long count() {
        return count(false);
    }

    public long leftOutByRule() {
        return count(true);
    }

    private long count(boolean byRule) {
        long sum = 0;
        for (Map.Entry<Skipped.Reason, Long> count : counts.entrySet()) {
            sum += count.getKey().isByRule() == byRule ? count.getValue() : 0;
        }
        return sum;
    }

    /** How many for each reason that occurred. */
    public Map<Skipped.Reason, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The first few of each reason, in the order in which they came. */
    public List<Skipped> first() {
        return Collections.unmodifiableList(first);
    }

    /** Tells how many were left out by rule, and by which rules. */
    public void tellLeftOut(Console console) {
        if (!byRule.isEmpty()) {
            console.note(String.format(Locale.ROOT, "left out by rule: %,d: %s", leftOutByRule(), byRule));
        }
    }

    /**
     * Refuses to go on with nothing, and says what was there.
     *
     * @param documents that were read
     * @param allowed whether there need be none: the meaning of {@code --allow-empty}
     * @param outcome what becomes of all then, such as "nothing is built"
     * @throws FailedException if there is none
     */
    public void insistOnSome(long documents, boolean allowed, String outcome) throws FailedException {
        if (documents > 0 || allowed) {
            return;
        }
        StringJoiner seen = new StringJoiner("; ");
        if (!unread.isEmpty()) {
            seen.add(String.format(Locale.ROOT, "passed over %,d: %s", count(), unread));
        }
        if (!byRule.isEmpty()) {
            seen.add(String.format(Locale.ROOT, "left out by rule %,d: %s", leftOutByRule(), byRule));
        }
        throw new FailedException("no document was read, so " + outcome + "; "
                + (seen.length() == 0 ? "the sources hold no files and no records" : seen)
                + " (--allow-empty goes on all the same)");
    }

    /**
     * @param outcome what becomes of all then
     * @throws FailedException if any document was passed over: the meaning of {@code --strict}
     */
    public void insistOnNone(String outcome) throws FailedException {
        if (count() > 0) {
            throw new FailedException(
                    "a document cannot be read, and --strict was given; " + outcome + " (" + last + ")");
        }
    }

    /** How many times a source, or a part of one, broke off or could not be read: documents may be missing. */
    private long brokenOff() {
        return counts.getOrDefault(Skipped.Reason.DAMAGED, 0L) + counts.getOrDefault(Skipped.Reason.UNREADABLE, 0L);
    }

    /**
     * The exit code of a command that took in what could be read, and a word on it where documents may be missing.
     *
     * @param done what was done with the rest, such as "the index holds what was read"
     */
    public int exitCode(boolean lenient, String done, Console console) {
        long brokenOff = brokenOff();
        if (brokenOff == 0 || lenient) {
            return CommandLine.ExitCode.OK;
        }
        console.warn("the sources could not be read in full (" + brokenOff + " place" + (brokenOff == 1 ? "" : "s")
                + "); " + done + ", and --lenient would make this exit code 0");
        return CommandLine.ExitCode.SOFTWARE;
    }

    /**
     * Returns the exit code of a command that has built an index.
     *
     * @param documents the number of documents in the index
     */
    public int exitCode(ReadingOptions reading, long documents, Console console) {
        int code = exitCode(reading.lenient(), "the index holds what was read", console);
        if (documents > 0 || reading.allowEmpty()) {
            return code;
        }
        console.warn("the index holds no document: all that were read were left out, such as by --min-document"
                + " or for lack of memory (--allow-empty would make this exit code 0)");
        return CommandLine.ExitCode.SOFTWARE;
    }
}
