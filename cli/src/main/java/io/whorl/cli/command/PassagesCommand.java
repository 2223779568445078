package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Alignment;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.AlignmentSettings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.FilePair;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PanXml;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Aligns given pairs of files without an index. */
@Command(
        name = "passages",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Finds the passages that given pairs of files share.",
        description = {
            "%nNeeds no index. Each line is a passage, in the order of the pairs. Places are code points of the text"
                    + " without markup, from 0; ends are exclusive. Words are those of the passage in the"
                    + " first text that"
                    + " the passage in the second has, too, and the score is their share."
        },
        exitCodeList = {
            HelpText.DONE,
            "1:Failed; or a file could not be read, and the other pairs were aligned.",
            HelpText.WRONG_USAGE
        },
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl passages --pairs pairs.tsv essays/ sources/",
            "  whorl passages --pairs pairs susp/ src/ --setting pan13 --xml detections/"
        })
final class PassagesCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "DIR_A", description = "The directory of the files of the first column.")
    private Path directoryA;

    @Parameters(index = "1", paramLabel = "DIR_B", description = "The directory of the files of the second column.")
    private Path directoryB;

    @Option(
            names = "--pairs",
            required = true,
            paramLabel = "PAIRS.tsv",
            description = "The pairs: two columns of file names, separated by a tab or by spaces (default: none;"
                    + " required).")
    private Path list;

    @Option(
            names = "--xml",
            paramLabel = "DIR",
            description = "Write the passages to this directory instead, as XML that PAN's scorer reads: one file for"
                    + " each pair (default: none).")
    private Path xml;

    @Mixin
    private ConversionOption conversion;

    @ArgGroup(exclusive = false, validate = false, heading = AlignmentSettings.HEADING)
    private AlignmentSettings alignment = new AlignmentSettings();

    /** The result of a pair: its passages, or why there are none. */
    private record Outcome(Alignment alignment, String failure) {}

    /** Where passages go. */
    private interface Output extends Closeable {
        void add(FilePair pair, List<Passage> passages) throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        AlignmentOptions options = alignment.of(usage());
        requireDirectory(directoryA);
        requireDirectory(directoryB);
        List<FilePair> pairs = FilePair.read(list);
        Aligner aligner = Aligner.of(options);
        long[] done = new long[2];
        try (Output output = xml == null ? records() : files();
                Progress progress = console().progressOfDocuments("passages", pairs.size())) {
            OrderedTasks.run(pairs, whorl.threads(), pair -> align(aligner, pair), (pair, outcome) -> {
                if (outcome.failure().isEmpty()) {
                    output.add(pair, outcome.alignment().passages());
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
            console()
                    .warn(Amount.of(done[1], "pair") + " of " + Amount.of(done[0], "pair")
                            + " could not be aligned, because a file cannot be read");
            return FAILED;
        }
        return DONE;
    }

    private static void requireDirectory(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        if (!Files.isDirectory(directory)) {
            throw new FailedException(directory + " is not a directory");
        }
    }

    private Outcome align(Aligner aligner, FilePair pair) {
        try {
            byte[] a = read(directoryA.resolve(pair.a()));
            byte[] b = read(directoryB.resolve(pair.b()));
            return new Outcome(aligner.alignment(a, b), "");
        } catch (IOException e) {
            return new Outcome(new Alignment(List.of(), false), ErrorReport.message(e));
        }
    }

    private byte[] read(Path file) throws IOException {
        return SingleText.read(file, conversion, console()).utf8();
    }

    private Output records() throws IOException {
        PassageRecords records = new PassageRecords(console());
        return new Output() {
            @Override
            public void add(FilePair pair, List<Passage> passages) throws IOException {
                for (Passage passage : passages) {
                    records.add(pair.a(), pair.b(), passage);
                }
            }

            @Override
            public void close() throws IOException {
                records.close();
            }
        };
    }

    private Output files() throws IOException {
        PanXml files = PanXml.in(xml);
        return new Output() {
            @Override
            public void add(FilePair pair, List<Passage> passages) throws IOException {
                files.write(pair, passages);
            }

            @Override
            public void close() {}
        };
    }
}
