package io.whorl.parts;

/** Groups the minutiae of a query by the lists that they lead to, without those that are ignored. Immutable. */
final class MinutiaGroups {
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
