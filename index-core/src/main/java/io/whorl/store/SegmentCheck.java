package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a whole segment and verifies what opening it trusts: every checksum, that each minutia is found by a look-up (a
 * second copy of one is not), all lists, documents, texts, dates and fingerprints, the order of the ids, all families,
 * and that all counts agree.
 */
public final class SegmentCheck {
    /** Maximum number of problems to report. */
    static final int MOST = 100;

    private static final int HEAP_SHARE = 16;

    private static final long LEAST_WINDOW = 1 << 16;
    private static final long MOST_WINDOW = 1 << 28;

    private final Segment segment;
    private final List<String> problems = new ArrayList<>();

    private SegmentCheck(Segment segment) {
        this.segment = segment;
    }

    /**
     * Verifies the checksums before a merge copies the contents. Otherwise damage would be written again, with valid
     * checksums.
     *
     * @param forms whether to verify stored texts and fingerprints too
     * @throws CorruptIndexException that names the file and the section
     */
    public static void requireChecksums(Segment segment, boolean forms) throws IOException {
        requireChecksums(segment, forms, ParallelTasks::runInTurn);
    }

    /** The same on several threads. */
    public static void requireChecksums(Segment segment, boolean forms, ExecutorService threads) throws IOException {
        requireChecksums(segment, forms, tasks -> ParallelTasks.runAll(tasks, threads));
    }

    private static void requireChecksums(Segment segment, boolean forms, ParallelTasks.Runner threads)
            throws IOException {
        MappingFault.typed(List.of(segment.checkedFile()), () -> {
            List<CheckedFile.Bytes> damaged = forms
                    ? damaged(
                            segment, segment.header().start(), segment.header().end(), threads)
                    : damagedBeforeForms(segment, threads);
            for (CheckedFile.Bytes bytes : damaged) {
                throw new CorruptIndexException(segment.file(), bytes.from(), mismatch(segment, bytes));
            }
            return null;
        });
    }

    /** Leaves out the blocks that only have bytes of texts and fingerprints. */
    private static List<CheckedFile.Bytes> damagedBeforeForms(Segment segment, ParallelTasks.Runner threads)
            throws IOException {
        SegmentHeader header = segment.header();
        List<CheckedFile.Bytes> damaged =
                new ArrayList<>(damaged(segment, header.start(), header.offset(Section.TEXTS), threads));
        damaged.addAll(damaged(segment, header.offset(Section.DATES), header.offset(Section.FINGERPRINTS), threads));
        return damaged;
    }

    private static List<CheckedFile.Bytes> damaged(Segment segment, long from, long to, ParallelTasks.Runner threads)
            throws IOException {
        return segment.checkedFile().damaged(from, to, threads);
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
     * Verifies a segment. Uses at most a sixteenth of the heap, and one bit per document; if that is too little, the
     * table is read several times.
     *
     * @return a description of each problem, with its location; empty if there is none
     */
    public static List<String> problems(Segment segment) throws IOException {
        return problems(segment, window(segment), ParallelTasks::runInTurn, 1);
    }

    /**
     * The same on several threads. The result does not depend on their number.
     *
     * @param workers the number of threads, at least 1; fewer are used if counts for each do not fit the memory
     */
    public static List<String> problems(Segment segment, ExecutorService threads, int workers) throws IOException {
        int window = window(segment);
        int fitting = (int) Math.max(
                1, Math.min(workers, window / Math.max(1, segment.counts().documents())));
        return problems(segment, window / fitting, tasks -> ParallelTasks.runAll(tasks, threads), fitting);
    }

    private static int window(Segment segment) {
        long bytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        return (int) Math.min(MOST_WINDOW, Math.max(LEAST_WINDOW, bytes / PostingCounts.documentBytes(segment)));
    }

    /** @param window documents whose postings each worker counts at a time, at least 1 */
    static List<String> problems(Segment segment, int window, ParallelTasks.Runner threads, int workers)
            throws IOException {
        return MappingFault.typed(List.of(segment.checkedFile()), () -> all(segment, window, threads, workers));
    }

    private static List<String> all(Segment segment, int window, ParallelTasks.Runner threads, int workers)
            throws IOException {
        SegmentCheck check = new SegmentCheck(segment);
        check.checksums(threads);
        check.gaps();
        // The contents are checked only if the checksums match.
        if (check.problems.isEmpty()) {
            try {
                new PostingCheck(segment, window, threads, workers, check::problem).run();
                check.documents();
            } catch (CorruptIndexException e) {
                check.problem("byte " + e.offset() + ": " + e.reason());
            }
        }
        return List.copyOf(check.problems);
    }

    private void problem(String what) {
        if (problems.size() < MOST) {
            problems.add(segment.file().getFileName() + ": " + what);
        }
    }

    private void checksums(ParallelTasks.Runner threads) throws IOException {
        segment.checkedFile()
                .damagedChecksums(segment.header().blocksChecksum())
                .ifPresent(bytes -> problem("bytes " + bytes.from() + " to " + bytes.to()
                        + ", the checksums of the blocks: their checksum does not match"));
        for (CheckedFile.Bytes bytes :
                damaged(segment, segment.header().start(), segment.header().end(), threads)) {
            problem(mismatch(segment, bytes));
        }
    }

    /** Verifies that the bytes between sections are zero, so that each byte of the file is verified. */
    private void gaps() throws IOException {
        try (FileChannel channel = FileChannel.open(segment.file(), StandardOpenOption.READ)) {
            long end = SegmentHeader.SIZE;
            for (Section s : Section.values()) {
                ByteBuffer gap =
                        ByteBuffer.allocate(Math.toIntExact(segment.header().offset(s) - end));
                Channels.readFully(channel, gap, end);
                for (byte b : gap.array()) {
                    if (b != 0) {
                        problem("bytes " + end + " to " + segment.header().offset(s) + " are not zero");
                        break;
                    }
                }
                end = segment.header().offset(s) + segment.header().length(s);
            }
        }
    }

    private void documents() {
        long words = 0;
        byte[] before = {};
        for (long d = 0; d < segment.counts().documents(); d++) {
            byte[] id = segment.documents().idBytes(d);
            if (Arrays.compareUnsigned(before, id) >= 0) {
                problem("the id of document " + d + " is not greater than the previous one");
            }
            before = id;
            words += segment.documents().words(d);
            segment.documents().extra(d);
        }
        forms();
        dates();
        if (words != segment.counts().words()) {
            problem("the header says " + segment.counts().words() + " words; there are " + words);
        }
    }

    /** Verifies that the dates are stored in the only form that a writer gives them. */
    private void dates() {
        DateTable dates = segment.dates();
        DateWriter written = new DateWriter(segment.counts().documents(), dates::date);
        if (!written.scaled().equals(dates.scale()) || written.width() != dates.width()) {
            problem("the header says dates of " + dates.width() + " bytes in " + dates.scale() + "; they need "
                    + written.width() + " bytes in " + written.scaled());
        }
    }

    /** The postings are compared with the stored fingerprints where they are counted. */
    private void forms() {
        long textEnd = 0;
        long fingerprintEnd = 0;
        for (long d = 0; d < segment.counts().documents(); d++) {
            if (segment.texts().isStored()) {
                segment.texts().text(d);
                textEnd += segment.texts().bytes(d);
            }
            if (segment.fingerprints().isStored()) {
                fingerprintEnd += segment.fingerprints().bytes(d);
            }
        }
        end("texts", Section.TEXTS, textEnd);
        end("fingerprints", Section.FINGERPRINTS, fingerprintEnd);
    }

    private void end(String what, Section section, long end) {
        if (end != segment.section(section).length()) {
            problem("the " + what + " end at byte " + end + " of "
                    + segment.section(section).length());
        }
    }
}
