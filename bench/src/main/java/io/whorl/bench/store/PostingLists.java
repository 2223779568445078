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
 * The fingerprints of a collection, by the scheme the bars are set for, turned round: every minutia and the documents
 * that hold it, in memory, ascending. Documents are numbered as in a Whorl segment, by their ids' bytes. Immutable.
 */
public final class PostingLists {
    static final int MINUTIA_BITS = 40;
    /** With a minutia's bits they leave the sign alone. */
    private static final int DOCUMENT_BITS = 23;

    /** Takes one list after another. */
    interface Taker {
        /** @param documents ascending; the first {@code count} of them, to be used at once */
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

    /** Fingerprints and sorts on all cores. */
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

    /** Distinct minutiae. */
    public int minutiae() {
        return minutiae;
    }

    /** (minutia, document) pairs. */
    public int postings() {
        return pairs.length;
    }

    /** In ascending order of minutiae. */
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

    /** Bytes of all lists as the rivals hold them. */
    long encodedBytes() throws IOException {
        PostingCode code = new PostingCode();
        long[] bytes = {0};
        forEach((minutia, list, count) -> {
            code.encode(list, count);
            bytes[0] += code.length();
        });
        return bytes[0];
    }

    /** Random minutiae of the collection, with repetition, each as likely as any other. */
    public long[] hits(int draws, long seed) {
        return new SplittableRandom(seed)
                .ints(0, pairs.length)
                .filter(this::begins)
                .limit(draws)
                .mapToLong(this::minutia)
                .toArray();
    }

    /** Minutiae of random postings, with repetition: those of many documents come more often, as in queries. */
    public long[] asked(int draws, long seed) {
        return new SplittableRandom(seed)
                .ints(draws, 0, pairs.length)
                .mapToLong(this::minutia)
                .toArray();
    }

    /** Random minutiae that no document holds. */
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
