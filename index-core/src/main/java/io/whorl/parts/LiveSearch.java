package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.parts.Part.LivePart;
import io.whorl.score.Comparison.Side;
import java.util.function.Supplier;

/** Searches a live view block by block. A live tier is bounded, so its documents are counted in one window. */
final class LiveSearch extends PartSearch {
    /** The largest number of minutiae that are looked up together. */
    private static final int TOGETHER = 1 << 10;

    private final LiveView view;
    private final LiveView.Cursor cursor;
    private final LiveSide side = new LiveSide();
    /** For each minutia of the block that was looked up last, what leads to its documents. */
    private final int[] links;
    /** The index of the first minutia of that block, and the index behind its last one. */
    private int from;

    private int to;

    LiveSearch(LivePart part, long[] minutiae, SearchBuffers buffers) {
        super(part, minutiae, buffers);
        view = part.view();
        links = new int[Math.min(TOGETHER, minutiae.length)];
        cursor = view.cursor();
    }

    /** Moves to the documents of a minutia; false if there are none. Minutiae are opened in ascending order. */
    private boolean open(int minutia) {
        if (minutia < from || minutia >= to) {
            from = minutia;
            to = Math.min(minutia + links.length, minutiae.length);
            cursor.findAll(minutiae, from, to, links);
        }
        return cursor.open(links[minutia - from]);
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
    public LiveView source() {
        return view;
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
            if (open(i)) {
                while (cursor.next()) {
                    frequencies[i] += isLive(cursor.document()) ? 1 : 0;
                }
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
            boolean in = false;
            if (open(i)) {
                // Chains lead from the newest document to the oldest.
                while (!in && cursor.next()) {
                    in = cursor.document() == document;
                }
            }
            if (!in) {
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
            if (ignored[i] || !open(i)) {
                continue;
            }
            if (weighted) {
                one[0] = i;
                counters.open(one, 0, 1);
            }
            boolean live = known[i];
            while (cursor.next()) {
                int document = cursor.document();
                live = live || isLive(document);
                if (shared[document]++ == 0) {
                    touched[n++] = document;
                }
                if (weighted) {
                    counters.sums[document] += counters.weight(cursor.frequency());
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

    @Override
    public void close() {
        cursor.close();
    }
}
