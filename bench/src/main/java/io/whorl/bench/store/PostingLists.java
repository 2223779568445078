package io.whorl.bench.store;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The inverted fingerprints of a collection in memory, with the scheme that the bars refer to: each minutia and the
 * documents that hold it, ascending. Documents are numbered by the bytes of their ids, as in a Whorl segment.
 * Immutable.
 */
public final class PostingLists {
    static final int MINUTIA_BITS = 40;
    /** The number of bits of a document; with those of a minutia they do not reach the sign bit. */
    private static final int DOCUMENT_BITS = 23;

    /** Receives one list after another. */
    interface Taker {
        /** @param documents ascending; only the first {@code count} are valid, and only during the call */
        void take(long minutia, int[] documents, int count) throws IOException;
    }

    private final long[] pairs;
    private final int documents;
    private final int minutiae;

    private PostingLists(long[] pairs, int documents) {
        this.pairs = pairs;
        this.documents = documents;
        minutiae = (int) IntStream.range(0, pairs.length).filter(this::begins).count();
    }

    /** Fingerprints and sorts with all cores. */
    public static PostingLists of(TextCollection collection) {
        List<Document> sorted = collection.documents().stream()
                .sorted((a, b) -> Arrays.compareUnsigned(
                        a.id().getBytes(StandardCharsets.UTF_8), b.id().getBytes(StandardCharsets.UTF_8)))
                .toList();
        ThreadLocal<Fingerprinter> fingerprinters =
                ThreadLocal.withInitial(() -> Fingerprinter.of(Schemes.named(Schemes.DEFAULT)));
        long[] pairs = IntStream.range(0, sorted.size())
                .parallel()
                .mapToObj(d -> Arrays.stream(fingerprinters
                                .get()
                                .fingerprint(sorted.get(d).utf8())
                                .toArray())
                        .map(minutia -> minutia << DOCUMENT_BITS | d))
                .flatMapToLong(each -> each)
                .toArray();
        Arrays.parallelSort(pairs);
        return new PostingLists(pairs, sorted.size());
    }

    public int documents() {
        return documents;
    }

    /** Returns the number of distinct minutiae. */
    public int minutiae() {
        return minutiae;
    }

    /** Returns the number of (minutia, document) pairs. */
    public int postings() {
        return pairs.length;
    }

    /** Passes each list to the taker, in ascending order of minutiae. */
    void forEach(Taker taker) throws IOException {
        int[] list = new int[documents];
        for (int from = 0; from < pairs.length; ) {
            int count = 0;
            do {
                list[count] = (int) pairs[from + count] & (1 << DOCUMENT_BITS) - 1;
                count++;
            } while (from + count < pairs.length && !begins(from + count));
            taker.take(minutia(from), list, count);
            from += count;
        }
    }

    /** Returns the size of all lists in the encoding of rivals. */
    long encodedBytes() throws IOException {
        PostingCode code = new PostingCode();
        long[] bytes = {0};
        forEach((minutia, list, count) -> {
            code.encode(list, count);
            bytes[0] += code.length();
        });
        return bytes[0];
    }

    /** Returns random minutiae of the collection, with equal probability and with repetition. */
    public long[] hits(int draws, long seed) {
        return new SplittableRandom(seed)
                .ints(0, pairs.length)
                .filter(this::begins)
                .limit(draws)
                .mapToLong(this::minutia)
                .toArray();
    }

    /**
     * Returns the minutiae of random postings, with repetition. Those of many documents are more frequent, as in
     * queries.
     */
    public long[] asked(int draws, long seed) {
        return new SplittableRandom(seed)
                .ints(draws, 0, pairs.length)
                .mapToLong(this::minutia)
                .toArray();
    }

    /** Returns random minutiae that no document holds. */
    public long[] misses(int draws, long seed) {
        return new SplittableRandom(seed)
                .longs(0, 1L << MINUTIA_BITS)
                .filter(minutia -> !holds(minutia))
                .limit(draws)
                .toArray();
    }

    private boolean holds(long minutia) {
        int at = Arrays.binarySearch(pairs, minutia << DOCUMENT_BITS);
        return at >= 0 || -at - 1 < pairs.length && minutia(-at - 1) == minutia;
    }

    private long minutia(int at) {
        return pairs[at] >>> DOCUMENT_BITS;
    }

    private boolean begins(int at) {
        return at == 0 || minutia(at) != minutia(at - 1);
    }
}
