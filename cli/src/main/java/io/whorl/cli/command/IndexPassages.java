package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.FoundPassages;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Aligns texts with the documents of an index that share minutiae with them. */
final class IndexPassages {
    private final PassageOptions options;
    private final ReadingOptions reading;
    private final ReaderOptions readerOptions;
    private final Console console;
    private final SkippedDocuments skipped;
    private final UnalignedDocuments unaligned;

    IndexPassages(PassageOptions options, ReadingOptions reading, ReaderOptions readerOptions, Console console) {
        this.options = options;
        this.reading = reading;
        this.readerOptions = readerOptions;
        this.console = console;
        skipped = new SkippedDocuments(console::warn);
        unaligned = new UnalignedDocuments(console);
    }

    /**
     * Prints the passages of each text.
     *
     * @param sources the texts of the documents of the index, if it does not store them
     * @param xml the directory for XML files in place of printed passages
     * @return the exit code
     */
    int run(Path index, List<Path> files, List<Path> sources, Optional<Path> xml, int threads) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index);
                SourceReader queries = SourceReader.open(files, readerOptions, console.streams(), skipped);
                IndexedTexts texts = IndexedTexts.open(snapshot, sources, readerOptions, skipped, console);
                PassageOutput output = PassageOutput.of(xml, console, Aligner.of(options.alignment()), true)) {
            // The threads share the texts or, if there is only one, its documents.
            boolean several = queries.hasSeveral();
            PassageFinder finder = texts.finder(
                    options.toBuilder().threads(several ? 1 : threads).build());
            long[] count = new long[1];
            ParallelTexts.Texts next = () -> {
                Optional<Document> query = queries.next();
                query.ifPresent(q -> {
                    TextWarnings.malformed(q, console);
                    TextWarnings.withoutPlaces(q, console);
                });
                if (reading.strict()) {
                    skipped.requireNone("the remaining texts are not aligned");
                }
                count[0] += query.isPresent() ? 1 : 0;
                return query;
            };
            ParallelTexts.run(next, several ? threads : 1, query -> finder.find(query.utf8()), (query, found) -> {
                output.add(
                        new QueryPassages(
                                query.id(), query.utf8(), found.passages(), TextPlaces.of(query), texts::places),
                        texts.source());
                warn(query, found, snapshot);
            });
            skipped.requireDocuments(count[0], reading.allowEmpty(), "nothing was aligned");
        }
        skipped.noteExcluded(console);
        int readingCode = skipped.exitCode(reading.lenient(), "the texts that were read are aligned", console);
        return Math.max(readingCode, unaligned.exitCode());
    }

    private void warn(Document query, FoundPassages found, Snapshot snapshot) {
        found.unavailable().forEach(unaligned::add);
        found.limited().forEach(id -> console.warn(TextWarnings.limitedAlignment(query.id(), id)));
        TextWarnings.tooShort(query, found.minutiae(), snapshot.scheme(), console);
        if (found.minutiae() == 0) {
            return;
        }
        if (!found.complete()) {
            console.warn("more than " + Amount.of(options.documents(), "document") + " share at least "
                    + Amount.of(options.minShared(snapshot.scheme()), "minutia", "minutiae") + " with " + query.id()
                    + "; it was aligned with those that share most (--top)");
        } else if (found.passages().isEmpty()) {
            console.note(query.id() + ": no shared passages");
        }
    }
}
