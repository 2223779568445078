package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Alignment;
import io.whorl.align.Passage;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.ListFile;
import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.FilePair;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.OriginalPlaces;
import io.whorl.cli.passages.PanXml;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.corpus.Document;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Aligns given pairs of files without an index. */
final class PairPassages {
    private static final Document NONE = new Document("", new byte[0], "");

    private final Aligner aligner;
    private final ConversionOption conversion;
    private final OutputCheck outputs;
    private final Console console;

    /** A pair and its passages, or why there are none. */
    private record Outcome(Document a, Document b, Alignment alignment, String failure) {}

    /** Where passages go. */
    private interface Output extends Closeable {
        void add(FilePair pair, Outcome outcome) throws IOException;
    }

    /** @param outputs compared with each file of the list */
    PairPassages(Aligner aligner, ConversionOption conversion, OutputCheck outputs, Console console) {
        this.outputs = outputs;
        this.aligner = aligner;
        this.conversion = conversion;
        this.console = console;
    }

    /**
     * Aligns the pairs of a list.
     *
     * @param xml the directory for XML files in place of records
     * @return the exit code
     */
    int run(Path list, Path directoryA, Path directoryB, Optional<Path> xml, int threads) throws IOException {
        requireDirectory(directoryA);
        requireDirectory(directoryB);
        long[] done = new long[2];
        try (ListFile<FilePair> pairs = ListFile.open(
                        list,
                        console.streams(),
                        (line, number) -> checked(FilePair.parse(line, list + ":" + number), directoryA, directoryB));
                Output output = xml.isPresent() ? files(xml.get()) : records();
                Progress progress = console.progressOfDocuments("passages", pairs.size())) {
            OrderedTasks.run(pairs, threads, pair -> align(pair, directoryA, directoryB), (pair, outcome) -> {
                if (outcome.failure().isEmpty()) {
                    output.add(pair, outcome);
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
            console.warn(Amount.of(done[1], "pair") + " of " + Amount.of(done[0], "pair")
                    + " could not be aligned, because a file cannot be read");
            return Subcommand.FAILED;
        }
        return Subcommand.DONE;
    }

    private Optional<FilePair> checked(Optional<FilePair> pair, Path directoryA, Path directoryB) throws IOException {
        if (pair.isPresent()) {
            outputs.checkFile("source", directoryA.resolve(pair.get().a()));
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

    private Outcome align(FilePair pair, Path directoryA, Path directoryB) {
        try {
            Document a = read(directoryA.resolve(pair.a()));
            Document b = read(directoryB.resolve(pair.b()));
            return new Outcome(a, b, aligner.alignment(a.utf8(), b.utf8()), "");
        } catch (IOException e) {
            return new Outcome(NONE, NONE, new Alignment(List.of(), false), ErrorReport.message(e));
        }
    }

    private Document read(Path file) throws IOException {
        return SingleText.read(file, conversion, true, console);
    }

    private Output records() throws IOException {
        PassageOutput records = PassageOutput.of(console, aligner, false);
        return new Output() {
            @Override
            public void add(FilePair pair, Outcome outcome) throws IOException {
                records.add(
                        QueryPassages.ofPair(
                                pair.a(),
                                outcome.a(),
                                pair.b(),
                                outcome.b(),
                                outcome.alignment().passages()),
                        id -> Optional.of(outcome.b().utf8()));
            }

            @Override
            public void close() throws IOException {
                records.close();
            }
        };
    }

    private static Output files(Path directory) throws IOException {
        PanXml files = PanXml.in(directory);
        return new Output() {
            @Override
            public void add(FilePair pair, Outcome outcome) throws IOException {
                List<Passage> original = outcome.alignment().passages().stream()
                        .map(p -> OriginalPlaces.of(
                                p, outcome.a().map(), outcome.b().map()))
                        .toList();
                files.pair(pair.a(), pair.b(), original);
            }

            @Override
            public void close() {}
        };
    }
}
