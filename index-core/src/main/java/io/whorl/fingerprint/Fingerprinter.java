package io.whorl.fingerprint;

import io.whorl.LimitExceededException;
import io.whorl.SchemeException;
import io.whorl.measure.Measure;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
        return fingerprint(utf8(text));
    }

    /**
     * The UTF-8 of a text. An unpaired surrogate becomes one malformed byte, which a reader replaces by U+FFFD and
     * counts. (The JDK would write '?', which would end a sentence and not be counted.)
     */
    static byte[] utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int at = 0;
        for (int i = 0; i < text.length(); ) {
            int cp = text.codePointAt(i);
            if (cp >= Character.MIN_SURROGATE && cp <= Character.MAX_SURROGATE) {
                // Never occurs in UTF-8, so it is read as one malformed sequence.
                utf8[at++] = (byte) 0xFF;
            } else {
                at += cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
            }
            i += Character.charCount(cp);
        }
        return utf8;
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

    /** The same as {@link #locate(byte[], byte[])} with strings. */
    public ChunkMatches locate(String d, String r) {
        Objects.requireNonNull(d, "d");
        Objects.requireNonNull(r, "r");
        return locate(utf8(d), utf8(r));
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
        return new ChunkMatches(locate(d), locate(r));
    }

    /**
     * Finds the selected chunks of a text, in text order. Takes about 40 bytes of heap for each.
     *
     * @param utf8 the text; malformed bytes read as U+FFFD
     * @throws SchemeException as {@link #locate(byte[], byte[])}
     * @throws LimitExceededException if there are more selected chunks than an array holds
     */
    public LocatedChunks locate(byte[] utf8) {
        if (!Strategies.comparability(scheme()).equals(Comparability.SETS)) {
            throw SchemeException.measure("selection " + scheme().selection().name()
                    + " keeps samples of texts that cannot be compared chunk by chunk; use another selection,"
                    + " such as full or mod");
        }
        return new LocatedChunks(utf8, extractor);
    }

    /**
     * Finds the chunk of each distinct minutia of a text's fingerprint: the first selected chunk that hashes to it. The
     * list is in the order of the chunks in the text.
     *
     * <p>Holds the whole text, and the text of each unit.
     */
    public List<TracedMinutia> trace(byte[] utf8) {
        LocatedChunks chunks = new LocatedChunks(utf8, extractor);
        Chunking.Unit unit = extractor.chunking().unit();
        List<String> units = extractor.units(utf8);
        Set<Long> seen = new HashSet<>();
        List<TracedMinutia> traced = new ArrayList<>();
        for (int i = 0; i < chunks.count(); i++) {
            if (seen.add(chunks.minutia(i))) {
                int start = chunks.start(i);
                List<String> text = units.subList(start, start + chunks.units(i));
                traced.add(new TracedMinutia(
                        chunks.minutia(i), start, String.join(unit == Chunking.Unit.CHAR ? "" : " ", text)));
            }
        }
        return List.copyOf(traced);
    }

    /**
     * A distinct minutia of a fingerprint, and the first selected chunk that hashes to it.
     *
     * @param minutia W bits
     * @param offset the position of the chunk's first unit among the surviving units of the document, from 0
     * @param text the units of the chunk
     */
    public record TracedMinutia(long minutia, long offset, String text) {}
}
