package io.whorl.live;

import java.io.IOException;

/** The minutiae of a tier: a Chronicle Map from minutia to the head of a chain of documents. */
final class MappedMinutiae implements TierMinutiae {
    private final MinutiaMap map;
    private final ChainHeads heads;
    private final DocumentChains chains;
    private final boolean frequencies;

    MappedMinutiae(MinutiaMap map, LiveLimits limits, boolean frequencies) {
        this.map = map;
        this.frequencies = frequencies;
        heads = map.heads();
        chains = new DocumentChains(limits.postings(), frequencies);
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {
        for (int i = 0; i < n; i++) {
            int head = heads.find(minutiae[i]);
            if (i < holders.length) {
                holders[i] += chains.length(head);
            }
            heads.replace(chains.add(document, this.frequencies ? frequencies[i] : 1, head));
        }
    }

    @Override
    public LiveView.Cursor cursor(TierView view) {
        return new TierCursor(view, map.heads(), chains);
    }

    @Override
    public void forEach(int documents, LiveView.PostingSink sink) {
        map.forEach((minutia, head) -> {
            for (int link = chains.below(documents, head); link != DocumentChains.NONE; link = chains.next(link)) {
                sink.posting(minutia, chains.document(link), chains.frequency(link));
            }
        });
    }

    @Override
    public void close() {
        try {
            map.close();
        } catch (IOException e) {
            // The memory is released; the next writer deletes the file.
        }
    }
}
