package io.whorl.query;

import io.whorl.live.LiveView;
import io.whorl.parts.LivePart;
import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import java.util.function.Supplier;

/**
 * A query of a live view: its cursor is walked minutia by minutia. A live tier is bounded, so windows are not needed.
 */
final class ViewSearch implements PartSearch {
    private final LiveView view;
    private final DeadDocuments dead;
    private final long[] minutiae;
    private final SearchBuffers buffers;
    private final LiveView.Cursor cursor;
    private final ViewSide side;

    ViewSearch(LivePart part, long[] minutiae, SearchBuffers buffers) {
        view = part.view();
        dead = part.dead();
        this.minutiae = minutiae;
        this.buffers = buffers;
        side = new ViewSide(view);
        cursor = view.cursor();
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
        return side.at((int) document);
    }

    @Override
    public double meanLog(long document) {
        return view.meanLog((int) document);
    }

    /** The list must be walked to be counted, so the dead are left out at once. */
    @Override
    public void addFrequencies(long[] frequencies) {
        for (int i = 0; i < minutiae.length; i++) {
            if (cursor.find(minutiae[i])) {
                while (cursor.next()) {
                    frequencies[i] += lives(cursor.document()) ? 1 : 0;
                }
            }
        }
    }

    @Override
    public void takeDeadOff(long[] frequencies, long limit) {
        // None was added.
    }

    @Override
    public void count(boolean[] ignored, boolean[] known, CountRanking ranking) {
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
        int n = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (ignored[i] || !cursor.find(minutiae[i])) {
                continue;
            }
            boolean live = known[i];
            while (cursor.next()) {
                int document = cursor.document();
                live = live || lives(document);
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
            if (count >= ranking.leastShared() && lives(document)) {
                ranking.offer(document, count, side.at(document));
            }
        }
    }

    @Override
    public void weigh(TermWeights weights, boolean[] ignored, boolean[] known, WeightedRanking ranking) {
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
        long[] sums = buffers.sums();
        int[] one = new int[1];
        MemberWeights adding = new MemberWeights(weights);
        int n = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (ignored[i] || !cursor.find(minutiae[i])) {
                continue;
            }
            one[0] = i;
            adding.open(one, 0, 1);
            boolean live = known[i];
            while (cursor.next()) {
                int document = cursor.document();
                live = live || lives(document);
                if (shared[document]++ == 0) {
                    touched[n++] = document;
                }
                sums[document] += adding.of(cursor.frequency());
            }
            known[i] = live;
        }
        for (int i = 0; i < n; i++) {
            int document = touched[i];
            int count = shared[document];
            long sum = sums[document];
            shared[document] = 0;
            sums[document] = 0;
            if (sum >= ranking.leastSum() && lives(document)) {
                ranking.offer(document, count, sum, side.at(document));
            }
        }
    }

    private boolean lives(int document) {
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
