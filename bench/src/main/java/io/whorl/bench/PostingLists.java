package io.whorl.bench;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.corpus.Document;
import java.nio.ByteBuffer;
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

    interface Taker {
        /** @param documents ascending; only the first {@code count} are valid, and only during the call */
        void take(long minutia, int[] documents, int count) throws Exception;
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
        long[] pairs = IntStream.range(0, sorted.size())
                .parallel()
                .mapToObj(d -> Arrays.stream(Schemes.minutiae(sorted.get(d).utf8()))
                        .map(minutia -> (minutia << DOCUMENT_BITS) | d))
                .flatMapToLong(each -> each)
                .toArray();
        Arrays.parallelSort(pairs);
        return new PostingLists(pairs, sorted.size());
    }

    public int documents() {
        return documents;
    }

    public int minutiae() {
        return minutiae;
    }

    /** Returns the number of (minutia, document) pairs. */
    public int postings() {
        return pairs.length;
    }

    /** Passes each list to the taker, in ascending order of minutiae. */
    void forEach(Taker taker) throws Exception {
        int[] list = new int[documents];
        for (int from = 0; from < pairs.length; ) {
            int count = 0;
            do {
                list[count] = (int) pairs[from + count] & ((1 << DOCUMENT_BITS) - 1);
                count++;
            } while (from + count < pairs.length && !begins(from + count));
            taker.take(minutia(from), list, count);
            from += count;
        }
    }

    /** Returns the size of all lists in the encoding of rivals. */
    long encodedBytes() throws Exception {
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

    /** Lists of documents in reusable arrays. */
    public static final class FoundLists {
        private final IntArrayList documents = new IntArrayList();
        private final IntArrayList ends = new IntArrayList();

        public void clear() {
            documents.clear();
            ends.clear();
        }

        void add(int document) {
            documents.addInt(document);
        }

        /** Ends the current list and starts the next. */
        void end() {
            ends.addInt(documents.size());
        }

        public int size() {
            return ends.size();
        }

        public int documents() {
            return documents.size();
        }

        public int[] list(int i) {
            return IntStream.range(i == 0 ? 0 : ends.getInt(i - 1), ends.getInt(i))
                    .map(documents::getInt)
                    .toArray();
        }
    }

    /**
     * The encoding of lists in rivals: differences of ascending documents, minus one, as variable-length integers with
     * seven bits per byte. There is no count, because stores know the length of a value. Not thread-safe.
     */
    static final class PostingCode {
        private static final int LONGEST = 5;

        private byte[] bytes = new byte[64];
        private int length;

        /** Encodes a list into {@link #bytes}, which is valid until the next call. */
        void encode(int[] documents, int count) {
            if (bytes.length < LONGEST * count) {
                bytes = new byte[2 * LONGEST * count];
            }
            length = 0;
            int before = -1;
            for (int i = 0; i < count; i++) {
                int distance = documents[i] - before - 1;
                before = documents[i];
                while (distance > 0x7F) {
                    bytes[length++] = (byte) (distance | 0x80);
                    distance >>>= 7;
                }
                bytes[length++] = (byte) distance;
            }
        }

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, length);
        }

        /** Decodes the remaining bytes of a buffer, and adds them as one list. */
        static void decode(ByteBuffer from, FoundLists found) {
            int document = -1;
            while (from.hasRemaining()) {
                int distance = 0;
                byte b;
                int shift = 0;
                do {
                    b = from.get();
                    distance |= (b & 0x7F) << shift;
                    shift += 7;
                } while (b < 0);
                document += distance + 1;
                found.add(document);
            }
            found.end();
        }
    }

    /** Minutiae as keys of five bytes, big-endian to keep their order. */
    static final class Keys {
        static final int BYTES = PostingLists.MINUTIA_BITS / Byte.SIZE;

        private Keys() {}

        static void put(byte[] key, long minutia) {
            for (int i = 0; i < BYTES; i++) {
                key[i] = (byte) (minutia >>> (Byte.SIZE * (BYTES - 1 - i)));
            }
        }

        static byte[] of(long minutia) {
            byte[] key = new byte[BYTES];
            put(key, minutia);
            return key;
        }
    }
}
