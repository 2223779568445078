package io.whorl.parts;

import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Searches a segment: all minutiae are looked up together, and each distinct list is decoded once. */
final class SealedSearch implements PartSearch {
    private final Segment segment;
    private final DeadDocuments dead;
    private final Families families;
    private final SearchBuffers buffers;
    private final SegmentSide side;
    private final long[] minutiae;
    private final long mostLists;
    /** Empty for a query of more minutiae than {@link SearchBuffers#kept}: they are looked up each time. */
    private final Optional<FoundMinutiae> kept;

    SealedSearch(SealedPart part, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        segment = part.segment();
        dead = part.dead();
        families = segment.families();
        this.buffers = buffers;
        side = new SegmentSide(segment);
        this.minutiae = minutiae;
        mostLists = memory.mostLists(segment.counts().documents() > buffers.window);
        kept = minutiae.length <= buffers.kept ? Optional.of(lookUp()) : Optional.empty();
    }

    private FoundMinutiae lookUp() {
        return new FoundMinutiae(segment, minutiae, buffers.lookUps, mostLists);
    }

    private FoundMinutiae found() {
        return kept.isPresent() ? kept.get() : lookUp();
    }

    @Override
    public Segment source() {
        return segment;
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
        FoundMinutiae found = found();
        long[] sizes = new long[found.lists.size()];
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < sizes.length; list++) {
            cursor = found.open(list, segment.lists(), cursor);
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
    public void subtractDead(long[] frequencies, long limit) {
        if (dead.isEmpty()) {
            return;
        }
        FoundMinutiae found = found();
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
            frequencies[found.alone[i]] -= hasLive(found.holder[i]) ? 0 : 1;
        }
    }

    private long deadIn(FoundMinutiae found, int list) {
        DocumentLists.Cursor cursor = found.open(list, segment.lists(), null);
        long n = 0;
        while (cursor.next()) {
            n += hasLive(cursor.document()) ? 0 : 1;
        }
        return n;
    }

    @Override
    public void count(boolean[] ignored, boolean[] known, Optional<TermWeights> weights, Collector collector) {
        FoundMinutiae found = found();
        boolean[] live = liveLists(found);
        int[] listCounts = new int[found.lists.size()];
        for (int i = 0; i < found.listedCount; i++) {
            int minutia = found.listed[i];
            if (!ignored[minutia]) {
                listCounts[found.list[i]]++;
                known[minutia] |= live[found.list[i]];
            }
        }
        long[] alone = new long[found.aloneCount];
        int n = 0;
        for (int i = 0; i < found.aloneCount; i++) {
            int minutia = found.alone[i];
            if (!ignored[minutia] && hasLive(found.holder[i])) {
                known[minutia] = true;
                alone[n++] = WindowedCount.alone(found.holder[i], minutia);
            }
        }
        WindowedCount count = weights.isPresent()
                ? new WindowedWeights(segment, dead, buffers, collector, weights.get(), found, ignored, listCounts)
                : new WindowedCount(segment, dead, buffers, collector, found, listCounts);
        count.run(alone, n);
    }

    /** True if a document, or one that shares its postings, is live. */
    private boolean hasLive(long document) {
        return dead.isEmpty()
                || !dead.contains(document)
                || !families.isEmpty() && families.firstLiving(document, dead) >= 0;
    }

    /** For each list, whether it names a live document. Most lists begin with one. */
    private boolean[] liveLists(FoundMinutiae found) {
        boolean[] live = new boolean[found.lists.size()];
        if (dead.isEmpty()) {
            Arrays.fill(live, true);
            return live;
        }
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < live.length; list++) {
            cursor = found.open(list, segment.lists(), cursor);
            while (!live[list] && cursor.next()) {
                live[list] = hasLive(cursor.document());
            }
        }
        return live;
    }

    @Override
    public <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    @Override
    public void close() {
        // The snapshot holds the segment while a query runs.
    }
}
