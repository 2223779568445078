package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.ListFile;
import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.AlignmentSettings;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.CitedText;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.FoundPassages;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds passages: of texts in the documents of an index, or of given pairs of files. */
@Command(name = "passages")
final class PassagesCommand extends Subcommand {
    private static final int MAX_TOP = 1_000_000;
    private static final Document NONE = new Document("", new byte[0], "");
    private static final Set<String> OPTIONS_OF_PAIRS =
            Set.of("--pairs", "--xml", "--no-convert", "--leave-out", "--language", "--summaries");

    @Parameters(index = "0", paramLabel = "INDEX")
    private Path first;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE|-")
    private List<Path> rest;

    @Option(names = "--texts", paramLabel = "SOURCE")
    private List<Path> texts = List.of();

    @Option(names = "--top", paramLabel = "N")
    private int top = PassageOptions.DEFAULT.documents();

    @Option(names = "--pairs", paramLabel = "PAIRS.tsv")
    private Path list;

    @Option(names = "--xml", paramLabel = "DIR")
    private Path xml;

    @Option(
            names = "--leave-out",
            paramLabel = "both|references|quotations|none",
            completionCandidates = Choices.CitedParts.class)
    private CitedText.Parts cited = CitedText.Parts.NONE;

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentSettings.HEADING)
    private AlignmentSettings alignment = new AlignmentSettings();

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    public Integer call() throws IOException {
        AlignmentOptions options = alignment.of(usage());
        return list == null ? ofIndex(options) : ofPairs(options);
    }

    private int ofIndex(AlignmentOptions alignmentOptions) throws IOException {
        usage().refuse(top < 1 || top > MAX_TOP, "--top is " + top + "; it must be from 1 to " + MAX_TOP);
        PassageOptions options =
                PassageOptions.DEFAULT.alignment(alignmentOptions).documents(top);
        List<Path> sources = new ArrayList<>(rest);
        sources.addAll(texts);
        SourceCheck.refuseRepeatedStandardInput(sources, usage());
        ReaderOptions readerOptions =
                reading.of(sources, usage()).threads(whorl.threads()).mapped(true);
        outputs().reads("index", List.of(first)).reads("source", sources).check();
        return align(options, readerOptions);
    }

    /** Aligns texts with the documents of the index that share minutiae with them. Returns the exit code. */
    private int align(PassageOptions options, ReaderOptions readerOptions) throws IOException {
        int threads = whorl.threads();
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        try (Snapshot snapshot = Snapshot.open(first);
                SourceReader queries =
                        SourceReader.open(rest, readerOptions, console().streams(), skipped);
                IndexedTexts indexed = IndexedTexts.open(snapshot, texts, readerOptions, skipped, console());
                PassageOutput output =
                        PassageOutput.of(Optional.ofNullable(xml), console(), Aligner.of(options.alignment()), true)) {
            // The threads share the texts or, if there is only one, its documents.
            PassageFinder finder = indexed.finder(options.threads(queries.hasSeveral() ? 1 : threads));
            new ComparedTexts(queries, skipped, reading, true, "aligned", console())
                    .run(threads, query -> finder.find(CitedText.without(query.utf8(), cited)), (query, found) -> {
                        TextPlaces places = TextPlaces.of(query);
                        output.add(
                                new QueryPassages(query.id(), query.utf8(), found.passages(), places, indexed::places),
                                indexed.source());
                        found.unavailable().forEach(indexed::report);
                        warn(query, found, snapshot.scheme(), options);
                    });
            skipped.noteExcluded(console());
            int readingCode = skipped.exitCode(reading.lenient(), "the texts that were read are aligned", console());
            return Math.max(readingCode, indexed.exitCode());
        }
    }

    private void warn(Document query, FoundPassages found, Scheme scheme, PassageOptions options) {
        found.limited().forEach(id -> warn(TextWarnings.limitedAlignment(query.id(), id)));
        TextWarnings.tooShort(query, found.minutiae(), scheme, console());
        if (found.minutiae() == 0) {
            return;
        }
        if (!found.complete()) {
            warn("more than " + Amount.of(options.documents(), "document") + " share at least "
                    + Amount.of(options.minShared(scheme), "minutia", "minutiae") + " with " + query.id()
                    + "; it was aligned with those that share most (--top)");
        } else if (found.passages().isEmpty()) {
            note(query.id() + ": no shared passages");
        }
    }

    private int ofPairs(AlignmentOptions options) throws IOException {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            usage().refuse(
                            !option.inherited() && !OPTIONS_OF_PAIRS.contains(option.longestName()),
                            option.longestName() + " has no effect with --pairs; leave it out");
        }
        usage().refuse(rest.size() != 1, "--pairs needs two directories: DIR_A DIR_B");
        OutputCheck outputs = outputs().reads("file of --pairs", List.of(list));
        outputs.check();
        return align(Aligner.of(options), outputs, rest.get(0));
    }

    private OutputCheck outputs() throws IOException {
        return new OutputCheck(usage()).writes("--xml", Optional.ofNullable(xml), PanXml.EXTENSION);
    }

    /** A pair and its passages, or why there are none. */
    private record Outcome(Document a, Document b, Alignment alignment, String failure) {}

    /** Aligns given pairs of files without an index. Returns the exit code. */
    private int align(Aligner aligner, OutputCheck outputs, Path directoryB) throws IOException {
        requireDirectory(first);
        requireDirectory(directoryB);
        long[] done = new long[2];
        try (ListFile<FilePair> pairs = ListFile.open(
                        list,
                        console().streams(),
                        (line, number) -> checked(FilePair.parse(line, list + ":" + number), outputs, directoryB));
                PassageOutput output = PassageOutput.of(Optional.ofNullable(xml), console(), aligner, false);
                Progress progress = console().progressOfDocuments("passages", pairs.size())) {
            OrderedTasks.run(pairs, whorl.threads(), pair -> align(aligner, pair, directoryB), (pair, outcome) -> {
                if (outcome.failure().isEmpty()) {
                    List<Passage> passages = outcome.alignment().passages();
                    output.addPair(
                            QueryPassages.ofPair(pair.a(), outcome.a(), pair.b(), outcome.b(), passages),
                            pair.b(),
                            outcome.b().utf8());
                    if (outcome.alignment().limited()) {
                        progress.message(TextWarnings.limitedAlignment(pair.a(), pair.b()));
                    }
                } else {
                    done[1]++;
                    progress.message(outcome.failure() + "; not aligned: " + pair.a() + " and " + pair.b());
                }
                progress.at(++done[0]);
            });
        }
        if (done[1] > 0) {
            warn(Amount.of(done[1], "pair") + " of " + Amount.of(done[0], "pair")
                    + " could not be aligned, because a file cannot be read");
            return FAILED;
        }
        return DONE;
    }

    private Optional<FilePair> checked(Optional<FilePair> pair, OutputCheck outputs, Path directoryB)
            throws IOException {
        if (pair.isPresent()) {
            outputs.checkFile("source", first.resolve(pair.get().a()));
            outputs.checkFile("source", directoryB.resolve(pair.get().b()));
        }
        return pair;
    }

    private static void requireDirectory(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        if (!Files.isDirectory(directory)) {
            throw new FailedException(directory + " is not a directory");
        }
    }

    private Outcome align(Aligner aligner, FilePair pair, Path directoryB) {
        try {
            Document a = SingleText.read(first.resolve(pair.a()), reading.conversion(), true, console());
            Document b = SingleText.read(directoryB.resolve(pair.b()), reading.conversion(), true, console());
            return new Outcome(a, b, aligner.alignment(CitedText.without(a.utf8(), cited), b.utf8()), "");
        } catch (IOException e) {
            return new Outcome(NONE, NONE, new Alignment(List.of(), false), ErrorReport.message(e));
        }
    }

    private record FilePair(String a, String b) {
        /**
         * Reads a line of a list: two columns, separated by a tab or, in a line without a tab, by spaces. A blank line
         * has no pair.
         *
         * @param place names the line in messages
         * @throws FailedException if the line does not have two columns
         */
        public static Optional<FilePair> parse(String line, String place) throws FailedException {
            if (line.isBlank()) {
                return Optional.empty();
            }
            String[] names = line.strip().split(line.contains("\t") ? "\t" : "\\s+", -1);
            if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
                throw new FailedException(
                        place + " does not have two columns; give two file names, separated by a tab: " + line.strip());
            }
            try {
                Path.of(names[0]);
                Path.of(names[1]);
            } catch (InvalidPathException e) {
                throw new FailedException(place + ": '" + e.getInput() + "' is not a path: " + e.getReason());
            }
            return Optional.of(new FilePair(names[0], names[1]));
        }
    }
}
