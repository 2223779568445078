package io.whorl.query;

import io.whorl.measure.Side;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;
import java.util.Arrays;
import java.util.function.Supplier;

/** A query of a segment: all minutiae are looked up together, and each distinct list is decoded once. */
final class SegmentSearch implements PartSearch {
    private final Segment segment;
    private final DeadDocuments dead;
    private final SearchBuffers buffers;
    private final IndexedSide side;
    private final long documents;
    /** Of each minutia: that it is absent, the one document that holds it, or {@link #documents} plus its list's number. */
    private final long[] found;
    private final ListTally lists = new ListTally();

    SegmentSearch(SealedPart part, long[] minutiae, SearchBuffers buffers) {
        segment = part.segment();
        dead = part.dead();
        this.buffers = buffers;
        side = new IndexedSide(segment.documents());
        documents = segment.counts().documents();
        found = new long[minutiae.length];
        segment.table().findAll(minutiae, 0, minutiae.length, found, buffers.lookUps);
        for (int i = 0; i < found.length; i++) {
            if (found[i] >= documents) {
                found[i] = documents + lists.add(found[i] - documents);
            }
        }
    }

    @Override
    public boolean inOrderOfIds() {
        return true;
    }

    @Override
    public byte[] id(long document) {
        return segment.documents().idBytes(document);
    }

    @Override
    public Side side(long document) {
        return side.at(document);
    }

    @Override
    public void addFrequencies(long[] frequencies) {
        long[] sizes = new long[lists.size()];
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < sizes.length; list++) {
            cursor = cursor(list, cursor);
            sizes[list] = cursor.left();
        }
        for (int i = 0; i < found.length; i++) {
            frequencies[i] += found[i] >= documents ? sizes[list(i)] : found[i] == MinutiaTable.ABSENT ? 0 : 1;
        }
    }

    @Override
    public void takeDeadOff(long[] frequencies, long limit) {
        if (dead.isEmpty()) {
            return;
        }
        long[] deadIn = new long[lists.size()];
        Arrays.fill(deadIn, -1);
        for (int i = 0; i < found.length; i++) {
            if (frequencies[i] <= limit || found[i] == MinutiaTable.ABSENT) {
                continue;
            }
            if (found[i] < documents) {
                frequencies[i] -= dead.contains(found[i]) ? 1 : 0;
                continue;
            }
            int list = list(i);
            deadIn[list] = deadIn[list] < 0 ? deadIn(list) : deadIn[list];
            frequencies[i] -= deadIn[list];
        }
    }

    private long deadIn(int list) {
        DocumentLists.Cursor cursor = segment.lists().cursor(lists.place(list));
        long n = 0;
        while (cursor.next()) {
            n += dead.contains(cursor.document()) ? 1 : 0;
        }
        return n;
    }

    @Override
    public void count(boolean[] ignored, boolean[] known, Ranking ranking) {
        boolean[] live = liveLists();
        long[] alone = new long[found.length];
        int n = 0;
        for (int i = 0; i < found.length; i++) {
            if (found[i] == MinutiaTable.ABSENT) {
                continue;
            }
            if (found[i] >= documents) {
                if (ignored[i]) {
                    lists.remove(list(i));
                } else {
                    known[i] |= live[list(i)];
                }
            } else if (!ignored[i] && (dead.isEmpty() || !dead.contains(found[i]))) {
                known[i] = true;
                alone[n++] = found[i];
            }
        }
        Arrays.sort(alone, 0, n);
        new WindowedCount(segment, dead, side, buffers, ranking).count(alone, n, lists);
    }

    /** Which lists have a document that lives: most begin with one. */
    private boolean[] liveLists() {
        boolean[] live = new boolean[lists.size()];
        if (dead.isEmpty()) {
            Arrays.fill(live, true);
            return live;
        }
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < live.length; list++) {
            cursor = cursor(list, cursor);
            while (!live[list] && cursor.next()) {
                live[list] = !dead.contains(cursor.document());
            }
        }
        return live;
    }

    /** At the start of a list: the cursor given, if there is one. */
    private DocumentLists.Cursor cursor(int list, DocumentLists.Cursor used) {
        if (used == null) {
            return segment.lists().cursor(lists.place(list));
        }
        used.open(lists.place(list));
        return used;
    }

    private int list(int minutia) {
        return (int) (found[minutia] - documents);
    }

    @Override
    public <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    @Override
    public void close() {
        // A mapping lasts as long as something refers to it.
    }
}
