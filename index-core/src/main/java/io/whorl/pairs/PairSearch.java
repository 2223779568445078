package io.whorl.pairs;

import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Finds every pair of documents of a segment whose score reaches a threshold. One pass over the table counts the
 * minutiae that lead to each distinct list. Then the pairs of each document are counted over the lists that name it.
 * These counts are the triplets of BGMZ 4.1, but they are summed document by document, so only the pairs that score
 * enough are sorted. Used once.
 */
public final class PairSearch {
    private final Segment segment;
    private final PairRequest request;
    private final PairMemory memory;
    private final ScratchSpace scratch;
    private final LongConsumer progress;
    private final FamilyCounts families = new FamilyCounts();

    /** @param progress receives the number of documents that are done, from one thread at a time */
    public PairSearch(
            Segment segment, PairRequest request, PairMemory memory, ScratchSpace scratch, LongConsumer progress) {
        this.segment = segment;
        this.request = request;
        this.memory = memory;
        this.scratch = scratch;
        this.progress = progress;
    }

    /**
     * Finds the pairs.
     *
     * @return to be closed
     * @throws UncheckedIOException if scratch files cannot be written, or the thread was interrupted
     */
    public PairResult run() {
        PairRuns runs = new PairRuns(request.top(), memory.blocks(), scratch);
        try (PairScratch kept = new PairScratch(memory.arrays(), scratch)) {
            PairTables tables = tables(kept);
            count(tables, runs);
            return new PairResult(tables, request.top(), runs, families);
        } catch (IOException e) {
            close(runs, e);
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            close(runs, e);
            throw e;
        }
    }

    private static void close(PairRuns runs, Throwable failure) {
        try {
            runs.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private PairTables tables(PairScratch kept) throws IOException {
        // The other shares of the memory are not used yet.
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            return new PairTables(segment, request.measure(), request.maxDf(), kept, passing);
        }
    }

    private void count(PairTables tables, PairRuns runs) throws IOException {
        List<PairBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            buffers.add(new PairBuffer(request.top(), memory.pairs(), runs));
        }
        new PairCount(tables, memory, progress).run(buffers, request, families);
        buffers.forEach(PairBuffer::finish);
    }
}
