package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Reads a whole segment and verifies what opening it took on trust: every checksum, that every minutia is found where
 * it stands (a second copy of one would not be), every list and document, the order of ids, every family, and that all
 * counts agree.
 */
public final class SegmentCheck {
    /** Past this many problems a segment is damaged all over, and more would tell nothing. */
    private static final int MOST = 100;

    private static final int HEAP_SHARE = 16;
    /** Checksums read a mapping by copies: one computed in place ends the JVM where the file has been cut. */
    private static final int BLOCK = 1 << 16;

    private static final long LEAST_WINDOW = 1 << 16;
    private static final long MOST_WINDOW = 1 << 28;

    private final Segment segment;
    private final List<String> problems = new ArrayList<>();

    private SegmentCheck(Segment segment) {
        this.segment = segment;
    }

    /**
     * Verifies the checksums of what a merge copies, before damage is written again under checksums that are right.
     *
     * @throws CorruptIndexException that names the file and the section
     */
    public static void requireChecksums(Segment segment) {
        segment.reading(() -> {
            requireAll(segment);
            return null;
        });
    }

    private static void requireAll(Segment segment) {
        for (Section s : Section.values()) {
            if (!matches(segment, s)) {
                throw new CorruptIndexException(
                        segment.file(), segment.header().offset(s), "the checksum of section " + s + " does not match");
            }
        }
    }

    private static boolean matches(Segment segment, Section section) {
        CRC32C crc = new CRC32C();
        byte[] block = new byte[BLOCK];
        for (ByteBuffer part : segment.section(section).parts()) {
            while (part.hasRemaining()) {
                int n = Math.min(block.length, part.remaining());
                part.get(block, 0, n);
                crc.update(block, 0, n);
            }
        }
        return (int) crc.getValue() == segment.header().checksum(section);
    }

    /**
     * What is wrong with a segment, each with its place; empty if nothing is. Takes a sixteenth of the heap at the
     * most, and a bit for each document; where that is not enough the table is read several times.
     */
    public static List<String> problems(Segment segment) throws IOException {
        return problems(segment, (int) Math.min(
                MOST_WINDOW,
                Math.max(LEAST_WINDOW, Runtime.getRuntime().maxMemory() / HEAP_SHARE / PostingCheck.DOCUMENT)));
    }

    /** @param window documents whose postings are counted at a time, at least 1 */
    static List<String> problems(Segment segment, int window) throws IOException {
        return MappingFault.typed(segment.file(), () -> all(segment, window));
    }

    private static List<String> all(Segment segment, int window) throws IOException {
        SegmentCheck check = new SegmentCheck(segment);
        check.checksums();
        check.gaps();
        // Contents are worth reading only where the bytes are the ones that were written.
        if (check.problems.isEmpty()) {
            try {
                new PostingCheck(segment, window, check::problem).run();
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

    private void checksums() {
        for (Section s : Section.values()) {
            if (!matches(segment, s)) {
                problem("section " + s + ", bytes " + segment.header().offset(s) + " to "
                        + (segment.header().offset(s) + segment.header().length(s)) + ": its checksum does not match");
            }
        }
    }

    /** The few bytes between sections are zero, so that no byte of the file goes unverified. */
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
                problem("the id of document " + d + " does not come after the one before");
            }
            before = id;
            words += segment.documents().words(d);
            segment.documents().extra(d);
        }
        if (words != segment.counts().words()) {
            problem("the header says " + segment.counts().words() + " words, and there are " + words);
        }
    }
}
