package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.live.TierMinutiae;
import io.whorl.score.Comparison.Side;
import java.util.function.Supplier;

/** Searches a live view block by block. A live tier is bounded, so its documents are counted in one window. */
final class LiveSearch extends PartSearch {
    /** The largest number of minutiae that are looked up together. */
    private static final int TOGETHER = 1 << 10;

    private final LiveView view;
    private final TierMinutiae chains;
    private final LiveSide side = new LiveSide();
    /** For each minutia of the block that was looked up last, the link to its newest document. */
    private final int[] links;
    /** The index of the first minutia of that block, and the index behind its last one. */
    private int from;

    private int to;

    LiveSearch(LiveView view, long[] minutiae, SearchBuffers buffers) {
        super(view, minutiae, buffers);
        this.view = view;
        chains = view.minutiae();
        links = new int[Math.min(TOGETHER, minutiae.length)];
    }

    /** The link to the newest document that holds a minutia. Minutiae are looked up in ascending order. */
    private int first(int minutia) {
        if (minutia < from || minutia >= to) {
            from = minutia;
            to = Math.min(minutia + links.length, minutiae.length);
            view.findAll(minutiae, from, to, links);
        }
        return links[minutia - from];
    }

    private final class LiveSide implements Side {
        private int document;

        @Override
        public long minutiae() {
            return view.document(document).minutiae();
        }

        @Override
        public long words() {
            return view.document(document).words();
        }

        @Override
        public byte[] extra() {
            return view.document(document).extra();
        }
    }

    @Override
    public Object source() {
        return view.tier();
    }

    @Override
    public Side side(long document) {
        side.document = (int) document;
        return side;
    }

    @Override
    public double meanLog(long document) {
        return view.document((int) document).meanLog();
    }

    /** Counts live documents only, because the list must be walked anyway. */
    @Override
    public void addFrequencies(long[] frequencies) {
        for (int i = 0; i < minutiae.length; i++) {
            for (int link = first(i); link != TierMinutiae.NONE; link = chains.next(link)) {
                frequencies[i] += isLive(chains.document(link)) ? 1 : 0;
            }
        }
    }

    @Override
    public void subtractDead(long[] frequencies, long limit) {
        // addFrequencies has not counted deleted documents.
    }

    @Override
    public boolean holdsAll(long document) {
        for (int i = 0; i < minutiae.length; i++) {
            int link = first(i);
            // Chains lead from the newest document to the oldest.
            while (link != TierMinutiae.NONE && chains.document(link) != document) {
                link = chains.next(link);
            }
            if (link == TierMinutiae.NONE) {
                return false;
            }
        }
        return true;
    }

    @Override
    void count(boolean[] ignored, boolean[] known, Counters counters) {
        int[] shared = counters.shared;
        int[] touched = counters.touched;
        boolean weighted = counters.weighted;
        int[] one = new int[1];
        int n = 0;
        for (int i = 0; i < minutiae.length; i++) {
            int link = ignored[i] ? TierMinutiae.NONE : first(i);
            if (link == TierMinutiae.NONE) {
                continue;
            }
            if (weighted) {
                one[0] = i;
                counters.open(one, 0, 1);
            }
            boolean live = known[i];
            for (; link != TierMinutiae.NONE; link = chains.next(link)) {
                int document = chains.document(link);
                live = live || isLive(document);
                if (shared[document]++ == 0) {
                    touched[n++] = document;
                }
                if (weighted) {
                    counters.sums[document] += counters.weight(chains.frequency(link));
                }
            }
            known[i] = live;
        }
        counters.collect(0, n);
    }

    @Override
    void give(Collector collector, long document, int shared, long sum) {
        if (isLive((int) document)) {
            collector.collect(document, shared, sum);
        }
    }

    private boolean isLive(int document) {
        return !dead.contains(document);
    }

    @Override
    public <T> T reading(Supplier<T> reader) {
        return reader.get();
    }
}
