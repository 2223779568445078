package io.whorl.parts;

import io.whorl.LimitExceededException;
import io.whorl.score.Comparison.Side;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable.Families;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Searches a segment. One thread at a time.
 *
 * <pre>
 * minutiae ─► looked up together ─┬─► alone: the document ──────────────────────┬─► counters of a window ─► collector
 *                                 └─► listed: minutiae that lead to each list ──┘
 * </pre>
 *
 * <ol>
 *   <li>Each distinct list is decoded once, for all minutiae that lead to it.
 *   <li>Counters cover a window of documents, so they stay small. A list that goes on behind the window stays open.
 *   <li>A family counts as its first document. The collector receives each living member.
 * </ol>
 */
final class SealedSearch extends PartSearch {
    private final Segment segment;
    private final Families families;
    private final SegmentSide side;
    private final long mostLists;
    /** Empty for a query of more minutiae than {@link SearchBuffers#KEPT}: they are looked up each time. */
    private final Optional<FoundMinutiae> kept;

    SealedSearch(SealedPart part, long[] minutiae, SearchBuffers buffers) {
        super(part, minutiae, buffers);
        segment = part.segment();
        families = segment.documents().families();
        side = new SegmentSide(segment);
        mostLists = buffers.mostLists(segment.counts().documents() > buffers.window);
        kept = minutiae.length <= SearchBuffers.KEPT ? Optional.of(lookUp()) : Optional.empty();
    }

    private FoundMinutiae lookUp() {
        return new FoundMinutiae(segment, minutiae, buffers.lookUps, mostLists);
    }

    private FoundMinutiae found() {
        return kept.isPresent() ? kept.get() : lookUp();
    }

    @Override
    public Side side(long document) {
        return side.at(document);
    }

    @Override
    public void addFrequencies(long[] frequencies) {
        FoundMinutiae found = found();
        long[] sizes = new long[found.lists.size()];
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < sizes.length; list++) {
            cursor = segment.lists().cursorAt(cursor, found.lists.place(list));
            sizes[list] = cursor.remaining();
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
        DocumentLists.Cursor cursor = segment.lists().cursorAt(null, found.lists.place(list));
        long n = 0;
        while (cursor.next()) {
            n += hasLive(cursor.document()) ? 0 : 1;
        }
        return n;
    }

    @Override
    void count(boolean[] ignored, boolean[] known, Counters counters) {
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
                alone[n++] = (found.holder[i] << Integer.SIZE) | minutia;
            }
        }
        new WindowedCount(found, ignored, listCounts, counters).run(alone, n);
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
            cursor = segment.lists().cursorAt(cursor, found.lists.place(list));
            while (!live[list] && cursor.next()) {
                live[list] = hasLive(cursor.document());
            }
        }
        return live;
    }

    @Override
    void give(Collector collector, long document, int shared, long sum) {
        if (families.isEmpty()) {
            if (dead.isEmpty() || !dead.contains(document)) {
                collector.collect(document, shared, sum);
            }
            return;
        }
        for (long member = document; member >= 0; member = families.after(document, member)) {
            if (!dead.contains(member)) {
                collector.collect(member, shared, sum);
            }
        }
    }

    /**
     * Counts the minutiae that each document of the segment shares with the query, list by list, in windows of
     * ordinals, so that the counters stay small however large the segment is. Used once.
     */
    private final class WindowedCount {
        private final DocumentLists lists = segment.lists();
        private final long documents = segment.counts().documents();
        private final FoundMinutiae found;
        private final Counters counters;
        private final int[] shared;
        private final int[] touched;
        /** For each list the number of minutiae that lead to it and are not ignored. */
        private final int[] listCounts;
        /** In a weighted search these minutiae, by list, and for each list the place of the first one. */
        private final int[] members;

        private final int[] starts;

        WindowedCount(FoundMinutiae found, boolean[] ignored, int[] listCounts, Counters counters) {
            this.found = found;
            this.counters = counters;
            this.listCounts = listCounts;
            shared = counters.shared;
            touched = counters.touched;
            members = new int[counters.weighted ? found.listedCount : 0];
            starts = new int[counters.weighted ? listCounts.length : 0];
            int end = 0;
            for (int list = 0; list < starts.length; list++) {
                end += listCounts[list];
                starts[list] = end;
            }
            for (int i = members.length - 1; i >= 0; i--) {
                if (!ignored[found.listed[i]]) {
                    members[--starts[found.list[i]]] = found.listed[i];
                }
            }
        }

        /** A list that continues beyond the window, with its cursor on the first document there. */
        private record OpenList(int list, DocumentLists.Cursor cursor) {}

        /**
         * @param alone documents that hold a minutia alone, each above the bits of the minutia; they are sorted if need
         *     be
         * @param aloneCount the number of these
         */
        void run(long[] alone, int aloneCount) {
            if (documents > buffers.window) {
                Arrays.sort(alone, 0, aloneCount);
            }
            int nextAlone = 0;
            List<OpenList> open = new ArrayList<>();
            for (long start = 0; start < documents; start += buffers.window) {
                long end = Math.min(documents, start + buffers.window);
                int n = 0;
                for (; nextAlone < aloneCount && alone[nextAlone] >>> Integer.SIZE < end; nextAlone++) {
                    int at = (int) ((alone[nextAlone] >>> Integer.SIZE) - start);
                    touched[n] = at;
                    n += shared[at] == 0 ? 1 : 0;
                    shared[at]++;
                    if (counters.weighted) {
                        counters.sums[at] += counters.alone((int) alone[nextAlone]);
                    }
                }
                if (start == 0) {
                    n = addFirst(end, open, n);
                } else {
                    for (OpenList o : open) {
                        n = addList(o.list, o.cursor, start, end, n);
                    }
                    open.removeIf(o -> !continues(o.cursor, end));
                }
                counters.collect(start, n);
                if (open.isEmpty() && nextAlone == aloneCount) {
                    break;
                }
            }
        }

        /** Adds the documents of all lists that are in the first window. */
        private int addFirst(long end, List<OpenList> open, int noted) {
            int n = noted;
            DocumentLists.Cursor cursor = null;
            for (int list = 0; list < listCounts.length; list++) {
                if (listCounts[list] > 0) {
                    cursor = lists.cursorAt(cursor, found.lists.place(list));
                    cursor.next();
                    n = addList(list, cursor, 0, end, n);
                    if (continues(cursor, end)) {
                        open.add(new OpenList(list, cursor));
                        cursor = null;
                    }
                }
            }
            return n;
        }

        private boolean continues(DocumentLists.Cursor cursor, long end) {
            return cursor.document() >= end && cursor.document() < documents;
        }

        /**
         * Adds the documents of a list from the current one to the end of the window. The cursor is then on the first
         * document beyond the window, if there is one.
         *
         * @param noted the number of documents in {@link #touched}
         * @return the new number of documents in {@link #touched}
         */
        private int addList(int list, DocumentLists.Cursor cursor, long start, long end, int noted) {
            int count = listCounts[list];
            if (!counters.weighted) {
                return cursor.tally(start, end, count, shared, touched, noted);
            }
            counters.open(members, starts[list], starts[list] + count);
            int n = noted;
            boolean more = true;
            while (more && cursor.document() < end) {
                int at = (int) (cursor.document() - start);
                touched[n] = at;
                n += shared[at] == 0 ? 1 : 0;
                shared[at] += count;
                counters.sums[at] += counters.weight(cursor.frequency());
                more = cursor.next();
            }
            return n;
        }
    }

    /**
     * The minutiae of a query that a segment holds. They are split up front into those that one document holds alone
     * and those that lead to a list of documents, so the hot loops have no unpredictable branch. One thread at a time.
     */
    static final class FoundMinutiae {
        /** The indices in the query of the minutiae that one document holds alone; {@link #aloneCount} of them. */
        final int[] alone;
        /** For each entry of {@link #alone} the document that holds it. */
        final long[] holder;

        final int aloneCount;
        /** The indices in the query of the minutiae that lead to a list; {@link #listedCount} of them. */
        final int[] listed;
        /** For each entry of {@link #listed} the number of its list in {@link #lists}. */
        final int[] list;

        final int listedCount;
        final ListNumbers lists;

        /**
         * @param mostLists the largest number of distinct lists
         * @throws io.whorl.LimitExceededException if the minutiae lead to more lists
         */
        FoundMinutiae(Segment segment, long[] minutiae, MinutiaTable.Scratch scratch, long mostLists) {
            long documents = segment.counts().documents();
            long[] payloads = new long[minutiae.length];
            segment.table().findAll(minutiae, 0, minutiae.length, payloads, scratch);
            lists = new ListNumbers(mostLists);
            alone = new int[minutiae.length];
            listed = new int[minutiae.length];
            list = new int[minutiae.length];
            int a = 0;
            int l = 0;
            for (int i = 0; i < payloads.length; i++) {
                long payload = payloads[i];
                if (payload == MinutiaTable.ABSENT) {
                    continue;
                }
                if (payload < documents) {
                    alone[a] = i;
                    payloads[a++] = payload;
                } else {
                    listed[l] = i;
                    list[l++] = lists.add(payload - documents);
                }
            }
            lists.locate(segment.lists());
            holder = payloads;
            aloneCount = a;
            listedCount = l;
        }

        /**
         * Numbers the distinct lists that a query's minutiae lead to, in the order in which they are added, so that
         * each is decoded once. One thread at a time.
         *
         * <p>This is not Agrona's {@code Long2LongHashMap}, which takes up to 74 bytes for a list while it grows: this
         * table takes up to 44, and a query may use little memory.
         */
        static final class ListNumbers {
            /** The hash table has twice as many slots, the largest power of two that an array can have. */
            static final int MOST = 1 << 29;
            /**
             * The heap that a list takes at most: in this table while it grows, and in the arrays of a search by list.
             */
            static final int BYTES = 56;

            /** A table of more slots grows by the factor 2 instead of 4. */
            private static final int LARGE = 1 << 20;

            private final int most;
            /** The number of each list in the segment; its place there, once all are known. */
            private long[] lists = new long[64];

            private int[] slots = new int[256];
            private int size;

            /** @param most the largest number of lists */
            ListNumbers(long most) {
                this.most = (int) Math.min(MOST, most);
            }

            /**
             * Returns the number of a list, a new one if the list is new.
             *
             * @param list the number of the list in the segment
             * @throws LimitExceededException if there are too many lists
             */
            int add(long list) {
                int slot = slot(list);
                for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
                    if (lists[slots[slot] - 1] == list) {
                        return slots[slot] - 1;
                    }
                }
                LimitExceededException.require(
                        "distinct lists of documents of one query",
                        size + 1L,
                        most,
                        "give more memory (java -Xmx), query with a selection that keeps fewer minutiae, such as mod,"
                                + " or query"
                                + " with pieces of the text");
                if (size == lists.length) {
                    lists = Arrays.copyOf(lists, size * 2);
                }
                lists[size] = list;
                slots[slot] = ++size;
                if (size * 2L > slots.length) {
                    rehash();
                }
                return size - 1;
            }

            int size() {
                return size;
            }

            /** The place of a list in the segment, once {@link #locate} has found it. */
            long place(int number) {
                return lists[number];
            }

            /** Finds the places of all lists. No list can be added afterwards. */
            void locate(DocumentLists segment) {
                if (segment.readsAhead()) {
                    segment.readAhead(lists, size);
                }
                segment.locate(lists, size);
            }

            private int slot(long list) {
                return (int) ((list * 0x9E3779B97F4A7C15L) >>> 32) & (slots.length - 1);
            }

            private void rehash() {
                slots = new int[slots.length * (slots.length < LARGE ? 4 : 2)];
                for (int i = 0; i < size; i++) {
                    int slot = slot(lists[i]);
                    while (slots[slot] != 0) {
                        slot = (slot + 1) & (slots.length - 1);
                    }
                    slots[slot] = i + 1;
                }
            }
        }
    }
}
