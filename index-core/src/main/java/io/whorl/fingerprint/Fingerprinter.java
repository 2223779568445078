package io.whorl.fingerprint;

import io.whorl.LimitExceededException;
import io.whorl.SchemeException;
import io.whorl.chunk.DirectChunks;
import io.whorl.measure.Measure;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import io.whorl.text.TextBytes;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Fingerprints documents by one scheme. The same text gives the same fingerprint on every machine, JDK and thread.
 *
 * <p>A fingerprinter reuses its buffers, so only one thread may use it at a time. Create one for each thread.
 */
public final class Fingerprinter {
    /** Heap bytes for the minutiae of one text, unless the caller gives a number. */
    private static final long DEFAULT_MEMORY = Runtime.getRuntime().maxMemory() / 2;

    private final MinutiaExtractor extractor;
    private DocumentMinutiae minutiae;

    private Fingerprinter(MinutiaExtractor extractor) {
        this.extractor = extractor;
        minutiae = new DocumentMinutiae(extractor.scheme(), DEFAULT_MEMORY, Optional.empty());
    }

    /**
     * Creates a fingerprinter.
     *
     * @throws SchemeException if the scheme's selection is unknown or cannot work with its chunks, or if its stemmer is
     *     unknown
     * @throws IllegalArgumentException if a parameter of the selection is unknown or out of its range
     */
    public static Fingerprinter of(Scheme scheme) {
        return new Fingerprinter(MinutiaExtractor.of(scheme));
    }

    /**
     * Creates a fingerprinter whose strategy need not be registered with {@link java.util.ServiceLoader}. Wherever an
     * index of this scheme is used, the strategy must be given in the same way or be registered.
     *
     * @param provider the provider of the strategy that the scheme's selection names
     * @throws SchemeException as {@link #of(Scheme)}; also if the name is a built-in strategy's, or if the strategy
     *     does not compare documents as sets and is not registered
     * @throws IllegalArgumentException as {@link #of(Scheme)}; also if the provider's name is not the selection's
     */
    public static Fingerprinter of(Scheme scheme, SelectionProvider provider) {
        return new Fingerprinter(MinutiaExtractor.of(scheme, provider));
    }

    /** The scheme with its selection written out in full, defaults included. An index stores it in this form. */
    public Scheme scheme() {
        return extractor.scheme();
    }

    /**
     * Fingerprints a text. An unpaired surrogate is read as U+FFFD and counted as malformed.
     *
     * @throws LimitExceededException if the text has more distinct minutiae than half of the heap can hold
     */
    public Fingerprint fingerprint(String text) {
        return fingerprint(TextBytes.of(text));
    }

    /**
     * Fingerprints a text in UTF-8. A malformed sequence is read as U+FFFD and counted.
     *
     * @throws LimitExceededException if the text has more distinct minutiae than half of the heap can hold
     */
    public Fingerprint fingerprint(byte[] utf8) {
        return fingerprint(utf8, DEFAULT_MEMORY);
    }

    /**
     * Fingerprints a text in UTF-8, in the given memory.
     *
     * @param utf8 the text
     * @param memory heap bytes for the minutiae of the text, 48 for each distinct one; 200 KiB are always available
     * @throws LimitExceededException if the text has more distinct minutiae than the memory can hold
     */
    public Fingerprint fingerprint(byte[] utf8, long memory) {
        try {
            return fingerprint(memory, () -> extractor.extract(utf8, 0, utf8.length, minutiae, Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    /**
     * Fingerprints a stream of UTF-8 without holding the text. The stream is read to its end and not closed.
     *
     * @throws LimitExceededException if the text has more distinct minutiae than half of the heap can hold
     */
    public Fingerprint fingerprint(InputStream utf8) throws IOException {
        return fingerprint(DEFAULT_MEMORY, () -> extractor.extract(utf8, minutiae));
    }

    private interface Extraction {
        DocumentCounts run() throws IOException;
    }

    private Fingerprint fingerprint(long memory, Extraction extraction) throws IOException {
        if (minutiae.memory() != memory) {
            minutiae = new DocumentMinutiae(extractor.scheme(), memory, Optional.empty());
        }
        try {
            DocumentCounts counts = extraction.run();
            return new Fingerprint(extractor.scheme(), minutiae.distinct(), counts);
        } finally {
            minutiae.clear();
        }
    }

    /**
     * Compares two texts without an index.
     *
     * @see Fingerprint#compare
     * @throws SchemeException if the measure is weighted, or if the scheme's strategy does not allow it
     */
    public double compare(String a, String b, Measure measure) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Objects.requireNonNull(measure, "measure");
        return fingerprint(a).compare(fingerprint(b), measure);
    }

    /**
     * Compares two texts in UTF-8 without an index.
     *
     * @see Fingerprint#compare
     * @throws SchemeException if the measure is weighted, or if the scheme's strategy does not allow it
     */
    public double compare(byte[] a, byte[] b, Measure measure) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Objects.requireNonNull(measure, "measure");
        return fingerprint(a).compare(fingerprint(b), measure);
    }

    /** The same as {@link #locate(byte[], byte[])} with strings. */
    public ChunkMatches locate(String d, String r) {
        Objects.requireNonNull(d, "d");
        Objects.requireNonNull(r, "r");
        return locate(TextBytes.of(d), TextBytes.of(r));
    }

    /**
     * Finds the places of the chunks that two texts share, without an index (COPS 3.1). The selection of the scheme
     * applies to both texts. Takes about 40 bytes of heap for each selected chunk of either text.
     *
     * @param d the text to test, in UTF-8
     * @param r the registered document, in UTF-8
     * @throws SchemeException if the selection keeps samples that cannot be compared chunk by chunk ({@code min-s},
     *     {@code mod-by-size})
     * @throws LimitExceededException if there are more selected chunks than an array holds
     */
    public ChunkMatches locate(byte[] d, byte[] r) {
        Objects.requireNonNull(d, "d");
        Objects.requireNonNull(r, "r");
        requireSets();
        return ChunkMatches.of(LocatedChunks.of(d, extractor), LocatedChunks.of(r, extractor));
    }

    /**
     * Finds the selected chunks of a text, in text order. Takes about 40 bytes of heap for each.
     *
     * @param utf8 the text; malformed bytes read as U+FFFD
     * @throws SchemeException as {@link #locate(byte[], byte[])}
     * @throws LimitExceededException if there are more selected chunks than an array holds
     */
    public LocatedChunks locate(byte[] utf8) {
        requireSets();
        return LocatedChunks.of(utf8, extractor);
    }

    private void requireSets() {
        if (!Strategies.comparability(scheme()).equals(Comparability.SETS)) {
            throw SchemeException.measure("selection " + scheme().selection().name()
                    + " keeps samples of texts that cannot be compared chunk by chunk; use another selection,"
                    + " such as"
                    + " full or mod");
        }
    }

    /** Traces the minutiae of a text; see {@link #trace(byte[])}. */
    public List<TracedMinutia> trace(String text) {
        return trace(TextBytes.of(text));
    }

    /**
     * Finds the chunk of each distinct minutia of a text's fingerprint: the first selected chunk that hashes to it. The
     * list is in the order of the chunks in the text.
     *
     * <p>This path does not share code with {@link #fingerprint}: it follows the definitions unit by unit. It holds the
     * whole text and is slow.
     */
    public List<TracedMinutia> trace(byte[] utf8) {
        SelectedChunks selected = new SelectedChunks(true);
        extractor.extract(utf8, 0, utf8.length, selected);
        return Tracer.trace(utf8, extractor, selected);
    }

    /** Finds the texts of selected chunks the slow way: the chunks are formed again as the definitions state them. */
    private static final class Tracer {
        private Tracer() {}

        /**
         * Traces a text.
         *
         * @param extractor selected the chunks
         * @param selected with positions
         */
        static List<TracedMinutia> trace(byte[] utf8, MinutiaExtractor extractor, SelectedChunks selected) {
            List<DirectChunks.Chunk> chunks =
                    words(utf8, extractor.scheme().text()).chunks(extractor.chunking(), extractor.hash());
            long[] positions = IntStream.range(0, selected.size())
                    .mapToLong(selected::chunk)
                    .sorted()
                    .toArray();
            Set<Long> seen = new HashSet<>();
            List<TracedMinutia> traced = new ArrayList<>();
            for (long position : positions) {
                DirectChunks.Chunk chunk = chunks.get(Math.toIntExact(position));
                if (seen.add(chunk.minutia())) {
                    traced.add(new TracedMinutia(chunk.minutia(), chunk.firstUnit(), chunk.text()));
                }
            }
            return List.copyOf(traced);
        }

        /** Always reads with structure, so that the words do not come from the fast reader. */
        private static DirectChunks words(byte[] utf8, TextRules rules) {
            WordReader reader = WordReader.of(rules, true);
            reader.open(utf8, 0, utf8.length);
            DirectChunks words = new DirectChunks();
            WordBlock block = new WordBlock();
            try {
                while (reader.next(block)) {
                    words.add(block);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("reading text held in memory failed", e);
            }
            return words;
        }
    }
}
