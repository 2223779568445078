package io.whorl.fingerprint;

import io.whorl.LimitExceededException;
import io.whorl.chunk.ChunkBlock;
import io.whorl.chunk.Chunker;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selections;
import io.whorl.select.Selector;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fingerprints documents by one scheme. Holds buffers that are used again for the next document: one thread at a time;
 * make one for each thread. The same text gives the same fingerprint on every machine, JDK and thread.
 */
public final class Fingerprinter {
    private static final Consumer<WordBlock> UNREAD = block -> {};
    /** Bytes of heap for the minutiae of one text, if the caller gives no number. */
    private static final long DEFAULT_MEMORY = Runtime.getRuntime().maxMemory() / 2;
    /** Chunks that a selection may hold however little memory is given: some hundred KiB. */
    private static final long LEAST_HELD = 1 << 12;

    private final Scheme scheme;
    private final Chunking chunking;
    private final ChunkHash hash;
    private final boolean structure;
    private final WordReader reader;
    private final Chunker chunker;
    private final Selector selector;
    private final WordBlock words = new WordBlock();
    private final ChunkBlock chunks = new ChunkBlock();
    private final MinutiaSort sort;
    private final int bytesPerChunk;
    private DocumentMinutiae minutiae;

    private Fingerprinter(Scheme scheme, SelectionStrategy strategy, ChunkHash hash) {
        this.scheme = scheme.withSelection(strategy.selection());
        this.hash = hash;
        chunking = Selections.chunking(strategy, scheme.chunking());
        structure = Chunker.readsStructure(chunking, strategy.needs());
        reader = WordReader.of(scheme.text(), structure);
        chunker = Chunker.of(chunking, hash, strategy.needs());
        selector = strategy.selector();
        sort = new MinutiaSort(scheme.hashing().bits());
        bytesPerChunk = strategy.bytesPerChunk();
        minutiae = new DocumentMinutiae(scheme, DEFAULT_MEMORY, Optional.empty());
    }

    /**
     * @throws io.whorl.InvalidSchemeException if the scheme's selection is unknown or cannot work with its chunks, or
     *     its stemmer is unknown
     * @throws IllegalArgumentException if a parameter of the selection is unknown or out of its range
     */
    public static Fingerprinter of(Scheme scheme) {
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        return new Fingerprinter(scheme, Selections.create(scheme.selection(), scheme.chunking(), hash), hash);
    }

    /**
     * By a selection strategy at hand, which need not be registered. An index built so can be read only where the
     * strategy can be found again: by this method, or registered.
     *
     * @param provider of the strategy that the scheme's selection names
     * @throws io.whorl.InvalidSchemeException as {@link #of(Scheme)}, and if the name is a built-in strategy's
     * @throws IllegalArgumentException as {@link #of(Scheme)}, and if the provider's name is not the selection's
     */
    public static Fingerprinter of(Scheme scheme, SelectionProvider provider) {
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        return new Fingerprinter(
                scheme, Selections.create(provider, scheme.selection(), scheme.chunking(), hash), hash);
    }

    /** The scheme with its selection written out in full, defaults included: what an index stores. */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Fingerprints text held as UTF-8; malformed bytes are read as U+FFFD and counted.
     *
     * @throws io.whorl.LimitExceededException if it has more distinct minutiae than half of the heap allows
     */
    public Fingerprint fingerprint(byte[] utf8) {
        return fingerprint(utf8, DEFAULT_MEMORY);
    }

    /**
     * The same in memory that is given.
     *
     * @param memory bytes of heap that its minutiae may take, 48 for each distinct one; 200 KiB are taken in any case
     * @throws io.whorl.LimitExceededException if it has more distinct minutiae than the memory allows
     */
    public Fingerprint fingerprint(byte[] utf8, long memory) {
        try {
            reader.open(utf8, 0, utf8.length);
            return fingerprint(memory);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    private Fingerprint fingerprint(long memory) throws IOException {
        if (minutiae.memory() != memory) {
            minutiae = new DocumentMinutiae(scheme, memory, Optional.empty());
        }
        try {
            DocumentCounts counts = run(minutiae, UNREAD);
            return minutiae.fingerprint(counts);
        } finally {
            minutiae.clear();
        }
    }

    /** Fingerprints text; an unpaired surrogate is read as U+FFFD and counted as malformed. */
    public Fingerprint fingerprint(String text) {
        return fingerprint(TextBytes.of(text));
    }

    /** Fingerprints a stream of UTF-8 to its end, without holding the text; the stream is not closed. */
    public Fingerprint fingerprint(InputStream utf8) throws IOException {
        reader.open(utf8);
        return fingerprint(DEFAULT_MEMORY);
    }

    /**
     * The selected minutiae as they come, repeats included and unsorted: the hot path of a bulk build, which sorts them
     * together with those of other documents.
     *
     * @param from the first byte of the document
     * @param to one beyond the last
     * @param out cleared first
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws io.whorl.LimitExceededException if it has more chunks than an array holds
     */
    public DocumentCounts select(byte[] utf8, int from, int to, SelectedChunks out) {
        Objects.checkFromToIndex(from, to, utf8.length);
        reader.open(utf8, from, to);
        try {
            return run(out);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    /**
     * The same in bounded memory.
     *
     * @param out cleared first
     * @param digests takes the document's, where they are wanted
     * @throws io.whorl.LimitExceededException if the document needs more memory than {@code out} was given; then the
     *     next one can be fingerprinted all the same
     * @throws IOException if its scratch file cannot be written
     */
    public DocumentCounts select(byte[] utf8, int from, int to, DocumentMinutiae out, Optional<DocumentDigests> digests)
            throws IOException {
        Objects.checkFromToIndex(from, to, utf8.length);
        reader.open(utf8, from, to);
        if (digests.isEmpty()) {
            return run(out, UNREAD);
        }
        DocumentDigests taking = digests.get();
        taking.start();
        DocumentCounts counts = run(out, structure ? taking::structuredWords : taking::words);
        taking.finish(utf8, from, to, out, scheme.frequencies());
        return counts;
    }

    /**
     * Each distinct minutia of the fingerprint once, by the place of the first selected chunk that gave it, in the
     * order of their places. Computed apart from the fast path, from the definitions, unit by unit; holds the whole
     * text.
     */
    public List<TracedMinutia> trace(byte[] utf8) {
        SelectedChunks places = new SelectedChunks(true);
        select(utf8, 0, utf8.length, places);
        return Tracer.trace(utf8, scheme.text(), chunking, hash, places);
    }

    private DocumentCounts run(SelectedChunks out) throws IOException {
        out.clear();
        return run(out, UNREAD, Settling.NONE, Long.MAX_VALUE);
    }

    /** @param alsoRead takes each block of words too */
    private DocumentCounts run(DocumentMinutiae out, Consumer<WordBlock> alsoRead) throws IOException {
        out.clear();
        long mostChunks = bytesPerChunk == 0 ? Long.MAX_VALUE : Math.max(LEAST_HELD, out.memory() / bytesPerChunk);
        DocumentCounts counts = run(out.selected(), alsoRead, out::settle, mostChunks);
        out.finish();
        return counts;
    }

    /** What is done after each block of chunks. */
    private interface Settling {
        Settling NONE = () -> {};

        void settle() throws IOException;
    }

    private DocumentCounts run(SelectedChunks out, Consumer<WordBlock> alsoRead, Settling settling, long mostChunks)
            throws IOException {
        selector.start();
        chunker.start();
        long wordCount = 0;
        long chunkCount = 0;
        boolean wanted = true;
        while (reader.next(words)) {
            wordCount += words.count;
            alsoRead.accept(words);
            chunker.accept(words, chunks);
            chunkCount += chunks.count;
            if (chunkCount > mostChunks) {
                // What it holds is of no use any more.
                selector.start();
                throw tooManyHeld(chunkCount, mostChunks);
            }
            wanted = wanted && selector.accept(chunks, out);
            settling.settle();
        }
        chunker.finish(chunks);
        chunkCount += chunks.count;
        if (wanted) {
            selector.accept(chunks, out);
        }
        selector.finish(wordCount, chunkCount, out);
        return new DocumentCounts(wordCount, chunker.units(), chunkCount, reader.malformed());
    }

    private LimitExceededException tooManyHeld(long chunks, long most) {
        return new LimitExceededException(
                "chunks of one document",
                chunks,
                most,
                "selection "
                        + scheme.selection().name() + " keeps them all until the document ends, " + bytesPerChunk
                        + " bytes each: give more memory, choose a"
                        + " selection that does not, such as full or mod, or split the document");
    }
}
