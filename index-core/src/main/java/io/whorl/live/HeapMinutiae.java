package io.whorl.live;

/**
 * The minutiae of a tier in heap: a table that grows, from minutia to the head of a chain of documents. It adds like
 * {@link MappedMinutiae}, in a loop of its own: with two kinds of tables, each access would choose between them.
 */
final class HeapMinutiae implements TierMinutiae {
    private final HeapHeads heads = new HeapHeads();
    private final DocumentChains chains;
    private final boolean frequencies;
    private final Runnable closed;
    /** For the writing thread. */
    private final int[] firsts = new int[Heads.AHEAD];
    /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
    private int touched;

    /** @param closed called when no reader is left */
    HeapMinutiae(LiveLimits limits, boolean frequencies, Runnable closed) {
        this.frequencies = frequencies;
        this.closed = closed;
        chains = new DocumentChains(limits.postings(), frequencies);
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {
        heads.reserve(n);
        for (int from = 0; from < n; from += Heads.AHEAD) {
            int some = Math.min(Heads.AHEAD, n - from);
            touched += heads.touch(minutiae, from, some, firsts);
            for (int i = 0; i < some; i++) {
                int index = from + i;
                int place = heads.slot(minutiae[index], firsts[i]);
                int head = heads.head(place);
                if (index < holders.length) {
                    holders[index] += chains.length(head);
                }
                int frequency = this.frequencies ? frequencies[index] : 1;
                heads.replace(place, minutiae[index], chains.add(document, frequency, head));
            }
        }
    }

    @Override
    public long bytes() {
        return heads.bytes() + chains.bytes();
    }

    @Override
    public long bytesToAdd(int postings) {
        return heads.bytesToReserve(postings) + chains.bytesToAdd(postings);
    }

    @Override
    public LiveView.Cursor cursor(TierView view) {
        return new TierCursor(view, heads, chains);
    }

    @Override
    public void forEach(int documents, LiveView.PostingSink sink) {
        chains.forEach(heads, documents, sink);
    }

    @Override
    public void close() {
        closed.run();
    }
}
