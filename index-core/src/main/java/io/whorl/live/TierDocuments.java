package io.whorl.live;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents' records, in heap: appended by one thread, and never changed. A reader that knows of a document,
 * because its number was published after the document was added, sees its record; chunks never move.
 */
final class TierDocuments {
    private static final int CHUNK_BITS = 10;
    private static final int MASK = (1 << CHUNK_BITS) - 1;

    /** Some documents, field by field. */
    private static final class Chunk {
        final IdKey[] ids = new IdKey[1 << CHUNK_BITS];
        final byte[][] extras = new byte[1 << CHUNK_BITS][];
        final long[] words = new long[1 << CHUNK_BITS];
        final int[] minutiae = new int[1 << CHUNK_BITS];
        final double[] meanLogs = new double[1 << CHUNK_BITS];
        /** The document of the same id that was added before, or −1. */
        final int[] previous = new int[1 << CHUNK_BITS];
    }

    private final Chunk[] chunks;
    /** The newest document of each id. */
    private final Map<IdKey, Integer> latest = new ConcurrentHashMap<>();

    /** @param most there is room for so many */
    TierDocuments(int most) {
        chunks = new Chunk[(most >>> CHUNK_BITS) + 1];
    }

    /** @param document the next number */
    void add(int document, byte[] id, long words, byte[] extra, int minutiae) {
        if (chunks[document >>> CHUNK_BITS] == null) {
            chunks[document >>> CHUNK_BITS] = new Chunk();
        }
        Chunk chunk = chunk(document);
        int at = document & MASK;
        IdKey key = new IdKey(id.clone());
        Integer previous = latest.get(key);
        chunk.ids[at] = key;
        chunk.extras[at] = extra.clone();
        chunk.words[at] = words;
        chunk.minutiae[at] = minutiae;
        chunk.previous[at] = previous == null ? -1 : previous;
        // Last: who finds the document here goes on to its predecessor.
        latest.put(key, document);
    }

    byte[] id(int document) {
        return chunk(document).ids[document & MASK].bytes().clone();
    }

    byte[] extra(int document) {
        return chunk(document).extras[document & MASK].clone();
    }

    long words(int document) {
        return chunk(document).words[document & MASK];
    }

    long minutiae(int document) {
        return chunk(document).minutiae[document & MASK];
    }

    void meanLog(int document, double value) {
        chunk(document).meanLogs[document & MASK] = value;
    }

    double meanLog(int document) {
        return chunk(document).meanLogs[document & MASK];
    }

    /** The newest document of this id among the first so many, or −1. */
    int find(byte[] id, int documents) {
        int document = latest.getOrDefault(new IdKey(id), -1);
        while (document >= documents) {
            document = chunk(document).previous[document & MASK];
        }
        return document;
    }

    private Chunk chunk(int document) {
        return chunks[document >>> CHUNK_BITS];
    }
}
