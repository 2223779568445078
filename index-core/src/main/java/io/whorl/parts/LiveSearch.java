package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import java.util.Optional;
import java.util.function.Supplier;

/** Searches a live view block by block. A live tier is bounded, so its documents are counted in one window. */
final class LiveSearch implements PartSearch {
    /** The largest number of minutiae that are looked up together. */
    private static final int TOGETHER = 1 << 10;

    private final LiveView view;
    private final DeadDocuments dead;
    private final long[] minutiae;
    private final SearchBuffers buffers;
    private final LiveView.Cursor cursor;
    private final LiveSide side = new LiveSide();
    /** For each minutia of the block that was looked up last, what leads to its documents. */
    private final int[] links;
    /** The index of the first minutia of that block, and the index behind its last one. */
    private int from;

    private int to;

    LiveSearch(LivePart part, long[] minutiae, SearchBuffers buffers) {
        view = part.view();
        dead = part.dead();
        this.minutiae = minutiae;
        this.buffers = buffers;
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
            return view.minutiae(document);
        }

        @Override
        public long words() {
            return view.words(document);
        }

        @Override
        public byte[] extra() {
            return view.extra(document);
        }
    }

    @Override
    public LiveView source() {
        return view;
    }

    @Override
    public boolean inOrderOfIds() {
        return false;
    }

    @Override
    public byte[] id(long document) {
        return view.id((int) document);
    }

    @Override
    public Side side(long document) {
        side.document = (int) document;
        return side;
    }

    @Override
    public double meanLog(long document) {
        return view.meanLog((int) document);
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
    public void count(boolean[] ignored, boolean[] known, Optional<TermWeights> weights, Collector collector) {
        if (weights.isPresent()) {
            weigh(ignored, known, weights.get(), collector);
            return;
        }
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
        int n = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (ignored[i] || !open(i)) {
                continue;
            }
            boolean live = known[i];
            while (cursor.next()) {
                int document = cursor.document();
                live = live || isLive(document);
                if (shared[document]++ == 0) {
                    touched[n++] = document;
                }
            }
            known[i] = live;
        }
        for (int i = 0; i < n; i++) {
            int document = touched[i];
            int count = shared[document];
            shared[document] = 0;
            if (count >= collector.threshold() && isLive(document)) {
                collector.collect(document, count, 0);
            }
        }
    }

    private void weigh(boolean[] ignored, boolean[] known, TermWeights weights, Collector collector) {
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
        long[] sums = buffers.sums();
        int[] one = new int[1];
        GroupWeight weight = new GroupWeight(weights);
        int n = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (ignored[i] || !open(i)) {
                continue;
            }
            one[0] = i;
            weight.open(one, 0, 1);
            boolean live = known[i];
            while (cursor.next()) {
                int document = cursor.document();
                live = live || isLive(document);
                if (shared[document]++ == 0) {
                    touched[n++] = document;
                }
                sums[document] += weight.of(cursor.frequency());
            }
            known[i] = live;
        }
        for (int i = 0; i < n; i++) {
            int document = touched[i];
            int count = shared[document];
            long sum = sums[document];
            shared[document] = 0;
            sums[document] = 0;
            if (sum >= collector.threshold() && isLive(document)) {
                collector.collect(document, count, sum);
            }
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
