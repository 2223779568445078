package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.option.AlignmentSettings;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.passages.PanXml;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.PassageOptions;
import java.io.IOException;
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
@Command(
        name = "passages",
        sortOptions = false,
        customSynopsis = {
            "whorl passages INDEX FILE|-... [--texts SOURCE] [OPTIONS]",
            "       whorl passages --pairs PAIRS.tsv DIR_A DIR_B [OPTIONS]"
        },
        header = "Finds the passages that texts share with an index.",
        description = {
            "%nEach text is aligned with the documents that share minutiae with it. The results are in the order of"
                    + " the texts. If passages of several documents compete for a place of a text, the best one has the"
                    + " rank 1, and the others follow it.",
            "%nWith --pairs, given pairs of files are aligned without an index, in the order of the pairs.",
            "%nPlaces are code points of the files, from 0; ends are exclusive. Words are those of the passage in the"
                    + " first text that the passage in the second has, too, and the score is their share."
        },
        exitCodeList = {
            "0:Done. Texts that cannot be read are reported and skipped.",
            "1:Failed; or no text was read (0 with --allow-empty); or a text could not be read (0 with --lenient);"
                    + " or a document or a pair could not be aligned, and the others were.",
            HelpText.WRONG_USAGE
        },
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl passages index essay.txt --texts articles/",
            "  whorl passages index essays.jsonl --format json",
            "  whorl passages index susp/ --xml detections/",
            "  whorl passages --pairs pairs.tsv essays/ sources/",
            "  whorl passages --pairs pairs susp/ src/ --setting pan13 --xml detections/"
        })
final class PassagesCommand extends Subcommand {
    private static final int MAX_TOP = 1_000_000;
    private static final Set<String> OPTIONS_OF_PAIRS =
            Set.of("--pairs", "--xml", "--no-convert", "--language", "--setting", "--summaries");

    @Parameters(
            index = "0",
            paramLabel = "INDEX",
            description = "The directory of the index. With --pairs: the directory of the files of the first column.")
    private Path first;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE|-",
            description =
                    "The texts: files, directories, archives and dumps, or - for standard input. With --pairs: the"
                            + " directory of the files of the second column.")
    private List<Path> rest;

    @Option(names = "--texts", paramLabel = "SOURCE", description = IndexedTexts.DESCRIPTION)
    private List<Path> texts = List.of();

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Align each text with at most N documents, those that share most minutiae with it,"
                    + " 1 to 1000000 (default: 100).")
    private int top = PassageOptions.DEFAULT.documents();

    @Option(
            names = "--pairs",
            paramLabel = "PAIRS.tsv",
            description = "The pairs: two columns of file names, separated by a tab or by spaces (default: none).")
    private Path list;

    @Option(
            names = "--xml",
            paramLabel = "DIR",
            description = "Write the passages to this directory, outside the sources, instead, as XML that PAN's scorer"
                    + " reads: one file for each text or, with --pairs, for each pair (default: none).")
    private Path xml;

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
        if (top < 1 || top > MAX_TOP) {
            throw usage().error("--top is " + top + "; it must be from 1 to " + MAX_TOP);
        }
        PassageOptions options = PassageOptions.builder()
                .alignment(alignmentOptions)
                .documents(top)
                .build();
        List<Path> sources = new ArrayList<>(rest);
        sources.addAll(texts);
        SourceCheck.refuseRepeatedStandardInput(sources, usage());
        ReaderOptions readerOptions = reading.of(sources, usage()).toBuilder()
                .threads(whorl.threads())
                .mapped(true)
                .build();
        outputs().reads("index", List.of(first)).reads("source", sources).check();
        return new IndexPassages(options, reading, readerOptions, console())
                .run(first, rest, texts, Optional.ofNullable(xml), whorl.threads());
    }

    private int ofPairs(AlignmentOptions options) throws IOException {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.inherited() && !OPTIONS_OF_PAIRS.contains(option.longestName())) {
                throw usage().error(option.longestName() + " has no effect with --pairs; leave it out");
            }
        }
        if (rest.size() != 1) {
            throw usage().error("--pairs needs two directories: DIR_A DIR_B");
        }
        OutputCheck outputs = outputs().reads("file of --pairs", List.of(list));
        outputs.check();
        return new PairPassages(Aligner.of(options), reading.conversion(), outputs, console())
                .run(list, first, rest.get(0), Optional.ofNullable(xml), whorl.threads());
    }

    private OutputCheck outputs() throws IOException {
        return new OutputCheck(usage()).writes("--xml", Optional.ofNullable(xml), PanXml.EXTENSION);
    }
}
