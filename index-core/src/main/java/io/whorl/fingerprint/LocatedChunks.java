package io.whorl.fingerprint;

import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The selected chunks of one text in text order: their minutiae, and the units that they consist of. Immutable and
 * thread-safe.
 */
public final class LocatedChunks {
    private final long[] minutiae;
    private final int[] starts;
    private final int[] ends;
    private final DocumentCounts counts;

    LocatedChunks(byte[] utf8, MinutiaExtractor extractor) {
        SelectedChunks selected = new SelectedChunks(true);
        counts = extractor.extract(utf8, 0, utf8.length, selected);
        int n = selected.size();
        // Some strategies select in another order than that of the text. Positions are below 2^31, as bytes are.
        long[] byPlace = new long[n];
        for (int i = 0; i < n; i++) {
            byPlace[i] = (selected.chunk(i) << Integer.SIZE) | i;
        }
        Arrays.sort(byPlace);
        minutiae = new long[n];
        starts = new int[n];
        ends = new int[n];
        Chunking chunking = extractor.chunking();
        int[] breakpoints =
                chunking.breakpoints().isPresent() ? breakpoints(utf8, extractor.scheme(), chunking) : new int[0];
        for (int i = 0; i < n; i++) {
            int chunk = (int) (byPlace[i] >>> Integer.SIZE);
            minutiae[i] = selected.minutia((int) byPlace[i]);
            if (chunking.breakpoints().isPresent()) {
                starts[i] = chunk == 0 ? 0 : breakpoints[chunk - 1];
                ends[i] = breakpoints[chunk];
            } else {
                starts[i] = chunk * chunking.step();
                // A last chunk may be shorter.
                ends[i] = (int) Math.min(starts[i] + (long) chunking.granularity(), counts.units());
            }
        }
    }

    /** The end of each chunk: the units whose own minutia is 0 modulo K, and the end of the text (COPS 4.2 D). */
    private static int[] breakpoints(byte[] utf8, Scheme scheme, Chunking chunking) {
        Chunking single = new Chunking(chunking.unit(), 1, 1, Chunking.Order.SEQUENCE, OptionalInt.empty());
        SelectedChunks units = new SelectedChunks(false);
        MinutiaExtractor.of(new Scheme(
                        scheme.version(), scheme.text(), single, scheme.hashing(), Selection.of("full"), false))
                .extract(utf8, 0, utf8.length, units);
        int[] ends = new int[units.size()];
        int count = 0;
        for (int i = 0; i < units.size(); i++) {
            boolean ended = Long.remainderUnsigned(
                            units.minutia(i), chunking.breakpoints().getAsInt())
                    == 0;
            if (ended || i + 1 == units.size()) {
                ends[count++] = i + 1;
            }
        }
        return Arrays.copyOf(ends, count);
    }

    /** The number of selected chunks, with repeats. */
    public int count() {
        return minutiae.length;
    }

    /** A copy of the minutiae, in text order. */
    public long[] minutiae() {
        return minutiae.clone();
    }

    public long minutia(int chunk) {
        return minutiae[chunk];
    }

    /** The first unit of a chunk, among the surviving units of the text, from 0. */
    public int start(int chunk) {
        return starts[chunk];
    }

    /** The number of units of a chunk. */
    public int units(int chunk) {
        return ends[chunk] - starts[chunk];
    }

    /** The number of surviving units of the text. */
    public long units() {
        return counts.units();
    }

    /** The number of surviving words of the text. */
    public long words() {
        return counts.words();
    }
}
