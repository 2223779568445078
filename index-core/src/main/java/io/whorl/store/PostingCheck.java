package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Reads the table and the lists of a segment. Verifies that each minutia is found by a look-up, that counts agree, that
 * no mean logarithm is less than the lists of the segment require, and that families are rings whose aliases have no
 * postings, and that stored fingerprints agree with the postings. Counts the postings of a window of documents at a
 * time, so that heap hardly grows with the documents. Threads read parts of the table; the parts and the order of the
 * problems do not depend on their number. Used once.
 */
final class PostingCheck {
    private final Segment segment;
    private final ParallelTasks.Runner threads;
    private final Consumer<String> problems;
    private final int documents;
    private final int window;
    private final List<PostingCounts> all = new ArrayList<>();
    private final BlockingQueue<PostingCounts> idle;
    private final BitSet aliases = new BitSet();
    private long from;

    /**
     * @param window documents whose postings each worker counts at a time, at least 1
     * @param threads run the parts
     * @param workers how many parts are read at a time
     * @param problems receives each problem
     * @throws ArithmeticException if the header has more documents than a segment can have
     */
    PostingCheck(Segment segment, int window, ParallelTasks.Runner threads, int workers, Consumer<String> problems) {
        this.segment = segment;
        this.threads = threads;
        this.problems = problems;
        documents = Math.toIntExact(segment.counts().documents());
        this.window = Math.min(documents, window);
        for (int i = 0; i < workers; i++) {
            all.add(new PostingCounts(segment, this.window));
        }
        idle = new ArrayBlockingQueue<>(workers, false, all);
    }

    void run() throws IOException {
        families();
        table(true);
        compare();
        for (from = window; from < documents; from += window) {
            table(false);
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

    /**
     * Counts the postings of the window.
     *
     * @param first whether this is the first pass, which also verifies the table itself
     */
    private void table(boolean first) throws IOException {
        all.forEach(counts -> counts.begin(from));
        List<TablePartCheck> parts = new ArrayList<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < segment.table().parts(); i++) {
            int number = i;
            TablePartCheck part = new TablePartCheck(segment, first);
            parts.add(part);
            tasks.add(() -> MappingFault.settled(() -> {
                PostingCounts counts = idle.take();
                try {
                    part.run(number, counts);
                } finally {
                    idle.add(counts);
                }
                return null;
            }));
        }
        threads.runAll(tasks);
        for (TablePartCheck part : parts) {
            part.problems().forEach(problems);
            if (part.damage().isPresent()) {
                throw part.damage().get();
            }
        }
        all.subList(1, all.size()).forEach(all.get(0)::addAll);
        if (first) {
            agree("minutiae", segment.counts().minutiae(), parts.stream().mapToLong(TablePartCheck::minutiae));
            agree("singletons", segment.counts().singletons(), parts.stream().mapToLong(TablePartCheck::singletons));
            agree("postings", segment.counts().postings(), parts.stream().mapToLong(TablePartCheck::postings));
        }
    }

    private void agree(String what, long said, LongStream ofParts) {
        long found = ofParts.sum();
        if (said != found) {
            problems.accept("the header says " + said + " " + what + "; there are " + found);
        }
    }

    private void compare() {
        PostingCounts counts = all.get(0);
        for (int i = 0; i < window && from + i < documents; i++) {
            int document = (int) from + i;
            long expected = aliases.get(document) ? 0 : segment.documents().minutiae(document);
            if (counts.minutiae(i) != expected) {
                problems.accept("document " + document + " has " + counts.minutiae(i) + " minutiae; its record says "
                        + expected);
                continue;
            }
            double least = LogFrequency.value(LogFrequency.mean(counts.logs(i), counts.minutiae(i)));
            double mean = segment.documents().meanLog(document);
            if (mean < least || expected == 0 && mean != 0 && !aliases.get(document)) {
                problems.accept("document " + document + " has a mean logarithm of " + mean + "; its lists require "
                        + (expected == 0 ? "0" : least + " or more"));
            }
            if (segment.fingerprints().isStored()) {
                fingerprint(document, i);
            }
        }
    }

    private void fingerprint(int document, int i) {
        // Also verifies that the stored bytes can be decoded.
        StoredFingerprint stored = segment.fingerprints().fingerprint(document);
        // The sum of an alias is that of the first document of its family.
        if (!aliases.get(document) && !all.get(0).agrees(i, stored)) {
            problems.accept("the stored fingerprint of document " + document + " differs from its postings");
        }
    }
}
