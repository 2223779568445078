package io.whorl.bench.live;

import io.whorl.live.LiveLimits;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What the library makes of it. Asked once it is full. */
final class TierLayout implements PostingLayout {
    private static final byte[] NO_EXTRA = {};

    private final LiveTier tier;
    private LiveView view;
    private LiveView.Cursor cursor;

    TierLayout(Path file, int postings) {
        try {
            tier = LiveTier.create(file, new LiveLimits(postings, postings), true);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be made a live tier", e);
        }
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies) {
        byte[] id = ByteBuffer.allocate(Integer.BYTES).putInt(document).array();
        tier.add(id, minutiae.length, NO_EXTRA, minutiae, frequencies, minutiae.length);
    }

    @Override
    public long sum(long minutia) {
        if (cursor == null) {
            view = tier.view();
            cursor = view.cursor();
        }
        long sum = 0;
        if (cursor.find(minutia)) {
            while (cursor.next()) {
                sum += cursor.document() + cursor.frequency();
            }
        }
        return sum;
    }

    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
            view.close();
        }
        tier.close();
    }
}
