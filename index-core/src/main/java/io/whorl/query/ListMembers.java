package io.whorl.query;

/** For each list that a query's minutiae refer to, those minutiae that are not ignored. Immutable. */
final class ListMembers {
    private final ListTally tally;
    private final int[] starts;
    /** Places in the query, list by list. */
    final int[] places;

    ListMembers(Holders found, boolean[] ignored) {
        tally = found.lists;
        starts = new int[found.lists.size() + 1];
        for (int i = 0; i < found.listedCount; i++) {
            starts[found.list[i] + 1] += ignored[found.listed[i]] ? 0 : 1;
        }
        for (int list = 1; list < starts.length; list++) {
            starts[list] += starts[list - 1];
        }
        places = new int[starts[starts.length - 1]];
        int[] fill = starts.clone();
        for (int i = 0; i < found.listedCount; i++) {
            if (!ignored[found.listed[i]]) {
                places[fill[found.list[i]]++] = found.listed[i];
            }
        }
    }

    int lists() {
        return starts.length - 1;
    }

    /** Where a list stands in the segment. */
    long place(int list) {
        return tally.place(list);
    }

    int from(int list) {
        return starts[list];
    }

    int to(int list) {
        return starts[list + 1];
    }
}
