package io.whorl.cli;

import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.Sample;
import io.whorl.corpus.format.FormatOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** How sources are read. */
final class ReadingOptions {
    public static final String HEADING = "%nReading documents:%n";

    private static final long LARGEST_DOCUMENT = 2_000_000_000;

    /** A document is in memory twice while it is read, and the one before it may still be fingerprinted. */
    private static final int DOCUMENTS_PER_HEAP = 8;
    /** A document takes three times its size while it is read. */
    private static final int COPIES = 3;
    /** The heap that the program takes in addition, in bytes. */
    private static final long PROGRAM = 32 << 20;

    @Option(names = "--strict")
    boolean strict;

    @Option(names = "--lenient")
    boolean lenient;

    @Option(names = "--allow-empty")
    boolean allowEmpty;

    @Option(names = "--max-document", paramLabel = "SIZE")
    private ByteSize maxDocument =
            new ByteSize(defaultMaxDocument(Runtime.getRuntime().maxMemory()));

    @Option(names = "--id-field", converter = Converters.Text.class, paramLabel = "FIELD")
    private String idField = FormatOptions.DEFAULT.idField();

    @Option(names = "--text-field", converter = Converters.Text.class, paramLabel = "FIELD")
    private String textField = FormatOptions.DEFAULT.textField();

    @Option(names = "--include", converter = Converters.Text.class, paramLabel = "GLOB")
    private List<String> include = List.of();

    @Option(names = "--exclude", converter = Converters.Text.class, paramLabel = "GLOB")
    private List<String> exclude = List.of();

    @Option(names = "--limit", paramLabel = "N")
    private long limit = ReaderOptions.DEFAULT.limit();

    @Option(names = "--sample", paramLabel = "SHARE[:SEED]")
    private Sample sample = Sample.ALL;

    @Option(names = "--namespaces", paramLabel = "N", split = ",")
    private SortedSet<Integer> namespaces = new TreeSet<>(FormatOptions.DEFAULT.namespaces());

    @Option(names = "--redirects")
    private boolean redirects;

    @Option(names = "--no-convert")
    boolean noConvert;

    /** The size of the largest document that a heap can read, in bytes. */
    static long mostDocument(long heap) {
        return Math.max(defaultMaxDocument(heap), (heap - PROGRAM) / COPIES);
    }

    static long defaultMaxDocument(long heap) {
        return Math.min(FormatOptions.DEFAULT.maxDocument(), heap / DOCUMENTS_PER_HEAP);
    }

    /** True if no option excludes documents. */
    public boolean readsAll() {
        return limit == ReaderOptions.DEFAULT.limit()
                && sample.equals(Sample.ALL)
                && include.isEmpty()
                && exclude.isEmpty();
    }

    public ReaderOptions of(List<Path> sources) throws IOException {
        Usage.refuse(strict && lenient, "--strict and --lenient contradict each other; leave one out");
        Usage.refuse(
                !(idField.equals(FormatOptions.DEFAULT.idField())
                                && textField.equals(FormatOptions.DEFAULT.textField()))
                        && !SourceCheck.mayHoldFields(sources),
                "--id-field and --text-field have no effect: all sources are plain text files");
        Usage.refuse(
                idField.equals(textField), "--id-field and --text-field are both '" + idField + "'; they must differ");
        Usage.refuse(
                maxDocument.bytes() > LARGEST_DOCUMENT,
                "--max-document is " + maxDocument + "; it must be from 1 to " + LARGEST_DOCUMENT + " bytes");
        long heap = Runtime.getRuntime().maxMemory();
        Usage.refuse(
                maxDocument.bytes() > mostDocument(heap),
                "--max-document is " + maxDocument + "; a heap of " + heap
                        + " bytes can read documents of up to " + mostDocument(heap)
                        + " bytes. Give a smaller size, or start java with a larger heap, such as -Xmx4g");
        return Usage.checked(() -> ReaderOptions.DEFAULT
                .formats(FormatOptions.DEFAULT
                        .maxDocument((int) maxDocument.bytes())
                        .idField(idField)
                        .textField(textField)
                        .namespaces(namespaces)
                        .redirects(redirects))
                .include(include)
                .exclude(exclude)
                .limit(limit)
                .sample(sample)
                .convert(!noConvert));
    }

    /** Returns the options that decide which documents are read, by name. A resumed rebuild must have the same ones. */
    public Map<String, String> facts() throws IOException {
        Map<String, String> facts = Usage.facts(this);
        facts.keySet().removeAll(Set.of("--strict", "--lenient", "--allow-empty"));
        return facts;
    }

    /** Where the dates of documents come from. */
    public static final class DatingOptions {
        public static final String HEADING = "%nDates of documents:%n";

        @Option(names = "--dates", paramLabel = "FILE")
        private Path file;

        @Option(names = "--date-field", converter = Converters.Text.class, paramLabel = "FIELD")
        private String field;

        @Option(names = "--file-dates")
        private boolean ofFiles;

        @Option(names = "--no-dates")
        boolean none;

        public Optional<Path> file() {
            return Optional.ofNullable(file);
        }

        /** Whether no option changes how sources are read. */
        public boolean readsNothing() {
            return field == null && !ofFiles && !none;
        }

        /** Returns the options of a reader with the dates that it reads. */
        public ReaderOptions over(ReaderOptions reader) {
            Usage.refuse(
                    none && (file != null || field != null || ofFiles),
                    "--no-dates contradicts --dates, --date-field and --file-dates; leave one out");
            FormatOptions formats = reader.formats().fileDates(ofFiles);
            return reader.formats(field == null ? formats : formats.dateField(field));
        }

        /** Returns what decides the dates, by name; a resumed rebuild must have the same. Empty without options. */
        public Map<String, String> facts() throws IOException {
            return Usage.facts(this);
        }
    }
}
