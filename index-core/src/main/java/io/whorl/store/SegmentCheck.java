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
        for (Section s : Section.values()) {
            if (!matches(segment, s)) {
                throw new CorruptIndexException(segment.file(), segment.header().offset(s),
                        "the checksum of section " + s + " does not match");
            }
        }
    }

    private static boolean matches(Segment segment, Section section) {
        CRC32C crc = new CRC32C();
        for (ByteBuffer part : segment.section(section).parts()) {
            crc.update(part);
        }
        return (int) crc.getValue() == segment.header().checksum(section);
    }

    /** What is wrong with a segment, each with its place; empty if nothing is. */
    public static List<String> problems(Segment segment) throws IOException {
        SegmentCheck check = new SegmentCheck(segment);
        check.checksums();
        check.gaps();
        // Contents are worth reading only where the bytes are the ones that were written.
        if (check.problems.isEmpty()) {
            try {
                check.table();
                check.documents();
            } catch (IndexOutOfBoundsException e) {
                check.problem("it contradicts itself: " + e.getMessage());
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
                ByteBuffer gap = ByteBuffer.allocate(Math.toIntExact(segment.header().offset(s) - end));
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

    private void table() {
        long documents = segment.counts().documents();
        long[] minutiaeOf = new long[Math.toIntExact(documents)];
        long minutiae = 0;
        long singletons = 0;
        long postings = 0;
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            if (segment.table().find(cursor.minutia()) != cursor.payload()) {
                problem("minutia " + Long.toHexString(cursor.minutia()) + " is not found where it stands");
            }
            minutiae++;
            long held = 1;
            if (cursor.payload() < documents) {
                minutiaeOf[(int) cursor.payload()]++;
            } else {
                held = list(cursor.payload() - documents, minutiaeOf);
            }
            postings += held;
            singletons += held == 1 ? 1 : 0;
        }
        agree("minutiae", segment.counts().minutiae(), minutiae);
        agree("singletons", segment.counts().singletons(), singletons);
        agree("postings", segment.counts().postings(), postings);
        families(minutiaeOf);
        for (int d = 0; d < minutiaeOf.length; d++) {
            if (minutiaeOf[d] != segment.documents().minutiae(d)) {
                problem("document " + d + " has " + minutiaeOf[d] + " minutiae where its record says "
                        + segment.documents().minutiae(d));
            }
        }
    }

    /** Gives aliases the count of who represents them, once it is seen that rings are rings and aliases have no postings. */
    private void families(long[] minutiaeOf) {
        Families families = segment.families();
        if (families.isEmpty()) {
            return;
        }
        int[] first = new int[minutiaeOf.length];
        Arrays.setAll(first, d -> d);
        boolean any = false;
        for (int d = 0; d < first.length; d++) {
            int next = (int) families.next(d);
            if (next <= d) {
                if (next != first[d]) {
                    problem("document " + d + " ends a family at " + next + " that " + first[d] + " begins");
                }
            } else if (first[next] != next) {
                problem("document " + next + " is of two families, those of " + first[next] + " and " + first[d]);
            } else {
                any = true;
                first[next] = first[d];
                if (minutiaeOf[next] > 0 || minutiaeOf[d] == 0) {
                    problem("document " + next + " is an alias of " + first[d] + ", and has " + minutiaeOf[next]
                            + " postings of its own, the other " + minutiaeOf[d]);
                }
                minutiaeOf[next] = minutiaeOf[d];
            }
        }
        if (!any) {
            problem("it has a section of families, and no document shares its postings");
        }
    }

    private long list(long place, long[] minutiaeOf) {
        DocumentLists.Cursor list = segment.lists().cursor(place);
        long size = list.left();
        while (list.next()) {
            minutiaeOf[(int) list.document()]++;
        }
        return size;
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
        agree("words", segment.counts().words(), words);
    }

    private void agree(String what, long said, long found) {
        if (said != found) {
            problem("the header says " + said + " " + what + ", and there are " + found);
        }
    }
}
