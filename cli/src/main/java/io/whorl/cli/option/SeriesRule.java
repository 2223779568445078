package io.whorl.cli.option;

import io.whorl.LimitExceededException;
import io.whorl.cli.console.FailedException;
import io.whorl.query.Snapshot;
import io.whorl.series.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The value of {@code --series}: host, prefix:SEPARATOR, regex:PATTERN, or a table in a file.
 *
 * @param given the value as the user gave it
 * @param series the series of ids
 * @param table the series by id if the rule is a table; empty otherwise
 */
public record SeriesRule(String given, Series series, Map<String, String> table) {
    private static final String HOST = "host";
    private static final String PREFIX = "prefix:";
    private static final String REGEX = "regex:";

    /** The table takes at most one over this of the heap. */
    private static final int HEAP_SHARE = 4;
    /** A line in memory: an entry of a hash map and two strings. */
    private static final int LINE_BYTES = 128;

    private static final long CHARACTER_BYTES = 2;

    static boolean isPattern(String text) {
        return text.equals(HOST) || text.startsWith(PREFIX) || text.startsWith(REGEX);
    }

    /**
     * Parses a rule, and reads the table if it is one.
     *
     * @throws FailedException if the table is not one
     */
    static SeriesRule of(String text, Usage usage) throws IOException {
        if (text.equals(HOST)) {
            return new SeriesRule(text, Series.host(), Map.of());
        }
        if (text.startsWith(PREFIX)) {
            return new SeriesRule(text, usage.checked(() -> Series.prefix(text.substring(PREFIX.length()))), Map.of());
        }
        if (text.startsWith(REGEX)) {
            try {
                return new SeriesRule(text, Series.pattern(Pattern.compile(text.substring(REGEX.length()))), Map.of());
            } catch (PatternSyntaxException e) {
                throw usage.error("--series has a wrong regular expression: " + e.getDescription() + " at character "
                        + (e.getIndex() + 1) + " of " + e.getPattern());
            }
        }
        Path file = Path.of(text);
        if (!Files.exists(file)) {
            throw new NoSuchFileException(
                    text + " (--series is host, prefix:SEPARATOR, regex:PATTERN, or the name of a file)");
        }
        Map<String, String> table = table(file, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        return new SeriesRule(text, Series.table(table), table);
    }

    /**
     * Reads a table.
     *
     * @param most the heap for it, in bytes
     * @throws LimitExceededException if it does not fit
     */
    static Map<String, String> table(Path file, long most) throws IOException {
        Map<String, String> table = new HashMap<>();
        long bytes = 0;
        try (LineReader lines = LineReader.open(file, LineReader.LONGEST)) {
            for (Optional<String> next = lines.next(); next.isPresent(); next = lines.next()) {
                String line = next.get();
                int tab = line.indexOf('\t');
                if (tab < 1 || tab == line.length() - 1) {
                    throw new FailedException(
                            file + ", line " + lines.number() + ": a line must have an id, a tab, and a series");
                }
                String id = line.substring(0, tab);
                String series = line.substring(tab + 1);
                String before = table.put(id, series);
                bytes += before == null ? LINE_BYTES + CHARACTER_BYTES * line.length() : 0;
                LimitExceededException.require(
                        "bytes of heap for the table of --series",
                        bytes,
                        most,
                        "start java with a larger heap, such as -Xmx4g, or give a rule that finds the series"
                                + " in the ids");
                if (before != null && !before.equals(series)) {
                    throw new FailedException(file + ", line " + lines.number() + ": the series of " + id + " was "
                            + before + " before; a document has one series");
                }
            }
        }
        return table;
    }

    @Override
    public String toString() {
        return given;
    }

    /** The ids of the table; none if the rule is another. */
    public Set<String> ids() {
        return table.keySet();
    }

    /** The number of ids of the table that an index does not have. */
    public long unknownIn(Snapshot snapshot) {
        return table.keySet().stream()
                .filter(id -> snapshot.document(id).isEmpty())
                .count();
    }
}
