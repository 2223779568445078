package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.OverlapThresholds;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports how much of each text of a test set the documents of an index hold. */
@Command(
        name = "overlap",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Reports how much of each text an index holds.",
        description = {
            "%nFor test sets against training data, and for new texts against earlier ones. Each text is compared with"
                    + " all documents of the index together, and never with the other texts, unless --among is given."
                    + " Texts are read in the same way as the sources of build.",
            "%nshare is the share of the minutiae of the text that the index holds. runWords is the length of the"
                    + " longest run of consecutive chunks that it holds, in units of the scheme (words by default),"
                    + " and runStart the first of them, from 0. runBegin and runEnd are its place in code points."
        },
        exitCodeList = {HelpText.READ + " --fail-on changes this.", HelpText.NOT_READ, HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl overlap corpus.index questions.jsonl --format json",
            "  whorl overlap earlier.index essays/ --partial-run 20"
        })
final class OverlapCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = HelpText.INDEX_OR_SET)
    private Path index;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOURCE|-",
            description = "The texts: files, directories, archives and dumps, or - for standard input.")
    private List<Path> sources;

    @Mixin
    private OverlapThresholds thresholds;

    @Option(
            names = "--fail-on",
            paramLabel = "VERDICT",
            converter = Choices.Verdicts.class,
            completionCandidates = Choices.Verdicts.class,
            description = "Exit with 1 if a text has this verdict or a worse one: ${COMPLETION-CANDIDATES}, from the"
                    + " best to the worst (default: never).")
    private Verdict failOn;

    @Option(
            names = "--among",
            description = "Also compare the texts with each other: each with all others. The sources are read twice.")
    private boolean among;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    boolean hasOtherResults() {
        return failOn != null;
    }

    @Override
    public Integer call() throws IOException {
        SourceCheck.refuseRepeatedStandardInput(sources, usage());
        ReaderOptions readerOptions = reading.of(sources, usage()).toBuilder()
                .threads(whorl.threads())
                .build();
        OverlapOptions options = thresholds.checked(whorl.threads(), usage());
        if (among && sources.stream().anyMatch(SourceCheck::isStandardInput)) {
            throw usage().error("--among reads the sources twice, and - can be read only once; give files");
        }
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        long failing;
        try (Snapshot snapshot = ReadIndex.open(index, 1);
                SourceReader texts =
                        SourceReader.open(sources, readerOptions, console().streams(), skipped)) {
            noteSelection(snapshot);
            try (AmongTexts others = among
                    ? AmongTexts.index(sources, readerOptions, snapshot.scheme(), whorl.threads(), console())
                    : null) {
                failing = report(
                        text -> others == null
                                ? snapshot.overlap(text.utf8(), options)
                                : snapshot.overlap(text.utf8(), others.snapshot(), text.id(), options),
                        snapshot.scheme(),
                        texts,
                        skipped);
            }
        }
        skipped.noteExcluded(console());
        int code = skipped.exitCode(reading.lenient(), "the texts that were read are reported", console());
        if (failing > 0) {
            console().note("exit code 1, because " + failing + " of the texts fail (--fail-on)");
            return FAILED;
        }
        return code;
    }

    /** Other selections leave chunks out, so that "consecutive" means less. */
    private void noteSelection(Snapshot snapshot) {
        String selection = snapshot.scheme().selection().name();
        if (!selection.equals("full")) {
            console()
                    .warn("the index was built with the selection " + selection + ", so a run is of consecutive"
                            + " selected chunks, and the words between them are not compared; for exact runs, build"
                            + " with --selection full");
        }
    }

    /** Returns the number of texts for which the command fails. */
    private long report(
            OrderedTasks.Task<Document, Overlap> task, Scheme scheme, SourceReader texts, SkippedDocuments skipped)
            throws IOException {
        Console console = console();
        long[] count = new long[1];
        ParallelTexts.Texts next = () -> {
            Optional<Document> text = texts.next();
            text.ifPresent(t -> TextWarnings.malformed(t, console));
            if (reading.strict()) {
                skipped.requireNone("the remaining texts are not reported");
            }
            count[0] += text.isPresent() ? 1 : 0;
            return text;
        };
        long failing;
        try (OverlapRecords records = new OverlapRecords(console)) {
            ParallelTexts.run(next, texts.hasSeveral() ? whorl.threads() : 1, task, (text, overlap) -> {
                records.print(text.id(), overlap);
                TextWarnings.tooShort(text, overlap.minutiae(), scheme, console);
            });
            records.summarise();
            failing = failOn == null ? 0 : records.atLeast(failOn);
        }
        skipped.requireDocuments(count[0], reading.allowEmpty(), "nothing was reported");
        return failing;
    }
}
