package io.whorl.cluster;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.hash.SplitMix64;
import io.whorl.internal.Ranges;
import io.whorl.store.DocumentLists;
import io.whorl.store.LongTriples;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import java.io.IOException;

/**
 * The pairs of documents that share a super shingle (BGMZ 5.3), which are worth counting. The sketch of a document is
 * its {@value #SKETCH} smallest minutiae. Every {@value #LENGTH} successive minutiae of the sorted sketch are hashed to
 * a super shingle, and the document keeps the smallest of these. Minutiae that are left out of a document are not in
 * its sketch. One pass over the table gives all sketches, because it is in ascending order. Thread-safe after
 * construction.
 */
final class Candidates {
    /** The minutiae of a sketch. */
    private static final int SKETCH = 128;
    /** The minutiae of a super shingle. */
    private static final int LENGTH = 3;
    /** The minutiae before the last of a super shingle. */
    private static final int BEFORE = LENGTH - 1;
    /** The largest number of documents whose pairs are made at a time. */
    private static final int MOST_TOGETHER = 1 << 20;

    /** For each document the start of its documents before it. */
    private final ScratchLongs starts;

    private final ScratchInts others;

    Candidates(PairTables tables, SimilarityOptions options, ScratchArrays kept, ScratchArrays passing)
            throws IOException {
        Sketches sketches = new Sketches(tables, options.superShingles(), passing);
        sketches.readAll();
        try (LongTriples pairs = passing.triples(2)) {
            try (LongTriples shingles = passing.triples(2)) {
                sketches.addTo(shingles);
                addPairs(shingles.sort(), Math.min(options.maxDf(), MOST_TOGETHER), pairs, tables);
            }
            starts = kept.longs(tables.documents + 1L);
            others = kept.cells(tables.candidates);
            tables.candidates = fill(pairs.sort(), tables.documents);
        }
    }

    /**
     * Adds all pairs of documents that share a super shingle, some more than once.
     *
     * @param maxDf super shingles of more documents are ignored
     */
    private static void addPairs(LongTriples.Sorted shingles, long maxDf, LongTriples pairs, PairTables tables)
            throws IOException {
        IntArrayList together = new IntArrayList();
        for (boolean more = shingles.next(); more; ) {
            long shingle = shingles.first();
            together.clear();
            long n = 0;
            for (; more && shingles.first() == shingle; more = shingles.next()) {
                if (n++ < maxDf) {
                    together.addInt((int) shingles.second());
                }
            }
            if (n > maxDf) {
                tables.ignoredSuperShingles++;
                continue;
            }
            for (int b = 1; b < n; b++) {
                for (int a = 0; a < b; a++) {
                    // Equal super shingles of one document are adjacent; a document is no pair with itself.
                    if (together.getInt(a) < together.getInt(b)) {
                        pairs.add(together.getInt(b), together.getInt(a), 0);
                        tables.candidates++;
                    }
                }
            }
        }
    }

    /** Keeps each pair once; returns their number. */
    private long fill(LongTriples.Sorted pairs, int documents) throws IOException {
        long n = 0;
        long document = 0;
        long other = -1;
        while (pairs.next()) {
            if (pairs.first() != document) {
                while (document < pairs.first()) {
                    starts.set(++document, n);
                }
                other = -1;
            }
            if (pairs.second() != other) {
                other = pairs.second();
                others.set(n++, (int) other);
            }
        }
        while (document < documents) {
            starts.set(++document, n);
        }
        return n;
    }

    /** True if a document is in a pair with a document before it. */
    boolean has(int document) {
        return starts.get(document) < starts.get(document + 1L);
    }

    /** True if a document is in a pair with this one before it. */
    boolean contains(int document, int other) {
        long end = starts.get(document + 1L);
        long at = Ranges.first(starts.get(document), end, i -> others.get(i) >= other);
        return at < end && others.get(at) == other;
    }

    /** The smallest super shingles of all documents. Used once. */
    private static final class Sketches {
        private final PairTables tables;
        private final int most;
        /** For each document the number of minutiae read. */
        private final ScratchInts read;
        /** For each document the hashes of its last minutia and of its last two, which super shingles begin with. */
        private final ScratchLongs begun;
        /** For each document its smallest super shingles, in ascending order. */
        private final ScratchLongs smallest;

        Sketches(PairTables tables, int most, ScratchArrays passing) throws IOException {
            this.tables = tables;
            this.most = most;
            long documents = tables.documents;
            read = passing.cells(documents);
            begun = passing.longs(documents * BEFORE);
            smallest = passing.longs(documents * most);
        }

        void readAll() {
            long documents = tables.documents;
            PairTables.Filter filter = tables.new Filter();
            DocumentLists.Cursor list = null;
            for (MinutiaCursor cursor = tables.segment.table().cursor(); cursor.next(); ) {
                if (cursor.payload() < documents) {
                    read(cursor.payload(), cursor.minutia());
                    continue;
                }
                long place = cursor.payload() - documents;
                if (tables.count(place) < 0) {
                    continue;
                }
                filter.open(place);
                list = tables.lists.cursor(list, place);
                while (list.next()) {
                    if (!filter.leavesOut(list.document())) {
                        read(list.document(), cursor.minutia());
                    }
                }
            }
        }

        private void read(long document, long minutia) {
            int n = read.get(document);
            if (n == SKETCH || !tables.families.isFirst((int) document)) {
                return;
            }
            read.set(document, n + 1);
            if (n >= BEFORE) {
                add(document, n - BEFORE, SplitMix64.mix(begun.get(document * BEFORE + 1) ^ minutia));
            }
            begun.set(document * BEFORE + 1, SplitMix64.mix(begun.get(document * BEFORE) ^ minutia));
            begun.set(document * BEFORE, SplitMix64.mix(LENGTH ^ minutia));
        }

        /** @param earlier the number of super shingles of the document before this one */
        private void add(long document, int earlier, long shingle) {
            long at = document * most;
            if (earlier >= most && shingle >= smallest.get(at + most - 1)) {
                return;
            }
            int place = Math.min(earlier, most - 1);
            for (; place > 0 && smallest.get(at + place - 1) > shingle; place--) {
                smallest.set(at + place, smallest.get(at + place - 1));
            }
            smallest.set(at + place, shingle);
        }

        void addTo(LongTriples shingles) throws IOException {
            for (int d = 0; d < tables.documents; d++) {
                int n = read.get(d);
                if (n > 0 && n < LENGTH) {
                    // Too few for a super shingle: documents with just these minutiae are a pair.
                    shingles.add(begun.get((long) d * BEFORE + n - 1), d, 0);
                }
                tables.tooShort += n < LENGTH && tables.families.isFirst(d) ? 1 : 0;
                for (int i = 0; i < Math.min(most, n - BEFORE); i++) {
                    shingles.add(smallest.get((long) d * most + i), d, 0);
                }
            }
        }
    }
}
