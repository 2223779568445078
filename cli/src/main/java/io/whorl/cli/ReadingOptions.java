package io.whorl.cli;

import io.whorl.corpus.CorpusOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** How sources are read, for the commands that take documents in. */
final class ReadingOptions {
    static final String EXIT_CODES = "Exit code: 0 done; 1 failed, or done but a source broke off (--lenient: 0);"
            + " 2 wrong usage.";

    @Option(names = "--strict", description = "Fail at the first document that cannot be read, and change nothing.")
    private boolean strict;

    @Option(names = "--max-document", paramLabel = "SIZE", converter = ByteSize.Converter.class,
            description = "Pass over documents of more bytes, 1 to 2000000000 (default: 64m).")
    private ByteSize maxDocument = new ByteSize(CorpusOptions.DEFAULT.maxDocument());

    @Option(names = "--id-field", paramLabel = "FIELD",
            description = "The field of JSON lines that holds the document's id (default: id).")
    private String idField;

    @Option(names = "--text-field", paramLabel = "FIELD",
            description = "The field of JSON lines that holds the document's text (default: text).")
    private String textField;

    @Option(names = "--lenient",
            description = "Exit with 0, not 1, where a source broke off and all before the break was taken in.")
    private boolean lenient;

    boolean lenient() {
        return lenient;
    }

    boolean strict() {
        return strict;
    }

    CorpusOptions corpus(List<Path> sources, Function<String, ? extends RuntimeException> wrongUsage) {
        if ((idField != null || textField != null) && !Sources.holdJsonLines(sources)) {
            throw wrongUsage.apply(
                    "--id-field and --text-field have no effect, for no source is a .jsonl or .ndjson file");
        }
        if (maxDocument.bytes() > Integer.MAX_VALUE) {
            throw wrongUsage.apply("--max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
        return new CorpusOptions(
                (int) maxDocument.bytes(),
                idField == null ? CorpusOptions.DEFAULT.idField() : idField,
                textField == null ? CorpusOptions.DEFAULT.textField() : textField);
    }
}
