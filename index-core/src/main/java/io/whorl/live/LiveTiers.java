package io.whorl.live;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.live.LiveTier.LiveLimits;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Creates the live tiers of one writer, one after another. To create or to release the memory of a tier takes tens of
 * milliseconds, so another thread does both: it creates memory ahead ({@link #prepare}), and clears the memory of a
 * released tier for the next one. At most one such memory is kept. Thread-safe.
 */
public final class LiveTiers implements Closeable {
    private static final long CLOSING_SECONDS = 60;

    private final Optional<Path> file;
    private final LiveLimits limits;
    private final boolean frequencies;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(DaemonThreads.named("whorl-tier-memory"));
    /** Memory for the next tier, filled with zeros. Guarded by this, like the field below. */
    private Optional<SlotPages> spare = Optional.empty();

    private boolean closed;

    /**
     * @param file as for {@link LiveTier#create}, which makes the tiers then; if empty, {@link LiveTier#ofRecords} does
     */
    public LiveTiers(Optional<Path> file, LiveLimits limits, boolean frequencies) {
        this.file = file;
        this.limits = limits;
        this.frequencies = frequencies;
    }

    /**
     * Creates an empty tier.
     *
     * @throws IOException see {@link LiveTier#create}
     */
    public LiveTier next() throws IOException {
        if (file.isEmpty()) {
            return LiveTier.ofRecords(limits, frequencies);
        }
        LiveTier.check();
        SlotPages pages = memory();
        return LiveTier.over(pages, limits, frequencies, () -> released(pages));
    }

    private synchronized SlotPages memory() throws IOException {
        if (closed) {
            throw new IllegalStateException("the live tiers are closed");
        }
        SlotPages taken = spare.isPresent() ? spare.get() : create();
        spare = Optional.empty();
        return taken;
    }

    private SlotPages create() throws IOException {
        return SlotPages.create(file.orElseThrow(), limits.postings());
    }

    /** Creates memory for the next tier in the background, if there is none yet. */
    public void prepare() {
        if (file.isPresent()) {
            try {
                worker.execute(this::fill);
            } catch (RejectedExecutionException e) {
                // Closed meanwhile: there is no next tier.
            }
        }
    }

    private synchronized void fill() {
        if (closed || spare.isPresent()) {
            return;
        }
        try {
            spare = Optional.of(create());
        } catch (IOException | RuntimeException e) {
            // next() tries again, and reports the error.
        }
    }

    /** Called by the last user of a tier, which may be a query: so another thread does the work. */
    private void released(SlotPages pages) {
        try {
            worker.execute(() -> keep(pages));
        } catch (RejectedExecutionException e) {
            pages.release();
        }
    }

    private void keep(SlotPages pages) {
        synchronized (this) {
            if (!closed && spare.isEmpty()) {
                pages.clear();
                spare = Optional.of(pages);
                return;
            }
        }
        pages.release();
    }

    /** Releases the memory that is kept. Tiers that are in use are not affected. A second call does nothing. */
    @Override
    public void close() {
        worker.shutdown();
        Optional<SlotPages> kept;
        synchronized (this) {
            closed = true;
            kept = spare;
            spare = Optional.empty();
        }
        kept.ifPresent(SlotPages::release);
        try {
            // So that files of this writer are not created or released after it was closed.
            worker.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
