package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.DocumentTable.Families;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a whole segment and verifies what opening it trusts.
 *
 * <pre>
 * checksums ─► families ─► table, then lists                                ─► ids, texts, dates
 *                          (threads read parts of the table; PostingCounts)    (in order)
 * </pre>
 *
 * <ol>
 *   <li>Contents are read only if all checksums match.
 *   <li>Each minutia is found by a look-up; a second copy of one is not. Families are rings, and aliases have no
 *       postings.
 *   <li>Counts, weights and stored fingerprints agree with the postings.
 *   <li>Heap hardly grows with the documents and lists, and the problems and their order do not depend on the threads.
 * </ol>
 */
public final class SegmentCheck {
    /** Maximum number of problems to report. */
    static final int MOST = 100;

    private static final int HEAP_SHARE = 16;

    private final Segment segment;
    private final long count;
    private final List<String> problems = new ArrayList<>();
    private final BitSet aliases = new BitSet();
    private final List<PostingCounts> all = new ArrayList<>();

    SegmentCheck(Segment segment) {
        this.segment = segment;
        count = segment.counts().documents();
    }

    /**
     * Verifies the checksums before a merge copies the contents. Otherwise damage would be written again, with valid
     * checksums.
     *
     * @param forms whether to verify stored texts and fingerprints too
     * @throws CorruptIndexException that names the file and the section
     */
    public static void requireChecksums(Segment segment, boolean forms, ParallelTasks.Runner threads)
            throws IOException {
        CheckedFile file = segment.checkedFile();
        SegmentHeader header = segment.header();
        segment.reading(() -> {
            long end = forms ? header.end() : header.offset(Section.TEXTS);
            List<CheckedFile.Bytes> damaged = new ArrayList<>(file.damaged(header.start(), end, threads));
            if (!forms) {
                damaged.addAll(
                        file.damaged(header.offset(Section.DATES), header.offset(Section.FINGERPRINTS), threads));
            }
            for (CheckedFile.Bytes bytes : damaged) {
                throw new CorruptIndexException(segment.file(), bytes.from(), mismatch(segment, bytes));
            }
            return null;
        });
    }

    private static String mismatch(Segment segment, CheckedFile.Bytes bytes) {
        SegmentHeader header = segment.header();
        String sections = Stream.of(Section.values())
                .filter(s -> header.length(s) > 0
                        && header.offset(s) < bytes.to()
                        && header.offset(s) + header.length(s) > bytes.from())
                .map(Section::name)
                .collect(Collectors.joining(", "));
        return "bytes " + bytes.from() + " to " + bytes.to() + " of " + sections + ": the checksum does not match";
    }

    /**
     * Verifies a segment. Uses at most a sixteenth of the heap, and one bit per document; if that is too little, also a
     * scratch file in the directory of {@code java.io.tmpdir}.
     *
     * @return a description of each problem, with its location; empty if there is none
     */
    public static List<String> problems(Segment segment) throws IOException {
        return problems(segment, ParallelTasks::runInTurn, 1);
    }

    /**
     * The same on several threads.
     *
     * @param workers the number of threads, at least 1; fewer are used if counts for each do not fit the memory
     */
    public static List<String> problems(Segment segment, ParallelTasks.Runner threads, int workers) throws IOException {
        long memory = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        long fitting = Math.max(1, memory / Math.max(1, PostingCounts.bytes(segment)));
        return problems(segment, memory, threads, (int) Math.min(workers, fitting));
    }

    /** @param memory bytes of heap for what is counted of documents and lists */
    static List<String> problems(Segment segment, long memory, ParallelTasks.Runner threads, int workers)
            throws IOException {
        SegmentCheck check = new SegmentCheck(segment);
        return segment.reading(() -> {
            check.bytes(threads);
            if (check.problems.isEmpty()) {
                try {
                    check.postings(threads, memory, workers);
                    check.documents();
                } catch (CorruptIndexException e) {
                    check.problem("byte " + e.offset() + ": " + e.reason());
                }
            }
            return List.copyOf(check.problems);
        });
    }

    /** Verifies that each byte of a segment is as it was written, but not what the bytes say. */
    public static List<String> problemsOfBytes(Segment segment, ParallelTasks.Runner threads) throws IOException {
        SegmentCheck check = new SegmentCheck(segment);
        return segment.reading(() -> {
            check.bytes(threads);
            return List.copyOf(check.problems);
        });
    }

    private void problem(String what) {
        if (problems.size() < MOST) {
            problems.add(segment.file().getFileName() + ": " + what);
        }
    }

    private void bytes(ParallelTasks.Runner threads) throws IOException {
        segment.checkedFile()
                .damagedChecksums()
                .ifPresent(bytes -> problem("bytes " + bytes.from() + " to " + bytes.to()
                        + ", the checksums of the blocks: their checksum does not match"));
        for (CheckedFile.Bytes bytes : segment.checkedFile()
                .damaged(segment.header().start(), segment.header().end(), threads)) {
            problem(mismatch(segment, bytes));
        }
    }

    /** The postings are compared with the stored fingerprints where they are counted. */
    private void documents() {
        DocumentTable documents = segment.documents();
        long words = 0;
        byte[] before = {};
        long largest = 0;
        for (long d = 0; d < count; d++) {
            largest = Math.max(largest, DocumentTable.dateNumber(documents.date(d)));
            byte[] id = documents.idBytes(d);
            if (Arrays.compareUnsigned(before, id) >= 0) {
                problem("the id of document " + d + " is not greater than the previous one");
            }
            before = id;
            words += documents.words(d);
            if (documents.forms(Form.TEXT).isStored()) {
                segment.text(d);
            }
        }
        for (Form form : Form.values()) {
            DocumentTable.FormTable forms = documents.forms(form);
            long end = 0;
            for (long d = 0; d < count && forms.isStored(); d++) {
                end += forms.bytes(d);
            }
            if (end != segment.section(form.section).length()) {
                problem("the forms in " + form.section + " end at byte " + end + " of "
                        + segment.section(form.section).length());
            }
        }
        int width = segment.header().width(Section.DATES);
        int needed = largest == 0 ? 0 : FixedNumbers.width(largest);
        if (width != needed) {
            problem("the header says that a date has " + width + " bytes; the dates need " + needed);
        }
        if (words != segment.counts().words()) {
            problem("the header says " + segment.counts().words() + " words; there are " + words);
        }
    }

    /**
     * Reads the table and the lists. A mean logarithm must not be less than the lists of the segment require; it may be
     * more.
     *
     * @throws ArithmeticException if the header has more documents than a segment can have
     */
    void postings(ParallelTasks.Runner threads, long memory, int workers) throws IOException {
        families(Math.toIntExact(count));
        long misplaced = segment.lists().misplaced();
        if (misplaced > 0) {
            problem(misplaced + " lists do not begin where the one before them ends");
        }
        ScratchSpace space = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")));
        try (ScratchArrays arrays = new ScratchArrays(memory, space)) {
            for (int i = 0; i < workers; i++) {
                all.add(new PostingCounts(arrays));
            }
            table(threads);
            compare(all.get(0));
        }
    }

    private void families(int documents) {
        Families families = segment.documents().families();
        if (families.isEmpty()) {
            return;
        }
        for (int first = 0; first < documents; first++) {
            if (!aliases.get(first)) {
                family(families, first);
            }
        }
        if (aliases.isEmpty()) {
            problem("it has a section of families, but no documents share postings");
        }
    }

    private void family(Families families, int first) {
        int before = first;
        for (int member = (int) families.next(first); member != first; member = (int) families.next(member)) {
            if (member < before) {
                problem("document " + before + " is followed by " + member + " in the family of document " + first);
                return;
            }
            if (aliases.get(member)) {
                problem("document " + member + " is in two families; one is that of document " + first);
                return;
            }
            aliases.set(member);
            long minutiae = segment.documents().minutiae(member);
            if (minutiae == 0 || minutiae != segment.documents().minutiae(first)) {
                problem("document " + member + " is an alias of " + first + ", but has " + minutiae
                        + " minutiae; document " + first + " has "
                        + segment.documents().minutiae(first));
            }
            if (segment.documents().forms(Form.FINGERPRINT).isStored()
                    && !Arrays.equals(
                            segment.documents().forms(Form.FINGERPRINT).stored(member),
                            segment.documents().forms(Form.FINGERPRINT).stored(first))) {
                problem("document " + member + " is an alias of " + first + ", but has another stored fingerprint");
            }
            if (segment.documents().meanLog(member) != segment.documents().meanLog(first)) {
                problem("document " + member + " is an alias of " + first + ", but has another mean logarithm");
            }
            before = member;
        }
    }

    /**
     * Counts the postings, and looks up each minutia. Each worker reads some parts of the table, up to the first damage
     * of a part. No list is damaged: all of them have been read before.
     */
    private void table(ParallelTasks.Runner threads) throws IOException {
        Map<Integer, List<String>> missing = new ConcurrentSkipListMap<>();
        Map<Integer, CorruptIndexException> damage = new ConcurrentHashMap<>();
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            int worker = i;
            tasks.add(() -> {
                for (int part = worker; part < segment.table().parts(); part += all.size()) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException("interrupted before a part of the table");
                    }
                    missing.put(part, new ArrayList<>());
                    try {
                        all.get(worker).read(part, missing.get(part));
                    } catch (CorruptIndexException e) {
                        damage.put(part, e);
                    }
                }
            });
        }
        threads.runAll(tasks);
        for (Map.Entry<Integer, List<String>> part : missing.entrySet()) {
            part.getValue().forEach(this::problem);
            if (damage.containsKey(part.getKey())) {
                throw damage.get(part.getKey());
            }
        }
        threads.runAll(
                all.stream().<ParallelTasks.Task>map(counts -> counts::flush).toList());
        PostingCounts sum = all.get(0);
        all.subList(1, all.size()).forEach(sum::addAll);
        agree("minutiae", segment.counts().minutiae(), sum.all);
        agree("singletons", segment.counts().singletons(), sum.singletons);
        agree("postings", segment.counts().postings(), sum.postings);
    }

    private void agree(String what, long said, long found) {
        if (said != found) {
            problem("the header says " + said + " " + what + "; there are " + found);
        }
    }

    private void compare(PostingCounts counts) {
        for (int document = 0; document < count; document++) {
            int minutiae = counts.minutiae.get(document);
            long expected = aliases.get(document) ? 0 : segment.documents().minutiae(document);
            if (minutiae != expected) {
                problem("document " + document + " has " + minutiae + " minutiae; its record says " + expected);
                continue;
            }
            double required = LogFrequency.value(LogFrequency.mean(counts.logs.get(document), minutiae));
            double mean = segment.documents().meanLog(document);
            if (mean != required && !aliases.get(document)) {
                problem("document " + document + " has a mean logarithm of " + mean + "; its lists require "
                        + required);
            }
            if (segment.documents().forms(Form.FINGERPRINT).isStored()) {
                // Also verifies that the stored bytes can be decoded.
                StoredFingerprint stored = segment.fingerprint(document);
                // The sum of an alias is that of the first document of its family.
                if (!aliases.get(document) && !counts.agrees(document, stored)) {
                    problem("the stored fingerprint of document " + document + " differs from its postings");
                }
            }
        }
    }

    /**
     * What the postings of the documents amount to, as one thread of a check counts them: minutiae, logarithms of
     * frequencies, and hashes to compare with the stored fingerprints. Counts the minutiae of a list before it reads
     * the list, because many minutiae share a list. One thread at a time.
     */
    private final class PostingCounts {
        /** The minutiae that are read and looked up at a time. */
        private static final int BLOCK = 192;

        private final DocumentLists lists = segment.lists();
        private final long mostLog = LogFrequency.most(count);
        private final boolean hashed =
                segment.documents().forms(Form.FINGERPRINT).isStored();
        private final MinutiaTable.Scratch scratch = new MinutiaTable.Scratch();
        private final ScratchInts minutiae;
        /** The sums of ln f_t. */
        private final ScratchLongs logs;
        /** The sums of the hashes of the postings; empty if no fingerprints are stored. */
        private final ScratchLongs hashes;

        /** By list, how many minutiae it has, and the sum of their hashes. */
        private final ScratchInts times;

        private final ScratchLongs sums;
        private long all;
        private long singletons;
        private long postings;

        PostingCounts(ScratchArrays arrays) throws IOException {
            minutiae = arrays.cells(count);
            logs = arrays.longs(count);
            hashes = arrays.longs(hashed ? count : 0);
            times = arrays.cells(lists.count());
            sums = arrays.longs(hashed ? lists.count() : 0);
        }

        /** Bytes of heap at most. */
        static long bytes(Segment segment) {
            boolean hashed = segment.documents().forms(Form.FINGERPRINT).isStored();
            return (segment.counts().documents() + segment.lists().count())
                    * (Integer.BYTES + (hashed ? 2 : 1) * Long.BYTES);
        }

        /**
         * Counts a part of the table.
         *
         * @param missing receives the minutiae that a look-up does not find
         */
        void read(int part, List<String> missing) {
            MinutiaCursor cursor = segment.table().cursor(part);
            long[] read = new long[BLOCK];
            long[] payloads = new long[BLOCK];
            long[] found = new long[BLOCK];
            int n;
            do {
                n = 0;
                while (n < BLOCK && cursor.next()) {
                    read[n] = cursor.minutia();
                    payloads[n++] = cursor.payload();
                }
                segment.table().findAll(read, 0, n, found, scratch);
                for (int i = 0; i < n; i++) {
                    if (found[i] != payloads[i] && missing.size() < MOST) {
                        missing.add("minutia " + Long.toHexString(read[i])
                                + " is in the table, but a look-up does not find it");
                    }
                    add(payloads[i], hashed ? hash(read[i]) : 0);
                }
                all += n;
            } while (n == BLOCK);
        }

        private void add(long payload, long hash) {
            if (payload < count) {
                singletons++;
                postings++;
                add(payload, 1, 0, hash);
                return;
            }
            long number = payload - count;
            if (number >= lists.count()) {
                throw lists.damaged(number, "it does not exist");
            }
            times.add(number, 1);
            if (hashed) {
                sums.add(number, hash);
            }
        }

        /** Counts the postings of the lists. */
        void flush() {
            DocumentLists.Cursor list = null;
            for (long number = 0; number < lists.count(); number++) {
                int n = times.get(number);
                if (n > 0) {
                    list = lists.cursor(list, number);
                    long size = list.remaining();
                    singletons += size == 1 ? n : 0;
                    postings += n * size;
                    long log = Math.min(mostLog, LogFrequency.of(size)) * n;
                    long sum = hashed ? sums.get(number) : 0;
                    while (list.next()) {
                        add(list.document(), n, log, sum * list.frequency());
                    }
                }
            }
        }

        private void add(long document, int n, long log, long sum) {
            minutiae.add(document, n);
            logs.add(document, log);
            if (hashed) {
                hashes.add(document, sum);
            }
        }

        /** Adds what another thread counted. */
        void addAll(PostingCounts other) {
            all += other.all;
            singletons += other.singletons;
            postings += other.postings;
            for (long d = 0; d < count; d++) {
                add(d, other.minutiae.get(d), other.logs.get(d), hashed ? other.hashes.get(d) : 0);
            }
        }

        /** Whether a stored fingerprint agrees with the postings. Compares sums, so that no list is searched. */
        boolean agrees(int document, StoredFingerprint stored) {
            long sum = 0;
            for (int m = 0; m < stored.minutiae().length; m++) {
                sum += hash(stored.minutiae()[m]) * (stored.frequencies().length == 0 ? 1 : stored.frequencies()[m]);
            }
            return sum == hashes.get(document);
        }

        /** A posting counts with its frequency times this, so that those of a list can be added up together. */
        private static long hash(long minutia) {
            long h = minutia * 0x9E3779B97F4A7C15L;
            h = (h ^ (h >>> 32)) * 0xD6E8FEB86659FD93L;
            return h ^ (h >>> 32);
        }
    }
}
