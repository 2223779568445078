package io.whorl.query;

import io.whorl.parts.SealedPart;
import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** A query of a segment: all minutiae are looked up together, and each distinct list is decoded once. */
final class SegmentSearch implements PartSearch {
    private final SealedPart part;
    private final Segment segment;
    private final DeadDocuments dead;
    private final Families families;
    private final SearchBuffers buffers;
    private final IndexedSide side;
    private final long[] minutiae;
    private final QueryMemory memory;
    /** Of a query that is not too large; see {@link SearchBuffers#kept}. */
    private Optional<Holders> kept = Optional.empty();

    SegmentSearch(SealedPart part, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        this.part = part;
        segment = part.segment();
        dead = part.dead();
        families = segment.families();
        this.buffers = buffers;
        side = new IndexedSide(segment);
        this.minutiae = minutiae;
        this.memory = memory;
        if (minutiae.length <= buffers.kept) {
            kept = Optional.of(lookUp());
        }
    }

    private Holders lookUp() {
        return new Holders(
                segment,
                minutiae,
                buffers.lookUps,
                memory.mostLists(segment.counts().documents() > buffers.window));
    }

    private Holders found() {
        return kept.isPresent() ? kept.get() : lookUp();
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
    public double meanLog(long document) {
        return segment.documents().meanLog(document);
    }

    @Override
    public void addFrequencies(long[] frequencies) {
        Holders found = found();
        long[] sizes = new long[found.lists.size()];
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < sizes.length; list++) {
            cursor = cursor(found, list, cursor);
            sizes[list] = cursor.left();
        }
        for (int i = 0; i < found.listedCount; i++) {
            frequencies[found.listed[i]] += sizes[found.list[i]];
        }
        for (int i = 0; i < found.aloneCount; i++) {
            frequencies[found.alone[i]]++;
        }
    }

    @Override
    public void takeDeadOff(long[] frequencies, long limit) {
        if (dead.isEmpty()) {
            return;
        }
        Holders found = found();
        long[] deadIn = new long[found.lists.size()];
        Arrays.fill(deadIn, -1);
        for (int i = 0; i < found.listedCount; i++) {
            if (frequencies[found.listed[i]] > limit) {
                int list = found.list[i];
                deadIn[list] = deadIn[list] < 0 ? deadIn(found, list) : deadIn[list];
                frequencies[found.listed[i]] -= deadIn[list];
            }
        }
        for (int i = 0; i < found.aloneCount; i++) {
            frequencies[found.alone[i]] -= lives(found.holder[i]) ? 0 : 1;
        }
    }

    private long deadIn(Holders found, int list) {
        DocumentLists.Cursor cursor = cursor(found, list, null);
        long n = 0;
        while (cursor.next()) {
            n += lives(cursor.document()) ? 0 : 1;
        }
        return n;
    }

    @Override
    public void count(boolean[] ignored, boolean[] known, CountRanking ranking) {
        Holders found = found();
        boolean[] live = liveLists(found);
        for (int i = 0; i < found.listedCount; i++) {
            int minutia = found.listed[i];
            if (ignored[minutia]) {
                found.lists.remove(found.list[i]);
            } else {
                known[minutia] |= live[found.list[i]];
            }
        }
        long[] alone = new long[found.aloneCount];
        int n = 0;
        for (int i = 0; i < found.aloneCount; i++) {
            int minutia = found.alone[i];
            if (!ignored[minutia] && (dead.isEmpty() || lives(found.holder[i]))) {
                known[minutia] = true;
                alone[n++] = found.holder[i];
            }
        }
        if (segment.counts().documents() > buffers.window) {
            Arrays.sort(alone, 0, n);
        }
        new WindowedCount(segment, dead, side, buffers, ranking).count(alone, n, found.lists);
    }

    @Override
    public void weigh(TermWeights weights, boolean[] ignored, boolean[] known, WeightedRanking ranking) {
        Holders found = found();
        boolean[] live = liveLists(found);
        for (int i = 0; i < found.listedCount; i++) {
            int minutia = found.listed[i];
            known[minutia] |= !ignored[minutia] && live[found.list[i]];
        }
        for (int i = 0; i < found.aloneCount; i++) {
            int minutia = found.alone[i];
            known[minutia] |= !ignored[minutia] && lives(found.holder[i]);
        }
        new WeightedCount(part, side, buffers, weights, ranking).count(found, ignored);
    }

    /** Whether a document that stands in postings does, or an alias of it. */
    private boolean lives(long document) {
        return !dead.contains(document) || !families.isEmpty() && families.firstLiving(document, dead) >= 0;
    }

    /** Which lists have a document that lives: most begin with one. */
    private boolean[] liveLists(Holders found) {
        boolean[] live = new boolean[found.lists.size()];
        if (dead.isEmpty()) {
            Arrays.fill(live, true);
            return live;
        }
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < live.length; list++) {
            cursor = cursor(found, list, cursor);
            while (!live[list] && cursor.next()) {
                live[list] = lives(cursor.document());
            }
        }
        return live;
    }

    /** At the start of a list: the cursor given, if there is one. */
    private DocumentLists.Cursor cursor(Holders found, int list, DocumentLists.Cursor used) {
        if (used == null) {
            return segment.lists().cursor(found.lists.place(list));
        }
        used.open(found.lists.place(list));
        return used;
    }

    @Override
    public <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    @Override
    public void close() {
        // The snapshot holds the segment, and lets go of it when it is closed.
    }
}
