package io.whorl.live;

import io.whorl.store.DocumentForms;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents of the tier, in heap. One thread appends; nothing changes afterwards, and blocks never move. A document
 * number is published after the document was added, so a reader that knows the number sees the document.
 */
final class TierDocuments {
    private static final int BLOCK_BITS = 10;
    private static final int MASK = (1 << BLOCK_BITS) - 1;

    /** The fields of some documents, one array per field. */
    private static final class Block {
        final IdKey[] ids = new IdKey[1 << BLOCK_BITS];
        final byte[][] extras = new byte[1 << BLOCK_BITS][];
        final DocumentForms[] forms = new DocumentForms[1 << BLOCK_BITS];
        final long[] dates = new long[1 << BLOCK_BITS];
        final long[] words = new long[1 << BLOCK_BITS];
        final int[] minutiae = new int[1 << BLOCK_BITS];
        final double[] meanLogs = new double[1 << BLOCK_BITS];
        /** The previous document of the same id, or −1. */
        final int[] previous = new int[1 << BLOCK_BITS];
    }

    private final Block[] blocks;
    /** The newest document of each id. A concurrent map, because views look ids up while the writer adds. */
    private final Map<IdKey, Integer> latest = new ConcurrentHashMap<>();

    /** @param most capacity in documents */
    TierDocuments(int most) {
        blocks = new Block[(most >>> BLOCK_BITS) + 1];
    }

    /** @param document the next document number */
    void add(int document, byte[] id, long words, byte[] extra, int minutiae, DocumentForms stored, long date) {
        if (blocks[document >>> BLOCK_BITS] == null) {
            blocks[document >>> BLOCK_BITS] = new Block();
        }
        Block block = block(document);
        int at = document & MASK;
        IdKey key = new IdKey(id.clone());
        Integer previous = latest.get(key);
        block.ids[at] = key;
        block.extras[at] = extra.clone();
        block.forms[at] = stored;
        block.dates[at] = date;
        block.words[at] = words;
        block.minutiae[at] = minutiae;
        block.previous[at] = previous == null ? -1 : previous;
        // Published last: a reader that finds this document follows its link to the previous one.
        latest.put(key, document);
    }

    byte[] id(int document) {
        return block(document).ids[document & MASK].bytes().clone();
    }

    byte[] extra(int document) {
        return block(document).extras[document & MASK].clone();
    }

    /** Shared: the stored forms must not be changed. */
    DocumentForms stored(int document) {
        return block(document).forms[document & MASK];
    }

    long date(int document) {
        return block(document).dates[document & MASK];
    }

    long words(int document) {
        return block(document).words[document & MASK];
    }

    long minutiae(int document) {
        return block(document).minutiae[document & MASK];
    }

    void meanLog(int document, double value) {
        block(document).meanLogs[document & MASK] = value;
    }

    double meanLog(int document) {
        return block(document).meanLogs[document & MASK];
    }

    /** The newest document of an id among the first {@code documents} documents, or −1. */
    int find(byte[] id, int documents) {
        int document = latest.getOrDefault(new IdKey(id), -1);
        while (document >= documents) {
            document = block(document).previous[document & MASK];
        }
        return document;
    }

    private Block block(int document) {
        return blocks[document >>> BLOCK_BITS];
    }
}
