package io.whorl.merge;

/**
 * The next minutia of each input of a merge, and the inputs with the least one. A few inputs are scanned; many are
 * divided into groups with a known least minutia each. One thread at a time.
 */
final class MergeHeads {
    /** Inputs of a group: few enough that a scan is as fast as a heap. */
    private static final int GROUP_BITS = 5;

    private static final int GROUP = 1 << GROUP_BITS;

    private final MergeInput[] inputs;
    /**
     * By group, the inputs that have minutiae left. Their next minutiae in {@code head} have the sign bit flipped, so
     * signed comparison gives unsigned order.
     */
    private final int[] open;

    private final long[] head;
    private final int[] opened;
    private final long[] leastOf;
    /** Positions in {@link #open} of the inputs that have the current minutia, ascending. */
    private final int[] matched;

    private int matches;
    private int left;
    private long least;

    MergeHeads(MergeInput[] inputs) {
        this.inputs = inputs;
        int groups = Math.max(1, (inputs.length + GROUP - 1) >>> GROUP_BITS);
        open = new int[groups << GROUP_BITS];
        head = new long[open.length];
        opened = new int[groups];
        leastOf = new long[groups];
        matched = new int[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            if (inputs[i].next()) {
                int group = i >>> GROUP_BITS;
                int at = (group << GROUP_BITS) + opened[group]++;
                open[at] = i;
                head[at] = inputs[i].minutia() ^ Long.MIN_VALUE;
                left++;
            }
        }
        for (int g = 0; g < groups && groups > 1; g++) {
            leastOf[g] = leastOf(g);
        }
    }

    /** Moves to the next least minutia; false at the end. */
    boolean next() {
        // Backwards, so that the last input of a group can replace one that has ended.
        for (int m = matches - 1; m >= 0; m--) {
            advance(matched[m]);
        }
        if (opened.length > 1) {
            chooseGroups();
        } else {
            matches = 0;
            least = Long.MAX_VALUE;
            match(0);
        }
        return left > 0;
    }

    private void advance(int at) {
        MergeInput input = inputs[open[at]];
        if (input.next()) {
            head[at] = input.minutia() ^ Long.MIN_VALUE;
        } else {
            int group = at >>> GROUP_BITS;
            int last = (group << GROUP_BITS) + --opened[group];
            open[at] = open[last];
            head[at] = head[last];
            left--;
        }
    }

    private void chooseGroups() {
        for (int m = 0, before = -1; m < matches; m++) {
            int group = matched[m] >>> GROUP_BITS;
            if (group != before) {
                leastOf[group] = leastOf(group);
                before = group;
            }
        }
        matches = 0;
        least = Long.MAX_VALUE;
        for (long l : leastOf) {
            least = Math.min(least, l);
        }
        for (int g = 0; g < leastOf.length; g++) {
            if (leastOf[g] == least) {
                match(g);
            }
        }
    }

    /** The least minutia of a group. An empty group has the greatest value, which may also be a minutia. */
    private long leastOf(int group) {
        long l = Long.MAX_VALUE;
        for (int j = group << GROUP_BITS, end = j + opened[group]; j < end; j++) {
            l = Math.min(l, head[j]);
        }
        return l;
    }

    /** Matches the inputs of a group that have the least minutia so far, or a lesser one. */
    private void match(int group) {
        long l = least;
        int n = matches;
        for (int j = group << GROUP_BITS, end = j + opened[group]; j < end; j++) {
            long h = head[j];
            if (h < l) {
                l = h;
                matched[0] = j;
                n = 1;
            } else if (h == l) {
                matched[n++] = j;
            }
        }
        least = l;
        matches = n;
    }

    long minutia() {
        return least ^ Long.MIN_VALUE;
    }

    /** The number of inputs that have the current minutia. */
    int matches() {
        return matches;
    }

    /** The index of the m-th of them among all inputs. */
    int input(int m) {
        return open[matched[m]];
    }
}
