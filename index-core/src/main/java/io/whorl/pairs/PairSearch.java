package io.whorl.pairs;

import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
    private final AtomicLong families = new AtomicLong();

    /**
     * @param scratch the space of scratch files; the work directory of the request, if it has one
     * @param progress receives the number of documents that are done, from one thread at a time
     */
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
     * @throws io.whorl.UnsupportedMeasureException if the segment cannot give what is requested
     * @throws io.whorl.WorkRefusedException if the work directory cannot be used
     * @throws UncheckedIOException if scratch files cannot be written, or the thread was interrupted
     */
    public PairResult run() {
        request.check(segment.scheme());
        List<Closeable> open = new ArrayList<>();
        try {
            Optional<PairWork> work = work();
            work.ifPresent(open::add);
            PairRuns runs = new PairRuns(request.top(), memory.blocks(), scratch);
            open.add(runs);
            return run(work, runs);
        } catch (IOException e) {
            close(open, e);
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            close(open, e);
            throw e;
        }
    }

    private Optional<PairWork> work() throws IOException {
        if (request.work().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> of = request.fields();
        of.put("index", segment.identity());
        return Optional.of(PairWork.open(request.work().get(), of, scratch));
    }

    private static void close(List<Closeable> open, Throwable failure) {
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    private PairResult run(Optional<PairWork> work, PairRuns runs) throws IOException {
        try (PairScratch kept = new PairScratch(memory.arrays(), scratch)) {
            PairTables tables = tables(kept);
            Optional<Candidates> candidates = candidates(tables, kept);
            count(tables, candidates, runs, work);
            return new PairResult(tables, request, runs, families, candidates, work);
        }
    }

    /** The heap for sorting before pairs are counted, when the shares for counting are not used yet. */
    private long sorting() {
        return 3 * memory.blocks();
    }

    private PairTables tables(PairScratch kept) throws IOException {
        // The other shares of the memory are not used yet.
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            return new PairTables(segment, request, kept, passing, sorting(), scratch);
        }
    }

    private Optional<Candidates> candidates(PairTables tables, PairScratch kept) throws IOException {
        if (request.superShingles() == 0) {
            return Optional.empty();
        }
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            long maxDf = request.omissions().maxDf();
            return Optional.of(new SuperShingles(tables, request.superShingles(), maxDf, passing)
                    .candidates(kept, sorting(), scratch));
        }
    }

    private void count(PairTables tables, Optional<Candidates> candidates, PairRuns runs, Optional<PairWork> work)
            throws IOException {
        List<PairBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            buffers.add(new PairBuffer(request.top(), memory.pairs(), runs));
        }
        PairCount.Checkpoints checkpoints =
                work.isPresent() ? checkpoints(work.get(), buffers, runs) : PairCount.Checkpoints.NONE;
        new PairCount(tables, memory, progress).run(buffers, request, families, candidates, checkpoints);
        buffers.forEach(PairBuffer::pass);
    }

    private PairCount.Checkpoints checkpoints(PairWork work, List<PairBuffer> buffers, PairRuns runs)
            throws IOException {
        int from = work.restore(runs, families);
        return new PairCount.Checkpoints() {
            @Override
            public int from() {
                return from;
            }

            @Override
            public void at(int to) throws IOException {
                buffers.forEach(PairBuffer::pass);
                work.counted(to, runs, families);
            }
        };
    }
}
