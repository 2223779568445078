package io.whorl.parts;

import io.whorl.LimitExceededException;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;
import java.util.Arrays;

/**
 * The minutiae of a query that a segment holds. They are split up front into those that one document holds alone and
 * those that lead to a list of documents, so the hot loops have no unpredictable branch. One thread at a time.
 */
final class FoundMinutiae {
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
        lists.readAhead(segment.lists());
        holder = payloads;
        aloneCount = a;
        listedCount = l;
    }

    /**
     * Numbers the distinct lists that a query's minutiae lead to, in the order in which they are added, so that each is
     * decoded once. One thread at a time.
     *
     * <p>This is not Agrona's {@code Long2LongHashMap}, which takes up to 74 bytes for a list while it grows: this
     * table takes up to 44, and a query may use little memory.
     */
    static final class ListNumbers {
        /** The hash table has twice as many slots, the largest power of two that an array can have. */
        static final int MOST = 1 << 29;
        /** The heap that a list takes at most: in this table while it grows, and in the arrays of a search by list. */
        static final int BYTES = 56;

        /** A table of more slots grows by the factor 2 instead of 4. */
        private static final int LARGE = 1 << 20;

        private final int most;
        private long[] places = new long[64];
        private int[] slots = new int[256];
        private int size;

        /** @param most the largest number of lists */
        ListNumbers(long most) {
            this.most = (int) Math.min(MOST, most);
        }

        /**
         * Returns the number of a list, a new one if the list is new.
         *
         * @param place the place of the list in the segment
         * @throws LimitExceededException if there are too many lists
         */
        int add(long place) {
            int slot = slot(place);
            for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
                if (places[slots[slot] - 1] == place) {
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
            if (size == places.length) {
                places = Arrays.copyOf(places, size * 2);
            }
            places[size] = place;
            slots[slot] = ++size;
            if (size * 2L > slots.length) {
                rehash();
            }
            return size - 1;
        }

        int size() {
            return size;
        }

        /** The place of a list in the segment. */
        long place(int number) {
            return places[number];
        }

        /** Reads the beginnings of all lists into memory, if the segment does not seem to be there. */
        void readAhead(DocumentLists lists) {
            if (lists.readsAhead()) {
                lists.readAhead(places, size);
            }
        }

        private int slot(long place) {
            return (int) (place * 0x9E3779B97F4A7C15L >>> 32) & (slots.length - 1);
        }

        private void rehash() {
            slots = new int[slots.length * (slots.length < LARGE ? 4 : 2)];
            for (int i = 0; i < size; i++) {
                int slot = slot(places[i]);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = i + 1;
            }
        }
    }
}
