package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.console.TemporaryDirectory;
import io.whorl.cli.html.Contents;
import io.whorl.cli.html.LeftOut;
import io.whorl.cli.html.ReportPage;
import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.AlignmentSettings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Format;
import io.whorl.cli.passages.Candidates;
import io.whorl.cli.passages.Candidates.Candidate;
import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.PairAlignment;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the pairs of documents that share passages, and writes a report. */
@Command(
        name = "report",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Finds documents that share passages, and writes a report.",
        description = {
            "%nReads documents, such as the essays of a course, aligns those that share some sequences of words, and"
                    + " ranks the pairs by the words that they share. Needs no index. With --html, it also"
                    + " writes a page"
                    + " that shows the texts side by side: one file, for any browser, without a network."
        },
        exitCodeList = {HelpText.READ, HelpText.NOT_READ, HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl report essays/ --html report.html",
            "  whorl report essays/ --reference last-year/ --template task.txt",
            "  whorl report essays/ --against index --texts articles/ --html report.html"
        })
final class ReportCommand extends Subcommand {
    private static final String OUTCOME = "nothing was compared";
    /** The texts, their masked copies and a few texts in alignment are in memory. */
    private static final int TEXTS_PER_HEAP = 6;

    @Parameters(arity = "1..*", paramLabel = "SOURCE", description = HelpText.SOURCES)
    private List<Path> sources;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page to this file, outside the sources (default: none).")
    private Path html;

    @Option(
            names = "--xml",
            paramLabel = "DIR",
            description = "Write the passages to this directory, outside the sources, as XML that PAN's scorer reads:"
                    + " one file for each pair (default: none).")
    private Path xml;

    @Option(
            names = "--reference",
            paramLabel = "SOURCE",
            description = "Compare the documents with those of this source, which are older, instead of with each"
                    + " other. Can be repeated (default: none).")
    private List<Path> references = List.of();

    @Option(
            names = "--against",
            paramLabel = "INDEX",
            description = "Compare the documents with those of this index, which are older, instead of with each other"
                    + " (default: none).")
    private Path against;

    @Option(names = "--texts", paramLabel = "SOURCE", description = "With --against: " + IndexedTexts.DESCRIPTION)
    private List<Path> indexedTexts = List.of();

    @Option(
            names = "--among",
            description = "With --reference or --against: also compare the documents with each other.")
    private boolean among;

    @Option(
            names = "--template",
            paramLabel = "FILE",
            description = "Text that everyone was given. Sequences of five of its words are left out of the comparison."
                    + " Can be repeated (default: none).")
    private List<Path> templates = List.of();

    @Option(names = "--top", paramLabel = "N", description = "Show the best N pairs, 1 to 1000000 (default: 2000).")
    private int top = 2_000;

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentSettings.HEADING)
    private AlignmentSettings alignment = new AlignmentSettings();

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    private Optional<ResultFile> file = Optional.empty();
    private PairAlignment pairAlignment;
    private final LeftOutTexts leftOut = new LeftOutTexts();
    private final List<String> notes = new ArrayList<>();
    private long limited;
    private long bytes;
    private boolean mapped;
    private int code;

    @Override
    boolean hasOtherResults() {
        return html != null || xml != null;
    }

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        AlignmentOptions options = alignment.of(usage());
        List<Path> all = Stream.of(sources, references, indexedTexts)
                .flatMap(List::stream)
                .toList();
        // Sentences have no places, and the page has only the numbers of pages.
        mapped = console().format() != Format.TABLE || xml != null;
        ReaderOptions readerOptions = reading.of(all, usage()).toBuilder()
                .threads(whorl.threads())
                .mapped(mapped || html != null)
                .build();
        check(all);
        if (html != null) {
            file = Optional.of(ResultFile.at(html));
        }
        if (xml != null) {
            // A wrong path is reported before the documents are read.
            Files.createDirectories(xml);
        }
        pairAlignment = new PairAlignment(Aligner.of(options), given());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn, LeftOutTexts.MAX_NAMES);
        try (InterruptOnExit interruption = new InterruptOnExit()) {
            List<CheckedText> texts = read(sources, false, readerOptions, skipped);
            List<CheckedText> older = references.isEmpty() ? List.of() : read(references, true, readerOptions, skipped);
            List<Candidate> candidates = candidates(texts, older);
            if (against != null) {
                older = withIndex(texts, older, candidates, readerOptions, skipped);
            }
            List<SharingPair> found;
            try (Progress progress = console().progressOfDocuments("align", candidates.size())) {
                found = pairAlignment.ranked(
                        candidates,
                        whorl.threads(),
                        pair -> {
                            limited++;
                            progress.message(TextWarnings.limitedAlignment(
                                    pair.a().id(), pair.b().id()));
                        },
                        progress::at);
            }
            if (limited > 0) {
                notes.add("the texts of " + Amount.of(limited, "pair")
                        + " repeat words so often that alignment reached a limit; passages may be missing or inexact");
            }
            List<LeftOut> groups = leftOut.with(skipped);
            print(texts, older, found, groups);
            skipped.noteExcluded(console());
            LeftOutTexts.warn(groups, console());
        }
        return Math.max(code, skipped.exitCode(reading.lenient(), "the report is of what was read", console()));
    }

    /** Adds the pairs with documents of the index, and returns all references. */
    private List<CheckedText> withIndex(
            List<CheckedText> texts,
            List<CheckedText> older,
            List<Candidate> candidates,
            ReaderOptions options,
            SkippedDocuments skipped)
            throws IOException {
        try (AgainstIndex index = AgainstIndex.open(
                against, indexedTexts, options, skipped, pairAlignment, console(), maxBytes() - bytes)) {
            candidates.addAll(index.candidates(texts, whorl.threads()));
            notes.addAll(index.notes());
            code = index.exitCode();
            return Stream.concat(older.stream(), index.references().stream()).toList();
        }
    }

    private static long maxBytes() {
        return Runtime.getRuntime().maxMemory() / TEXTS_PER_HEAP;
    }

    private void check(List<Path> all) throws IOException {
        if (among && references.isEmpty() && against == null) {
            throw usage().error("--among needs --reference or --against; without them, documents are compared with each"
                    + " other");
        }
        if (!indexedTexts.isEmpty() && against == null) {
            throw usage().error("--texts needs --against");
        }
        if (top < 1 || top > 1_000_000) {
            throw usage().error("--top is " + top + "; it must be from 1 to 1000000");
        }
        SourceCheck.refuseRepeatedStandardInput(all, usage());
        for (Path source : all) {
            if (!SourceCheck.isStandardInput(source) && !Files.exists(source)) {
                throw new NoSuchFileException(source.toString());
            }
        }
        new OutputCheck(usage())
                .reads("source", all)
                .reads("index", Optional.ofNullable(against))
                .reads("file of --template", templates)
                .writes("--html", Optional.ofNullable(html))
                .writes("--xml", Optional.ofNullable(xml), PanXml.EXTENSION)
                .check();
    }

    private GivenText given() throws IOException {
        List<byte[]> texts = new ArrayList<>();
        for (Path template : templates) {
            texts.add(
                    SingleText.read(template, new ConversionOption(), console()).utf8());
        }
        return new GivenText(texts);
    }

    private List<CheckedText> read(List<Path> from, boolean reference, ReaderOptions options, SkippedDocuments skipped)
            throws IOException {
        List<CheckedText> texts = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        long limit = maxBytes();
        try (SourceReader reader = SourceReader.open(from, options, console().streams(), skipped);
                Progress progress = console().progress("read", reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            SourceDocuments documents = new SourceDocuments(reader, progress, skipped, reading, OUTCOME);
            for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
                Document document = next.get();
                TextPlaces places = new TextPlaces(mapped ? document.map() : Optional.empty(), document.pages());
                bytes += document.utf8().length + places.bytes();
                if (bytes > limit) {
                    throw new FailedException("the documents do not fit in memory: they have more than "
                            + Amount.of(limit >> 20, "MB", "MB") + " of text; start java with a larger heap, such as"
                            + " -Xmx4g, or build an index and use query");
                }
                if (ids.add(document.id())) {
                    CheckedText text = pairAlignment.text(document.id(), reference, document.utf8(), places);
                    leftOut.check(text, progress::message);
                    texts.add(text);
                } else {
                    leftOut.repeated(document, progress::message);
                }
            }
        }
        skipped.reportTo(console()::warn);
        return texts;
    }

    private List<Candidate> candidates(List<CheckedText> texts, List<CheckedText> older) throws IOException {
        try (TemporaryDirectory temporary = new TemporaryDirectory("whorl-report")) {
            Candidates candidates = new Candidates(temporary.path(), whorl.threads());
            List<Candidate> found = new ArrayList<>();
            if (!references.isEmpty()) {
                found.addAll(candidates.between(texts, older));
            }
            if (references.isEmpty() && against == null || among) {
                found.addAll(candidates.among(texts));
            }
            notes.addAll(candidates.limits());
            notes.forEach(note -> console().warn("warning: " + note));
            return found;
        }
    }

    private void print(List<CheckedText> texts, List<CheckedText> older, List<SharingPair> found, List<LeftOut> groups)
            throws IOException {
        List<SharingPair> shown = found.subList(0, Math.min(top, found.size()));
        SharingPairRecords.print(shown, console());
        if (xml != null) {
            SharingPairRecords.write(shown, xml);
        }
        if (file.isPresent()) {
            List<CheckedText> all =
                    Stream.concat(texts.stream(), older.stream()).toList();
            file.get().write(new ReportPage(new Contents(all, shown, found.size(), groups, notes))::write);
            console().note("the report is in " + html);
        }
        console()
                .note("compared " + Amount.of(texts.size(), "document")
                        + (references.isEmpty() && against == null
                                ? ""
                                : " with " + Amount.of(older.size(), "reference document"))
                        + ": "
                        + Amount.of(found.size(), "pair") + " with shared passages"
                        + (found.size() > shown.size() ? ", of which the first " + shown.size() + " are shown" : ""));
    }
}
