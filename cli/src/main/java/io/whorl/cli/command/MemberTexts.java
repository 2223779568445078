package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.passages.FoundPassages.Unavailable;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The texts of members of clusters: those that the index stores, those of {@code --texts}, or none. A text that is
 * missing or has changed is reported and left out. One thread.
 */
final class MemberTexts implements TextSource, Closeable {
    private final Snapshot snapshot;
    private final Optional<IndexedTexts> texts;
    private final UnalignedDocuments unaligned;

    private MemberTexts(Snapshot snapshot, Optional<IndexedTexts> texts, Console console) {
        this.snapshot = snapshot;
        this.texts = texts;
        unaligned = new UnalignedDocuments(console);
    }

    /** @param sources the values of {@code --texts}; without any, an index that stores no texts has none */
    static MemberTexts open(
            Snapshot snapshot, List<Path> sources, ReaderOptions options, SkippedDocuments skipped, Console console)
            throws IOException {
        return new MemberTexts(
                snapshot,
                sources.isEmpty() && !snapshot.storesTexts()
                        ? Optional.empty()
                        : Optional.of(IndexedTexts.open(snapshot, sources, options, skipped, console)),
                console);
    }

    /** No document has a text. */
    static MemberTexts none(Snapshot snapshot, Console console) {
        return new MemberTexts(snapshot, Optional.empty(), console);
    }

    /** False if there are no texts at all. */
    boolean exist() {
        return texts.isPresent();
    }

    @Override
    public Optional<byte[]> text(String id) throws IOException {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        Optional<byte[]> text = texts.get().source().text(id);
        if (text.isEmpty()) {
            unaligned.add(new Unavailable(id, Reason.MISSING));
        } else if (texts.get().mayHaveChanged() && !snapshot.isTextOf(id, text.get())) {
            unaligned.add(new Unavailable(id, Reason.CHANGED));
            return Optional.empty();
        }
        return text;
    }

    /** Returns what is known of the places of a text in its file. */
    TextPlaces places(String id) throws IOException {
        return texts.isPresent() ? texts.get().places(id) : TextPlaces.UNKNOWN;
    }

    /** Prints a summary if a text was left out, and returns the exit code. */
    int exitCode() {
        return unaligned.exitCode();
    }

    @Override
    public void close() throws IOException {
        if (texts.isPresent()) {
            texts.get().close();
        }
    }
}
