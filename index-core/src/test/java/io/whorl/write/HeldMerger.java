package io.whorl.write;

import io.whorl.write.MergeScheduler.SegmentMerger;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Merges only after it is released or cancelled, so segments pile up as they do during a slow merge. */
final class HeldMerger implements UnaryOperator<SegmentMerger> {
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean holding;

    /** Whether a merge has started. */
    boolean isHolding() {
        return holding;
    }

    void release() {
        released.countDown();
    }

    @Override
    public SegmentMerger apply(SegmentMerger merger) {
        return (inputs, memory, cancelled) -> {
            await(cancelled);
            return merger.merge(inputs, memory, cancelled);
        };
    }

    private void await(BooleanSupplier cancelled) throws IOException {
        holding = true;
        try {
            while (!cancelled.getAsBoolean() && !released.await(1, TimeUnit.MILLISECONDS)) {
                // Checks again.
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
