package io.whorl.cli.command;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.TemporaryDirectory;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.output.Amount;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A temporary index of the texts of a command, so that they are compared with each other, too. */
final class AmongTexts implements Closeable {
    private final TemporaryDirectory directory = new TemporaryDirectory("whorl-overlap");
    private Optional<Snapshot> snapshot = Optional.empty();

    private AmongTexts() throws IOException {}

    /**
     * Reads all sources and indexes their texts. The caller reads the sources again, and reports what is skipped.
     *
     * @param sources without standard input
     */
    @SuppressWarnings("try")
    static AmongTexts index(List<Path> sources, ReaderOptions options, Scheme scheme, int threads, Console console)
            throws IOException {
        try (InterruptOnExit interruption = new InterruptOnExit()) {
            AmongTexts among = new AmongTexts();
            try {
                among.snapshot = Optional.of(among.build(sources, options, scheme, threads, console));
                return among;
            } catch (IOException | RuntimeException e) {
                among.close();
                throw e;
            }
        }
    }

    private Snapshot build(List<Path> sources, ReaderOptions options, Scheme scheme, int threads, Console console)
            throws IOException {
        Path index = directory.path().resolve("index");
        BuildReport report;
        long invalid = 0;
        try (SourceReader reader =
                        SourceReader.open(sources, options, console.streams(), new SkippedDocuments(m -> {}));
                IndexBuilder builder = IndexBuilder.create(
                        index,
                        scheme,
                        BuildOptions.builder()
                                .threads(threads)
                                .repeatedIds(RepeatedIds.FIRST)
                                .build())) {
            for (Optional<Document> text = reader.next(); text.isPresent(); text = reader.next()) {
                if (isId(text.get().id())) {
                    builder.add(text.get().id(), text.get().utf8());
                } else {
                    invalid++;
                }
            }
            report = builder.finish();
        }
        long leftOut = report.repeatedIds() + report.refused() + invalid;
        if (leftOut > 0) {
            console.warn(
                    Amount.of(leftOut, "text has", "texts have") + " the id of an earlier one, an id that is too long,"
                            + " or too many minutiae; the others are not compared with it (--among)");
        }
        return Snapshot.open(index);
    }

    private static boolean isId(String id) {
        try {
            DocumentId.utf8(id);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    Snapshot snapshot() {
        return snapshot.orElseThrow();
    }

    @Override
    public void close() {
        snapshot.ifPresent(Snapshot::close);
        directory.close();
    }
}
