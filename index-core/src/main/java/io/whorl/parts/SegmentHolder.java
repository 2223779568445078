package io.whorl.parts;

import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;

/** Finds out whether one document of a segment holds all of some minutiae. Used once, by one thread. */
final class SegmentHolder {
    private final Segment segment;
    private final FoundMinutiae found;
    private final int wanted;

    /** @param minutiae distinct minutiae, unsigned ascending */
    SegmentHolder(Segment segment, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        this.segment = segment;
        found = new FoundMinutiae(segment, minutiae, buffers.lookUps, memory.mostLists(false));
        wanted = minutiae.length;
    }

    boolean holdsAll(long document) {
        if (found.aloneCount + found.listedCount < wanted) {
            return false;
        }
        long holder = representative(document);
        for (int i = 0; i < found.aloneCount; i++) {
            if (found.holder[i] != holder) {
                return false;
            }
        }
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < found.lists.size(); list++) {
            cursor = found.open(list, segment.lists(), cursor);
            boolean in = false;
            while (!in && cursor.next()) {
                in = cursor.document() == holder;
            }
            if (!in) {
                return false;
            }
        }
        return true;
    }

    /** The document whose postings this one shares: the first of its family. */
    private long representative(long document) {
        Families families = segment.families();
        long member = document;
        for (long next = families.next(member); next > member; next = families.next(member)) {
            member = next;
        }
        // The link of the last member leads to the first.
        return families.next(member);
    }
}
