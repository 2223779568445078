package io.whorl.cli.option;

import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the dates of documents come from. */
public final class DatingOptions {
    public static final String HEADING = "%nDates of documents:%n";

    @Option(
            names = "--dates",
            paramLabel = "FILE",
            description = "A file of dates: each line is an id, a tab and a date, such as 2024-03-01 or"
                    + " 2024-03-01T12:30:00Z (default: the dates that mails, web archives and MediaWiki pages state).")
    private Path file;

    @Option(
            names = "--date-field",
            converter = TextConverter.class,
            paramLabel = "FIELD",
            description = "The field of JSON objects, or the column of CSV and TSV files, that holds the date of a"
                    + " document (default: none).")
    private String field;

    @Option(
            names = "--file-dates",
            description = "Give documents that state no date the modification time of their file (default: no).")
    private boolean ofFiles;

    @Option(
            names = "--no-dates",
            description = "Store no dates, not even those that sources state (default: store them).")
    private boolean none;

    /** The file of {@code --dates}. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Whether no option changes how sources are read. */
    public boolean readsNothing() {
        return field == null && !ofFiles && !none;
    }

    /** Whether no dates are stored. */
    public boolean none() {
        return none;
    }

    /** Returns the options of a reader with the dates that it reads. */
    public ReaderOptions over(ReaderOptions reader, Usage usage) {
        if (none && (file != null || field != null || ofFiles)) {
            throw usage.error("--no-dates contradicts --dates, --date-field and --file-dates; leave one out");
        }
        var formats = reader.formats().toBuilder().fileDates(ofFiles);
        if (field != null) {
            formats.dateField(field);
        }
        return reader.toBuilder().formats(formats.build()).build();
    }

    /** Returns what decides the dates, by name; a resumed rebuild must have the same. Empty without options. */
    public Map<String, String> facts() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        if (file != null) {
            facts.putAll(SourceFacts.of(List.of(file)));
        }
        if (field != null) {
            facts.put("--date-field", field);
        }
        if (ofFiles) {
            facts.put("--file-dates", "true");
        }
        if (none) {
            facts.put("--no-dates", "true");
        }
        return facts;
    }
}
