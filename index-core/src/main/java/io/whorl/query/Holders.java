package io.whorl.query;

import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;

/**
 * Who holds a query's minutiae in a segment: those that one document holds alone, and those that have a list. Parted at
 * once, for where a minutia is found cannot be foreseen and would cost a branch each time it is asked. One thread.
 */
final class Holders {
    /** Places in the query of the minutiae held by one document, and that document. */
    final int[] alone;

    final long[] holder;
    final int aloneCount;
    /** Places in the query of the minutiae that have a list, and the list's number in {@link #lists}. */
    final int[] listed;

    final int[] list;
    final int listedCount;
    final ListTally lists;

    /** @param mostLists distinct lists that they may have */
    Holders(Segment segment, long[] minutiae, MinutiaTable.Scratch lookUps, long mostLists) {
        lists = new ListTally(mostLists);
        long documents = segment.counts().documents();
        long[] payloads = new long[minutiae.length];
        segment.table().findAll(minutiae, 0, minutiae.length, payloads, lookUps);
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
        holder = payloads;
        aloneCount = a;
        listedCount = l;
    }
}
