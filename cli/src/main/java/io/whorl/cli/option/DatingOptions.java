package io.whorl.cli.option;

import io.whorl.cli.option.Converters.TextConverter;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.FormatOptions;
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

    @Option(names = "--dates", paramLabel = "FILE")
    private Path file;

    @Option(names = "--date-field", converter = TextConverter.class, paramLabel = "FIELD")
    private String field;

    @Option(names = "--file-dates")
    private boolean ofFiles;

    @Option(names = "--no-dates")
    private boolean none;

    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Whether no option changes how sources are read. */
    public boolean readsNothing() {
        return field == null && !ofFiles && !none;
    }

    public boolean none() {
        return none;
    }

    /** Returns the options of a reader with the dates that it reads. */
    public ReaderOptions over(ReaderOptions reader, Usage usage) {
        usage.refuse(
                none && (file != null || field != null || ofFiles),
                "--no-dates contradicts --dates, --date-field and --file-dates; leave one out");
        FormatOptions formats = reader.formats().fileDates(ofFiles);
        return reader.formats(field == null ? formats : formats.dateField(field));
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
