package io.whorl.pairs;

import io.whorl.hash.SplitMix64;
import io.whorl.store.AscendingCursor;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Arrays;

/**
 * Finds the pairs of documents that share a super shingle (BGMZ 5.3). The sketch of a document is its {@value #SKETCH}
 * smallest minutiae. Every {@value #LENGTH} successive minutiae of the sorted sketch are hashed to a super shingle, and
 * the document keeps the smallest of these. Minutiae that are left out of a document are not in its sketch. One pass
 * over the table gives all sketches, because it is in ascending order. Used once.
 */
final class SuperShingles {
    /** The minutiae of a sketch. */
    static final int SKETCH = 128;
    /** The minutiae of a super shingle. */
    static final int LENGTH = 3;
    /** The largest number of documents whose pairs are made at a time. */
    private static final int MOST_TOGETHER = 1 << 20;

    private final PairTables tables;
    private final int most;
    private final long maxDf;
    /** For each document the number of minutiae read. */
    private final ScratchInts read;
    /** For each document its last minutiae. */
    private final ScratchLongs last;
    /** For each document its smallest super shingles, in ascending order. */
    private final ScratchLongs smallest;
    /** For each document the number of these. */
    private final ScratchInts held;

    private int[] together = new int[16];
    private long pairs;
    private long ignored;
    private long tooShort;

    /**
     * @param most the largest number of super shingles of a document
     * @param maxDf super shingles of more documents are ignored
     */
    SuperShingles(PairTables tables, int most, long maxDf, PairScratch passing) throws IOException {
        this.tables = tables;
        this.most = most;
        this.maxDf = Math.min(maxDf, MOST_TOGETHER);
        long documents = tables.documents();
        read = passing.cells(documents);
        last = passing.longs(documents * (LENGTH - 1));
        smallest = passing.longs(documents * most);
        held = passing.cells(documents);
    }

    /** @param sorting bytes of heap for sorting */
    Candidates candidates(PairScratch kept, long sorting, ScratchSpace space) throws IOException {
        readAll(sorting);
        try (LongTriples byDocument = new LongTriples(sorting / 2, space)) {
            try (LongTriples byShingle = new LongTriples(sorting / 2, space)) {
                addShingles(byShingle);
                byShingle.sort();
                addPairs(byShingle, byDocument);
            }
            byDocument.sort();
            return new Candidates(byDocument, pairs, tables.documents(), ignored, tooShort, kept);
        }
    }

    private void readAll(long memory) {
        Segment segment = tables.segment();
        long documents = tables.documents();
        LeftOut.Filter filter = tables.leftOut().filter();
        DocumentLists.Cursor list = null;
        for (AscendingCursor cursor = segment.table().ascending(memory); cursor.next(); ) {
            if (cursor.payload() < documents) {
                read(cursor.payload(), cursor.minutia());
                continue;
            }
            long place = cursor.payload() - documents;
            if (tables.counts().isIgnored(place)) {
                continue;
            }
            boolean partial = tables.leftOut().isPartial(place);
            if (partial) {
                filter.open(place);
            }
            if (list == null) {
                list = segment.lists().cursor(place);
            } else {
                list.open(place);
            }
            while (list.next()) {
                if (!(partial && filter.leavesOut(list.document()))) {
                    read(list.document(), cursor.minutia());
                }
            }
        }
    }

    private void read(long document, long minutia) {
        int n = read.get(document);
        if (n == SKETCH || !tables.families().isFirst((int) document)) {
            return;
        }
        read.set(document, n + 1);
        long at = document * (LENGTH - 1);
        if (n >= LENGTH - 1) {
            add(document, shingle(at, LENGTH - 1, minutia));
            for (int i = 0; i < LENGTH - 2; i++) {
                last.set(at + i, last.get(at + i + 1));
            }
            last.set(at + LENGTH - 2, minutia);
        } else {
            last.set(at + n, minutia);
        }
    }

    private long shingle(long at, int before, long minutia) {
        long hash = LENGTH;
        for (int i = 0; i < before; i++) {
            hash = SplitMix64.mix(hash ^ last.get(at + i));
        }
        return SplitMix64.mix(hash ^ minutia);
    }

    private void add(long document, long shingle) {
        long at = document * most;
        int n = held.get(document);
        if (n == most && shingle >= smallest.get(at + n - 1)) {
            return;
        }
        int place = n == most ? n - 1 : n;
        for (; place > 0 && smallest.get(at + place - 1) > shingle; place--) {
            smallest.set(at + place, smallest.get(at + place - 1));
        }
        smallest.set(at + place, shingle);
        held.set(document, n == most ? n : n + 1);
    }

    private void addShingles(LongTriples byShingle) throws IOException {
        for (int d = 0; d < tables.documents(); d++) {
            int n = read.get(d);
            if (n > 0 && n < LENGTH) {
                // Too few for a super shingle: documents with just these minutiae are a pair.
                add(d, shingle((long) d * (LENGTH - 1), n - 1, last.get((long) d * (LENGTH - 1) + n - 1)));
            }
            tooShort += n < LENGTH && tables.families().isFirst(d) ? 1 : 0;
            for (int i = 0; i < held.get(d); i++) {
                byShingle.add(smallest.get((long) d * most + i), d, 0);
            }
        }
    }

    private void addPairs(LongTriples byShingle, LongTriples byDocument) throws IOException {
        long shingle = 0;
        long n = 0;
        while (byShingle.next()) {
            if (n > 0 && byShingle.first() != shingle) {
                addPairs(n, byDocument);
                n = 0;
            }
            shingle = byShingle.first();
            if (n < maxDf) {
                if (n == together.length) {
                    together = Arrays.copyOf(together, together.length * 2);
                }
                together[(int) n] = (int) byShingle.second();
            }
            n++;
        }
        addPairs(n, byDocument);
    }

    private void addPairs(long n, LongTriples byDocument) throws IOException {
        if (n > maxDf) {
            ignored++;
            return;
        }
        for (int b = 1; b < n; b++) {
            for (int a = 0; a < b; a++) {
                // Equal super shingles of one document are adjacent; a document is no pair with itself.
                if (together[a] < together[b]) {
                    byDocument.add(together[b], together[a], 0);
                    pairs++;
                }
            }
        }
    }
}
