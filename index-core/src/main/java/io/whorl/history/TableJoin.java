package io.whorl.history;

import io.whorl.pairs.LongTriples;
import io.whorl.score.TermWeights;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Reads the minutiae of two indexes in ascending order, in one pass over both tables, and finds those that both have.
 * It counts the minutiae that documents of the same id share, and collects for each document without a partner the
 * lists of the other index to which its minutiae lead. Used once.
 */
final class TableJoin {
    /** Weights of minutiae in so few documents are computed once. */
    private static final int CACHED = 1 << 12;
    /** Minutiae between two reports of the progress. */
    private static final int INTERVAL = 1 << 16;

    private final IndexSide older;
    private final IndexSide newer;
    private final SameIds same;
    private final long maxDf;
    private final boolean weighted;
    private final long documents;
    private final long[] cache = new long[CACHED];
    private final LongConsumer progress;
    private long ignored;
    private long read;

    /**
     * @param weighted whether the measure needs weights
     * @param progress receives the number of minutiae read, now and then
     */
    TableJoin(IndexSide older, IndexSide newer, SameIds same, long maxDf, boolean weighted, LongConsumer progress) {
        this.older = older;
        this.newer = newer;
        this.same = same;
        this.maxDf = maxDf;
        this.weighted = weighted;
        this.progress = progress;
        documents = (long) older.documents() + newer.documents();
    }

    /**
     * Reads both tables.
     *
     * @param memory bytes of heap for each of the two cursors
     * @param ahead whether threads decode both tables ahead
     * @param fromOlder receives for documents of the old index: the document, a payload of the new index, a weight
     * @param fromNewer receives the same for documents of the new index
     */
    void run(long memory, boolean ahead, LongTriples fromOlder, LongTriples fromNewer) throws IOException {
        try (MinutiaBlocks a = new MinutiaBlocks(older.segment().table().ascending(memory), ahead);
                MinutiaBlocks b = new MinutiaBlocks(newer.segment().table().ascending(memory), ahead)) {
            run(a, b, fromOlder, fromNewer);
        }
    }

    private void run(MinutiaBlocks a, MinutiaBlocks b, LongTriples fromOlder, LongTriples fromNewer)
            throws IOException {
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA || moreB) {
            int order = !moreA ? 1 : !moreB ? -1 : Long.compareUnsigned(a.minutia(), b.minutia());
            if (order == 0) {
                both(a.payload(), b.payload(), fromOlder, fromNewer);
            } else if (weighted) {
                alone(order < 0 ? older : newer, order < 0 ? a.payload() : b.payload());
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
            if ((++read & INTERVAL - 1) == 0) {
                progress.accept(read);
            }
        }
    }

    private void alone(IndexSide side, long payload) {
        int n = side.read(payload);
        side.weigh(side.holders(), n, rarity(n));
    }

    private void both(long payloadA, long payloadB, LongTriples fromOlder, LongTriples fromNewer) throws IOException {
        int a = older.read(payloadA);
        int b = newer.read(payloadB);
        long weight = weighted ? rarity((long) a + b) : 0;
        if (weighted) {
            older.weigh(older.holders(), a, weight);
            newer.weigh(newer.holders(), b, weight);
        }
        same.add(a, b, weight);
        lead(older, a, payloadB, b, weight, fromOlder);
        lead(newer, b, payloadA, a, weight, fromNewer);
    }

    /** Leads documents without a partner to the holders of a minutia in the other index. */
    private void lead(IndexSide side, int n, long payload, int others, long weight, LongTriples to) throws IOException {
        if (others > maxDf) {
            ignored++;
            return;
        }
        for (int i = 0; i < n; i++) {
            int document = side.holders()[i];
            if (side.isWanted(document)) {
                to.add(document, payload, weight);
            }
        }
    }

    private long rarity(long holders) {
        if (holders >= CACHED) {
            return TermWeights.rarity(documents, holders);
        }
        int h = (int) holders;
        cache[h] = cache[h] == 0 ? TermWeights.rarity(documents, holders) : cache[h];
        return cache[h];
    }

    /** The number of minutiae that led to no document of an index, because too many hold them; for each index. */
    long ignored() {
        return ignored;
    }
}
