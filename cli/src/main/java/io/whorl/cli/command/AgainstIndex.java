package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Amount;
import io.whorl.cli.passages.Candidates.Candidate;
import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PairAlignment;
import io.whorl.corpus.ReaderOptions;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.passages.FoundPassages.Unavailable;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The documents of an index as references of a report. Only those that share minutiae with a text are in memory. */
final class AgainstIndex implements Closeable {
    private final Snapshot snapshot;
    private final IndexedTexts texts;
    private final PairAlignment alignment;
    private final Console console;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final ConcurrentMap<String, Reference> loaded = new ConcurrentHashMap<>();
    private final Map<String, CheckedText> used = new LinkedHashMap<>();
    private final UnalignedDocuments unaligned;
    private long limited;

    /** A document of the index: its text, or why there is none. */
    private record Reference(Optional<CheckedText> text, Optional<Unavailable> unavailable) {}

    private AgainstIndex(
            Snapshot snapshot, IndexedTexts texts, PairAlignment alignment, Console console, long maxBytes) {
        this.snapshot = snapshot;
        this.texts = texts;
        this.alignment = alignment;
        this.console = console;
        this.maxBytes = maxBytes;
        unaligned = new UnalignedDocuments(console);
    }

    /**
     * Opens an index.
     *
     * @param sources the texts of its documents, if it does not store them
     * @param maxBytes the largest size of all texts in memory
     */
    static AgainstIndex open(
            Path index,
            List<Path> sources,
            ReaderOptions options,
            SkippedDocuments skipped,
            PairAlignment alignment,
            Console console,
            long maxBytes)
            throws IOException {
        Snapshot snapshot = Snapshot.open(index);
        try {
            IndexedTexts texts = IndexedTexts.open(snapshot, sources, options, skipped, console);
            return new AgainstIndex(snapshot, texts, alignment, console, maxBytes);
        } catch (IOException | RuntimeException e) {
            snapshot.close();
            throw e;
        }
    }

    /** Returns pairs of a text and a document of the index, in the order of the texts. */
    List<Candidate> candidates(List<CheckedText> queries, int threads) throws IOException {
        PassageOptions options = PassageOptions.DEFAULT;
        QueryOptions query = options.query(snapshot.scheme());
        List<Candidate> found = new ArrayList<>();
        OrderedTasks.run(
                queries,
                threads,
                text -> references(snapshot.query(text.masked(), query).matches()),
                (text, references) -> {
                    limited += references.size() > options.documents() ? 1 : 0;
                    for (Reference reference :
                            references.subList(0, Math.min(references.size(), options.documents()))) {
                        reference.unavailable().ifPresent(unaligned::add);
                        reference.text().ifPresent(old -> {
                            used.put(old.id(), old);
                            found.add(new Candidate(text, old));
                        });
                    }
                });
        limit().ifPresent(note -> console.warn("warning: " + note));
        return found;
    }

    private List<Reference> references(List<Match> matches) throws IOException {
        List<Reference> references = new ArrayList<>();
        try {
            for (Match match : matches) {
                references.add(loaded.computeIfAbsent(match.id(), this::load));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return references;
    }

    private Reference load(String id) {
        try {
            Optional<byte[]> text = texts.source().text(id);
            Optional<Reason> reason = text.isEmpty()
                    ? Optional.of(Reason.MISSING)
                    : texts.mayHaveChanged() && !snapshot.isTextOf(id, text.get())
                            ? Optional.of(Reason.CHANGED)
                            : Optional.empty();
            if (reason.isPresent()) {
                return new Reference(Optional.empty(), reason.map(r -> new Unavailable(id, r)));
            }
            if (bytes.addAndGet(text.get().length) > maxBytes) {
                throw new FailedException("the documents of the index that share text do not fit in memory: they have"
                        + " more than " + Amount.of(maxBytes >> 20, "MB", "MB") + "; start java with a larger heap,"
                        + " such as -Xmx4g, or use passages");
            }
            return new Reference(Optional.of(alignment.text(id, true, text.get(), texts.places(id))), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<String> limit() {
        return limited == 0
                ? Optional.empty()
                : Optional.of(Amount.of(limited, "text") + " share minutiae with more than "
                        + Amount.of(PassageOptions.DEFAULT.documents(), "document")
                        + " of the index; only the documents that share most of them were compared in full");
    }

    /** Returns what was left out, in sentences. */
    List<String> notes() {
        return Stream.concat(limit().stream(), unaligned.notes().stream()).toList();
    }

    /** Returns the documents that were candidates, in the order of the texts. */
    List<CheckedText> references() {
        return List.copyOf(used.values());
    }

    /** Returns the number of documents of the index. */
    long documents() {
        return snapshot.documents();
    }

    /** Prints a summary if a document could not be aligned, and returns the exit code. */
    int exitCode() {
        return unaligned.exitCode();
    }

    @Override
    public void close() throws IOException {
        try {
            texts.close();
        } finally {
            snapshot.close();
        }
    }
}
