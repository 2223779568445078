package io.whorl.parts;

import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        return dead.reading(segment, reader);
    }

    @Override
    public void close() {
        // The snapshot holds the segment while a query runs.
    }

    /**
     * Counts the minutiae that each document of a segment shares with a query, list by list, in windows of ordinals, so
     * that the counters stay small however large the segment is. Used once.
     */
    private static class WindowedCount {
        final int[] shared;
        final int[] touched;
        private final DocumentLists lists;
        private final long documents;
        private final int window;
        private final DeadDocuments dead;
        private final Families families;
        private final boolean anyAlias;
        private final boolean anyDead;
        private final Collector collector;
        private final FoundMinutiae found;
        private final int[] listCounts;

        /** @param listCounts for each list the number of minutiae that lead to it and are not ignored */
        WindowedCount(
                Segment segment,
                DeadDocuments dead,
                SearchBuffers buffers,
                Collector collector,
                FoundMinutiae found,
                int[] listCounts) {
            lists = segment.lists();
            documents = segment.counts().documents();
            this.dead = dead;
            families = segment.families();
            anyAlias = !families.isEmpty();
            anyDead = !dead.isEmpty();
            this.collector = collector;
            this.found = found;
            this.listCounts = listCounts;
            window = buffers.window;
            shared = buffers.shared;
            touched = buffers.touched;
        }

        /** A list that continues beyond the window, with its cursor on the first document there. */
        private record OpenList(int list, DocumentLists.Cursor cursor) {}

        /** A minutia that one document holds alone, as {@link #run} takes it. */
        static long alone(long document, int minutia) {
            return document << Integer.SIZE | minutia;
        }

        /**
         * @param alone the minutiae that one document holds alone, made by {@link #alone}; they are sorted if need be
         * @param aloneCount the number of these
         */
        final void run(long[] alone, int aloneCount) {
            if (documents > window) {
                Arrays.sort(alone, 0, aloneCount);
            }
            int nextAlone = 0;
            List<OpenList> open = List.of();
            for (long start = 0; start < documents; start += window) {
                long end = Math.min(documents, start + window);
                int n = 0;
                for (; nextAlone < aloneCount && alone[nextAlone] >>> Integer.SIZE < end; nextAlone++) {
                    int at = (int) ((alone[nextAlone] >>> Integer.SIZE) - start);
                    touched[n] = at;
                    n += shared[at] == 0 ? 1 : 0;
                    addAlone(at, (int) alone[nextAlone]);
                }
                List<OpenList> next = new ArrayList<>();
                n = start == 0 ? addFirst(end, next, n) : addRest(open, start, end, next, n);
                collect(start, n);
                open = next;
                if (open.isEmpty() && nextAlone == aloneCount) {
                    break;
                }
            }
        }

        /** Adds the documents of all lists that are in the first window. */
        private int addFirst(long end, List<OpenList> next, int noted) {
            int n = noted;
            DocumentLists.Cursor cursor = null;
            for (int list = 0; list < listCounts.length; list++) {
                if (listCounts[list] > 0) {
                    cursor = found.open(list, lists, cursor);
                    cursor.next();
                    n = addList(list, listCounts[list], cursor, 0, end, n);
                    if (continues(cursor, end)) {
                        next.add(new OpenList(list, cursor));
                        cursor = null;
                    }
                }
            }
            return n;
        }

        private int addRest(List<OpenList> open, long start, long end, List<OpenList> next, int noted) {
            int n = noted;
            for (OpenList o : open) {
                n = addList(o.list, listCounts[o.list], o.cursor, start, end, n);
                if (continues(o.cursor, end)) {
                    next.add(o);
                }
            }
            return n;
        }

        private boolean continues(DocumentLists.Cursor cursor, long end) {
            return cursor.document() >= end && cursor.document() < documents;
        }

        /** Adds a minutia that one document of the window holds alone. */
        void addAlone(int at, int minutia) {
            shared[at]++;
        }

        /**
         * Adds the documents of a list from the current one to the end of the window. The cursor is then on the first
         * document beyond the window, if there is one.
         *
         * @param count the number of minutiae that lead to the list
         * @param noted the number of documents in {@link #touched}
         * @return the new number of documents in {@link #touched}
         */
        int addList(int list, int count, DocumentLists.Cursor cursor, long start, long end, int noted) {
            return cursor.tally(start, end, count, shared, touched, noted);
        }

        /** Gives the documents of the window to the collector and resets the counters. */
        void collect(long start, int n) {
            long threshold = collector.threshold();
            for (int i = 0; i < n; i++) {
                int at = touched[i];
                int count = shared[at];
                shared[at] = 0;
                if (count >= threshold) {
                    threshold = collect(start + at, count, 0);
                }
            }
        }

        /**
         * Gives a document that stands in lists to the collector, and the documents that share its postings. Most
         * documents share too little, so this is the first place that looks at whether they are live.
         *
         * @return the new threshold
         */
        final long collect(long document, int count, long sum) {
            if (!anyAlias) {
                if (!anyDead || !dead.contains(document)) {
                    collector.collect(document, count, sum);
                }
            } else {
                for (long member = document; member >= 0; member = families.after(document, member)) {
                    if (!dead.contains(member)) {
                        collector.collect(member, count, sum);
                    }
                }
            }
            return collector.threshold();
        }
    }

    /** A {@link WindowedCount} that also sums the weights of the shared minutiae. Used once. */
    private static final class WindowedWeights extends WindowedCount {
        private final Collector collector;
        private final TermWeights weights;
        private final long[] sums;
        private final MinutiaGroups groups;
        private final GroupWeight group;

        WindowedWeights(
                Segment segment,
                DeadDocuments dead,
                SearchBuffers buffers,
                Collector collector,
                TermWeights weights,
                FoundMinutiae found,
                boolean[] ignored,
                int[] listCounts) {
            super(segment, dead, buffers, collector, found, listCounts);
            this.collector = collector;
            this.weights = weights;
            sums = buffers.sums();
            groups = new MinutiaGroups(found, ignored);
            group = new GroupWeight(weights);
        }

        @Override
        void addAlone(int at, int minutia) {
            shared[at]++;
            sums[at] += weights.of(minutia, 1);
        }

        @Override
        int addList(int list, int count, DocumentLists.Cursor cursor, long start, long end, int noted) {
            groups.open(list, group);
            int n = noted;
            boolean more = true;
            while (more && cursor.document() < end) {
                int at = (int) (cursor.document() - start);
                touched[n] = at;
                n += shared[at] == 0 ? 1 : 0;
                shared[at] += count;
                sums[at] += group.of(cursor.frequency());
                more = cursor.next();
            }
            return n;
        }

        @Override
        void collect(long start, int n) {
            long threshold = collector.threshold();
            for (int i = 0; i < n; i++) {
                int at = touched[i];
                int count = shared[at];
                long sum = sums[at];
                shared[at] = 0;
                sums[at] = 0;
                if (sum >= threshold) {
                    threshold = collect(start + at, count, sum);
                }
            }
        }
    }

    /** Groups the minutiae of a query by the lists that they lead to, without those that are ignored. Immutable. */
    private static final class MinutiaGroups {
        private final int[] starts;
        private final int[] members;

        MinutiaGroups(FoundMinutiae found, boolean[] ignored) {
            starts = new int[found.lists.size() + 1];
            for (int i = 0; i < found.listedCount; i++) {
                starts[found.list[i] + 1] += ignored[found.listed[i]] ? 0 : 1;
            }
            for (int list = 1; list < starts.length; list++) {
                starts[list] += starts[list - 1];
            }
            members = new int[starts[starts.length - 1]];
            int[] fill = starts.clone();
            for (int i = 0; i < found.listedCount; i++) {
                if (!ignored[found.listed[i]]) {
                    members[fill[found.list[i]]++] = found.listed[i];
                }
            }
        }

        /** Turns to the minutiae of a list. */
        void open(int list, GroupWeight weight) {
            weight.open(members, starts[list], starts[list + 1]);
        }
    }
}
