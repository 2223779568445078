package io.whorl.cli.option;

import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.Sample;
import io.whorl.corpus.format.FormatOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How sources are read, for the commands that take documents in. */
public final class ReadingOptions {
    public static final String EXIT_CODES = "Exit code: 0 done; 1 failed, no document read (--allow-empty: 0), or done"
            + " but a source broke off (--lenient: 0); 2 wrong usage.";

    @Option(names = "--strict", description = "Fail at the first document that cannot be read, and change nothing.")
    private boolean strict;

    @Option(names = "--allow-empty", description = "Go on where no document is read at all; otherwise that fails.")
    private boolean allowEmpty;

    @Option(
            names = "--max-document",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Pass over documents of more bytes, 1 to 2000000000 (default: 64m, or an eighth of the heap"
                    + " where that is less).")
    private ByteSize maxDocument = new ByteSize(MemoryShare.document());

    @Option(
            names = "--id-field",
            paramLabel = "FIELD",
            description = "The field of JSON objects, or column of CSV and TSV, that holds the document's id (default:"
                    + " id; records without it are called FILE:LINE).")
    private String idField;

    @Option(
            names = "--text-field",
            paramLabel = "FIELD",
            description = "The field or column that holds the document's text (default: text).")
    private String textField;

    @Option(
            names = "--include",
            paramLabel = "GLOB",
            description = "Only documents of such ids; * is anything but /, ** anything. May be given several times.")
    private List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description = "No documents of such ids. May be given several times.")
    private List<String> exclude = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Stop after so many documents, 1 or more (default: none).")
    private long limit = ReaderOptions.DEFAULT.limit();

    @Option(
            names = "--sample",
            paramLabel = "SHARE[:SEED]",
            converter = SampleConverter.class,
            description = "Only a share of the documents, such as 0.01 or 1/100, drawn by their ids (default: all).")
    private Sample sample = Sample.ALL;

    @Option(
            names = "--namespaces",
            paramLabel = "N",
            split = ",",
            description = "Namespaces of MediaWiki pages to read (default: 0, the articles).")
    private Set<Integer> namespaces = FormatOptions.DEFAULT.namespaces();

    @Option(names = "--redirects", description = "Read MediaWiki redirects as pages (default: not).")
    private boolean redirects;

    @Mixin
    private ConversionOption conversion;

    @Option(
            names = "--lenient",
            description = "Exit with 0, not 1, where a source broke off and all before the break was taken in.")
    private boolean lenient;

    public boolean lenient() {
        return lenient;
    }

    public boolean allowEmpty() {
        return allowEmpty;
    }

    public boolean strict() {
        return strict;
    }

    public ReaderOptions corpus(List<Path> sources, Usage usage) throws IOException {
        if ((idField != null || textField != null) && !SourceCheck.mayHoldFields(sources)) {
            throw usage.error("--id-field and --text-field have no effect, for all sources are plain texts by name"
                    + " and content");
        }
        if (maxDocument.bytes() > Integer.MAX_VALUE) {
            throw usage.error("--max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
        return usage.checked(this::options);
    }

    private ReaderOptions options() {
        FormatOptions formats = FormatOptions.builder()
                .maxDocument((int) maxDocument.bytes())
                .idField(idField == null ? FormatOptions.DEFAULT.idField() : idField)
                .textField(textField == null ? FormatOptions.DEFAULT.textField() : textField)
                .namespaces(namespaces)
                .redirects(redirects)
                .build();
        ReaderOptions options = ReaderOptions.builder()
                .formats(formats)
                .include(include)
                .exclude(exclude)
                .limit(limit)
                .sample(sample)
                .build();
        return conversion.applied(options);
    }
}
