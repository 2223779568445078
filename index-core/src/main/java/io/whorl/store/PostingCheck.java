package io.whorl.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Reads a segment's table and lists, and verifies that every minutia is found where it stands, that counts agree, that
 * no mean logarithm is less than the segment's own lists make it, and that families are rings whose aliases have no
 * postings. Counts postings of some documents at a time, so that heap hardly grows with the documents. Used once.
 */
final class PostingCheck {
    /** Bytes of heap for a document of the window. */
    static final int DOCUMENT = Integer.BYTES + Long.BYTES;

    private final Segment segment;
    private final Consumer<String> problems;
    private final int documents;
    private final int[] counts;
    /** The sums of ln f_t of the same documents. */
    private final long[] logs;

    private final long mostLog;
    private final BitSet aliases = new BitSet();
    private long from;

    /**
     * @param window documents whose postings are counted at a time, at least 1
     * @param problems told of each problem found
     * @throws ArithmeticException if the segment says that it has more documents than a segment can have
     */
    PostingCheck(Segment segment, int window, Consumer<String> problems) {
        this.segment = segment;
        this.problems = problems;
        documents = Math.toIntExact(segment.counts().documents());
        counts = new int[Math.min(documents, window)];
        logs = new long[counts.length];
        mostLog = LogFrequency.most(documents);
    }

    void run() {
        families();
        table();
        compare();
        for (from = counts.length; from < documents; from += counts.length) {
            count();
            compare();
        }
    }

    private void families() {
        Families families = segment.families();
        if (families.isEmpty()) {
            return;
        }
        for (int first = 0; first < documents; first++) {
            if (!aliases.get(first)) {
                family(families, first);
            }
        }
        if (aliases.isEmpty()) {
            problems.accept("it has a section of families, and no document shares its postings");
        }
    }

    private void family(Families families, int first) {
        int before = first;
        for (int member = (int) families.next(first); member != first; member = (int) families.next(member)) {
            if (member < before) {
                problems.accept("document " + before + " ends a family at " + member + " that " + first + " begins");
                return;
            }
            if (aliases.get(member)) {
                problems.accept("document " + member + " is of two families, one of them that of " + first);
                return;
            }
            aliases.set(member);
            long minutiae = segment.documents().minutiae(member);
            if (minutiae == 0 || minutiae != segment.documents().minutiae(first)) {
                problems.accept("document " + member + " is an alias of " + first + ", and has " + minutiae
                        + " minutiae, the other " + segment.documents().minutiae(first));
            }
            if (segment.documents().meanLog(member) != segment.documents().meanLog(first)) {
                problems.accept("document " + member + " is an alias of " + first + ", and has another mean logarithm");
            }
            before = member;
        }
    }

    private void table() {
        long minutiae = 0;
        long singletons = 0;
        long postings = 0;
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            if (segment.table().find(cursor.minutia()) != cursor.payload()) {
                problems.accept("minutia " + Long.toHexString(cursor.minutia()) + " is not found where it stands");
            }
            long held = holders(cursor.payload());
            minutiae++;
            postings += held;
            singletons += held == 1 ? 1 : 0;
        }
        agree("minutiae", segment.counts().minutiae(), minutiae);
        agree("singletons", segment.counts().singletons(), singletons);
        agree("postings", segment.counts().postings(), postings);
    }

    private void count() {
        Arrays.fill(counts, 0);
        Arrays.fill(logs, 0);
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            holders(cursor.payload());
        }
    }

    /** Counts a minutia for those of its holders that are in the window; returns how many holders it has. */
    private long holders(long payload) {
        if (payload < documents) {
            count(payload, 0);
            return 1;
        }
        DocumentLists.Cursor list = segment.lists().cursor(payload - documents);
        long size = list.left();
        long log = Math.min(mostLog, LogFrequency.of(size));
        while (list.next()) {
            count(list.document(), log);
        }
        return size;
    }

    private void count(long document, long log) {
        if (document >= documents) {
            throw segment.damaged(Section.TABLE, "a minutia is held by document " + document + " of " + documents);
        }
        long at = document - from;
        if (at >= 0 && at < counts.length) {
            counts[(int) at]++;
            logs[(int) at] += log;
        }
    }

    private void compare() {
        for (int i = 0; i < counts.length && from + i < documents; i++) {
            int document = (int) from + i;
            long expected = aliases.get(document) ? 0 : segment.documents().minutiae(document);
            if (counts[i] != expected) {
                problems.accept(
                        "document " + document + " has " + counts[i] + " minutiae where its record says " + expected);
                continue;
            }
            double least = LogFrequency.value(LogFrequency.mean(logs[i], counts[i]));
            double mean = segment.documents().meanLog(document);
            if (mean < least || expected == 0 && mean != 0 && !aliases.get(document)) {
                problems.accept("document " + document + " has a mean logarithm of " + mean
                        + " where its lists make it " + (expected == 0 ? "0" : least + " or more"));
            }
        }
    }

    private void agree(String what, long said, long found) {
        if (said != found) {
            problems.accept("the header says " + said + " " + what + ", and there are " + found);
        }
    }
}
