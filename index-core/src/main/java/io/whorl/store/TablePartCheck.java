package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a part of the table of a segment and the lists of its minutiae, counts the postings, and verifies that a
 * look-up finds each minutia. One thread; the results may then be read by another.
 */
final class TablePartCheck {
    private static final int BLOCK = 192;

    private final Segment segment;
    private final long documents;
    private final long mostLog;
    private final boolean lookUp;
    private final List<String> problems = new ArrayList<>();
    private Optional<CorruptIndexException> damage = Optional.empty();
    private long minutiae;
    private long singletons;
    private long postings;

    /** @param lookUp whether to look the minutiae up; otherwise, postings are only counted */
    TablePartCheck(Segment segment, boolean lookUp) {
        this.segment = segment;
        this.lookUp = lookUp;
        documents = segment.counts().documents();
        mostLog = LogFrequency.most(documents);
    }

    /** Reads the part up to the first damage that contradicts the file. */
    void run(int part, PostingCounts counts) {
        try {
            count(segment.table().cursor(part), counts);
        } catch (CorruptIndexException e) {
            damage = Optional.of(e);
        }
    }

    private void count(MinutiaCursor cursor, PostingCounts counts) {
        long[] read = new long[BLOCK];
        long[] payloads = new long[BLOCK];
        long[] found = new long[BLOCK];
        MinutiaTable.Scratch scratch = new MinutiaTable.Scratch();
        DocumentLists.Cursor list = null;
        int n;
        do {
            n = 0;
            while (n < BLOCK && cursor.next()) {
                read[n] = cursor.minutia();
                payloads[n++] = cursor.payload();
            }
            if (lookUp) {
                segment.table().findAll(read, 0, n, found, scratch);
                compare(read, payloads, found, n);
            }
            for (int i = 0; i < n; i++) {
                long held = 1;
                if (payloads[i] < documents) {
                    counts.add(payloads[i], 0, read[i], 1);
                } else {
                    list = list(list, payloads[i] - documents);
                    held = holders(list, read[i], counts);
                }
                postings += held;
                singletons += held == 1 ? 1 : 0;
            }
            minutiae += n;
        } while (n == BLOCK);
    }

    private DocumentLists.Cursor list(DocumentLists.Cursor before, long place) {
        if (before == null) {
            return segment.lists().cursor(place);
        }
        before.open(place);
        return before;
    }

    private void compare(long[] read, long[] payloads, long[] found, int n) {
        for (int i = 0; i < n; i++) {
            if (found[i] != payloads[i] && problems.size() < SegmentCheck.MOST) {
                problems.add(
                        "minutia " + Long.toHexString(read[i]) + " is in the table, but a look-up does not find it");
            }
        }
    }

    /** Counts a minutia for its documents, and returns their number. */
    private long holders(DocumentLists.Cursor list, long minutia, PostingCounts counts) {
        long size = list.left();
        long log = Math.min(mostLog, LogFrequency.of(size));
        while (list.next()) {
            counts.add(list.document(), log, minutia, list.frequency());
        }
        return size;
    }

    List<String> problems() {
        return problems;
    }

    /** The damage that ended the part. */
    Optional<CorruptIndexException> damage() {
        return damage;
    }

    long minutiae() {
        return minutiae;
    }

    long singletons() {
        return singletons;
    }

    long postings() {
        return postings;
    }
}
