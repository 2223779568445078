package io.whorl.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Reads the table and the lists of a segment. Verifies that each minutia is found by a look-up, that counts agree, that
 * no mean logarithm is less than the lists of the segment require, and that families are rings whose aliases have no
 * postings, and that stored fingerprints agree with the postings. Counts the postings of a window of documents at a
 * time, so that heap hardly grows with the documents. Used once.
 */
final class PostingCheck {
    private static final int DOCUMENT = Integer.BYTES + Long.BYTES;

    private final Segment segment;
    private final Consumer<String> problems;
    private final int documents;
    private final int[] counts;
    /** The sums of ln f_t of the documents in the window. */
    private final long[] logs;
    /** The sums of the hashes of the postings of the documents in the window; empty if no fingerprints are stored. */
    private final long[] hashes;

    private final long mostLog;
    private final BitSet aliases = new BitSet();
    private long from;

    /**
     * @param window documents whose postings are counted at a time, at least 1
     * @param problems receives each problem
     * @throws ArithmeticException if the header has more documents than a segment can have
     */
    PostingCheck(Segment segment, int window, Consumer<String> problems) {
        this.segment = segment;
        this.problems = problems;
        documents = Math.toIntExact(segment.counts().documents());
        counts = new int[Math.min(documents, window)];
        logs = new long[counts.length];
        hashes = new long[segment.fingerprints().isStored() ? counts.length : 0];
        mostLog = LogFrequency.most(documents);
    }

    /** Bytes of heap per document of the window. */
    static int documentBytes(Segment segment) {
        return DOCUMENT + (segment.fingerprints().isStored() ? Long.BYTES : 0);
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
            problems.accept("it has a section of families, but no documents share postings");
        }
    }

    private void family(Families families, int first) {
        int before = first;
        for (int member = (int) families.next(first); member != first; member = (int) families.next(member)) {
            if (member < before) {
                problems.accept(
                        "document " + before + " is followed by " + member + " in the family of document " + first);
                return;
            }
            if (aliases.get(member)) {
                problems.accept("document " + member + " is in two families; one is that of document " + first);
                return;
            }
            aliases.set(member);
            long minutiae = segment.documents().minutiae(member);
            if (minutiae == 0 || minutiae != segment.documents().minutiae(first)) {
                problems.accept("document " + member + " is an alias of " + first + ", but has " + minutiae
                        + " minutiae; document " + first + " has "
                        + segment.documents().minutiae(first));
            }
            if (segment.fingerprints().isStored()
                    && !Arrays.equals(
                            segment.fingerprints().stored(member),
                            segment.fingerprints().stored(first))) {
                problems.accept(
                        "document " + member + " is an alias of " + first + ", but has another stored fingerprint");
            }
            if (segment.documents().meanLog(member) != segment.documents().meanLog(first)) {
                problems.accept("document " + member + " is an alias of " + first + ", but has another mean logarithm");
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
                problems.accept("minutia " + Long.toHexString(cursor.minutia())
                        + " is in the table, but a look-up does not find it");
            }
            long held = holders(cursor.minutia(), cursor.payload());
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
        Arrays.fill(hashes, 0);
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            holders(cursor.minutia(), cursor.payload());
        }
    }

    /**
     * Counts a minutia for those of its documents that are in the window.
     *
     * @return the number of documents that hold the minutia
     */
    private long holders(long minutia, long payload) {
        if (payload < documents) {
            count(payload, 0, minutia, 1);
            return 1;
        }
        DocumentLists.Cursor list = segment.lists().cursor(payload - documents);
        long size = list.left();
        long log = Math.min(mostLog, LogFrequency.of(size));
        while (list.next()) {
            count(list.document(), log, minutia, list.frequency());
        }
        return size;
    }

    private void count(long document, long log, long minutia, long frequency) {
        if (document >= documents) {
            throw segment.damaged(
                    Section.TABLE, "a minutia refers to document " + document + "; the segment has " + documents);
        }
        long at = document - from;
        if (at >= 0 && at < counts.length) {
            counts[(int) at]++;
            logs[(int) at] += log;
            if (hashes.length > 0) {
                hashes[(int) at] += hash(minutia, frequency);
            }
        }
    }

    private void compare() {
        for (int i = 0; i < counts.length && from + i < documents; i++) {
            int document = (int) from + i;
            long expected = aliases.get(document) ? 0 : segment.documents().minutiae(document);
            if (counts[i] != expected) {
                problems.accept(
                        "document " + document + " has " + counts[i] + " minutiae; its record says " + expected);
                continue;
            }
            double least = LogFrequency.value(LogFrequency.mean(logs[i], counts[i]));
            double mean = segment.documents().meanLog(document);
            if (mean < least || expected == 0 && mean != 0 && !aliases.get(document)) {
                problems.accept("document " + document + " has a mean logarithm of " + mean + "; its lists require "
                        + (expected == 0 ? "0" : least + " or more"));
            }
            fingerprint(document, i);
        }
    }

    /** Compares sums of hashes, so that no list is searched for a document. */
    private void fingerprint(int document, int i) {
        if (hashes.length == 0) {
            return;
        }
        StoredFingerprint stored = segment.fingerprints().fingerprint(document);
        if (aliases.get(document)) {
            // The sum of its family is that of the first document.
            return;
        }
        long sum = 0;
        for (int m = 0; m < stored.minutiae().length; m++) {
            sum += hash(stored.minutiae()[m], stored.frequencies().length == 0 ? 1 : stored.frequencies()[m]);
        }
        if (sum != hashes[i]) {
            problems.accept("the stored fingerprint of document " + document + " differs from its postings");
        }
    }

    private static long hash(long minutia, long frequency) {
        long h = minutia * 0x9E3779B97F4A7C15L + frequency;
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }

    private void agree(String what, long said, long found) {
        if (said != found) {
            problems.accept("the header says " + said + " " + what + "; there are " + found);
        }
    }
}
