package io.whorl.live;

import io.whorl.live.DocumentChains.Heads;
import io.whorl.live.DocumentChains.TierCursor;

/** The minutiae of a tier: a table outside the heap from minutia to the head of a chain of documents. */
final class MappedMinutiae implements TierMinutiae {
    private final HeadTable heads;
    private final DocumentChains chains;
    private final boolean frequencies;
    /** For the writing thread. */
    private final int[] firsts = new int[Heads.AHEAD];
    /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
    private int touched;

    MappedMinutiae(HeadTable heads, LiveLimits limits, boolean frequencies) {
        this.heads = heads;
        this.frequencies = frequencies;
        chains = new DocumentChains(limits.postings(), frequencies);
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {
        for (int from = 0; from < n; from += Heads.AHEAD) {
            int some = Math.min(Heads.AHEAD, n - from);
            touched += heads.touch(minutiae, from, some, firsts);
            for (int i = 0; i < some; i++) {
                add(
                        document,
                        minutiae[from + i],
                        this.frequencies ? frequencies[from + i] : 1,
                        firsts[i],
                        from + i,
                        holders);
            }
        }
    }

    private void add(int document, long minutia, int frequency, int first, int index, long[] holders) {
        int slot = heads.slot(minutia, first);
        int head = heads.head(slot);
        if (index < holders.length) {
            holders[index] += chains.length(head);
        }
        heads.replace(slot, minutia, chains.add(document, frequency, head));
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
        heads.close();
    }
}
