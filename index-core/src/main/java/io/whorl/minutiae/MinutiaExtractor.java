package io.whorl.minutiae;

import io.whorl.LimitExceededException;
import io.whorl.SchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.hash.MinutiaOrder;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.Selector;
import io.whorl.strategy.Strategies;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs the stages from text to selected minutiae: words, chunks, hashes, selection. The buffers are reused for the next
 * document. One thread at a time.
 */
public final class MinutiaExtractor {
    /** The number of chunks that a selection may always hold; some hundred KiB. */
    private static final long MIN_HELD_CHUNKS = 1 << 12;

    private final Scheme scheme;
    private final Chunking chunking;
    private final WordReader reader;
    private final Chunker chunker;
    private final Selector selector;
    private final WordBlock words = new WordBlock();
    private final ChunkBlock chunks = new ChunkBlock();
    private final int bytesPerChunk;

    private MinutiaExtractor(Scheme scheme, SelectionStrategy strategy, ChunkHash hash) {
        this.scheme = scheme.withSelection(strategy.selection());
        chunking = Strategies.chunking(strategy, scheme.chunking());
        boolean structure = Chunker.readsStructure(chunking, strategy.needs());
        reader = WordReader.of(scheme.text(), structure);
        chunker = new Chunker(chunking, hash, strategy.needs());
        selector = strategy.selector();
        bytesPerChunk = strategy.bytesPerChunk();
    }

    /**
     * Creates an extractor.
     *
     * @throws SchemeException if the scheme's selection is unknown or cannot work with its chunks, or if its stemmer is
     *     unknown
     * @throws IllegalArgumentException if a parameter of the selection is unknown or out of its range
     */
    public static MinutiaExtractor of(Scheme scheme) {
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        SelectionStrategy strategy =
                Strategies.create(scheme.selection(), scheme.chunking(), MinutiaOrder.ofWidth(hash.bits()));
        return new MinutiaExtractor(scheme, strategy, hash);
    }

    /**
     * Creates an extractor whose strategy need not be registered.
     *
     * @param provider the provider of the strategy that the scheme's selection names
     * @throws SchemeException also if the name is a built-in strategy's, or if documents are not compared as sets and
     *     the strategy is not registered
     * @throws IllegalArgumentException also if the provider's name is not the selection's
     */
    public static MinutiaExtractor of(Scheme scheme, SelectionProvider provider) {
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        SelectionStrategy strategy =
                Strategies.create(provider, scheme.selection(), scheme.chunking(), MinutiaOrder.ofWidth(hash.bits()));
        MinutiaExtractor extractor = new MinutiaExtractor(scheme, strategy, hash);
        Comparability registered = Strategies.comparability(extractor.scheme);
        if (!registered.equals(strategy.comparability())) {
            throw SchemeException.invalid("selection " + provider.name() + " declares "
                    + strategy.comparability() + ", but the index finds " + registered + "; register its plug-in with"
                    + " java.util.ServiceLoader");
        }
        return extractor;
    }

    /** The scheme with its selection written out in full, defaults included. */
    public Scheme scheme() {
        return scheme;
    }

    /** The chunks that the strategy works on. */
    public Chunking chunking() {
        return chunking;
    }

    /**
     * Extracts the selected minutiae of a text in the order of selection, with repeats.
     *
     * @param utf8 holds the text
     * @param from the first byte of the text
     * @param to the end of the text, exclusive
     * @param out receives the minutiae; cleared first
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws LimitExceededException if there are more selected chunks than an array holds
     */
    public DocumentCounts extract(byte[] utf8, int from, int to, SelectedChunks out) {
        Objects.checkFromToIndex(from, to, utf8.length);
        reader.open(utf8, from, to);
        out.clear();
        try {
            return run(out, Optional.empty(), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    /**
     * Extracts the selected minutiae of a text in bounded memory.
     *
     * @param out receives the minutiae; cleared first
     * @param digests receives the digests of the document, if they are needed
     * @throws LimitExceededException if the document needs more memory than {@code out} has; the extractor can then be
     *     used for the next document
     * @throws IOException if the scratch file of the document cannot be written
     */
    public DocumentCounts extract(
            byte[] utf8, int from, int to, DocumentMinutiae out, Optional<DocumentDigests> digests) throws IOException {
        Objects.checkFromToIndex(from, to, utf8.length);
        reader.open(utf8, from, to);
        digests.ifPresent(DocumentDigests::start);
        DocumentCounts counts = run(out, digests);
        if (digests.isPresent()) {
            digests.get().finish(utf8, from, to, out, scheme.frequencies());
        }
        return counts;
    }

    /**
     * Extracts the selected minutiae of a stream of UTF-8, without holding the text. The stream is read to its end and
     * not closed.
     */
    public DocumentCounts extract(InputStream utf8, DocumentMinutiae out) throws IOException {
        reader.open(utf8);
        return run(out, Optional.empty());
    }

    private DocumentCounts run(DocumentMinutiae out, Optional<DocumentDigests> digests) throws IOException {
        out.clear();
        DocumentCounts counts = run(out.selected(), Optional.of(out), digests);
        out.finish();
        return counts;
    }

    /**
     * @param bounded bounds {@code out}, which is its own; empty for any number of minutiae
     * @param digests also receive the words
     */
    private DocumentCounts run(
            SelectedChunks out, Optional<DocumentMinutiae> bounded, Optional<DocumentDigests> digests)
            throws IOException {
        long maxChunks = bounded.isEmpty() || bytesPerChunk == 0
                ? Long.MAX_VALUE
                : Math.max(MIN_HELD_CHUNKS, bounded.get().memory() / bytesPerChunk);
        selector.start();
        chunker.start();
        long wordCount = 0;
        long chunkCount = 0;
        boolean wantsMore = true;
        while (reader.next(words)) {
            wordCount += words.count;
            digests.ifPresent(to -> to.words(words));
            chunker.accept(words, chunks);
            chunkCount += chunks.count;
            if (chunkCount > maxChunks) {
                // Frees the chunks that the selector holds.
                selector.start();
                throw tooManyHeld(chunkCount, maxChunks);
            }
            wantsMore = wantsMore && selector.accept(chunks, out);
            if (bounded.isPresent()) {
                bounded.get().settle();
            }
        }
        chunker.finish(chunks);
        chunkCount += chunks.count;
        if (wantsMore) {
            selector.accept(chunks, out);
        }
        selector.finish(wordCount, chunkCount, out);
        return new DocumentCounts(wordCount, chunker.units(), chunkCount, reader.malformed());
    }

    /** The units of a text in canonical form. Holds the text of each. */
    public List<String> units(byte[] utf8) {
        reader.open(utf8, 0, utf8.length);
        try {
            return Chunker.units(chunking.unit(), reader);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    private LimitExceededException tooManyHeld(long chunkCount, long maxChunks) {
        return new LimitExceededException(
                "chunks of one document",
                chunkCount,
                maxChunks,
                "selection " + scheme.selection().name() + " keeps them all until the document ends, " + bytesPerChunk
                        + " bytes each: give more memory, choose a selection that does not, such as full or mod, or"
                        + " split the document");
    }

    /**
     * Counts of a document, taken while it is read.
     *
     * @param words the number of surviving words
     * @param units the number of units that chunks consist of
     * @param chunks the number of chunks before selection
     * @param malformed the number of malformed UTF-8 sequences; each was read as U+FFFD
     */
    public record DocumentCounts(long words, long units, long chunks, long malformed) {}
}
