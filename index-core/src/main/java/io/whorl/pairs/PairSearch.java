package io.whorl.pairs;

import io.whorl.pairs.PairRequest.PairMemory;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
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
 *
 * @param space the space of scratch files; the work directory of the request, if it has one
 * @param progress receives the number of documents that are done, from one thread at a time
 */
public record PairSearch(
        Segment segment, PairRequest request, PairMemory memory, ScratchSpace space, LongConsumer progress) {
    /**
     * Finds the pairs.
     *
     * @return to be closed
     * @throws io.whorl.SchemeException if the segment cannot give what is requested
     * @throws io.whorl.RefusedException if the work directory cannot be used
     * @throws IOException if scratch files cannot be written, or the thread was interrupted
     */
    public PairResult run() throws IOException {
        request.check(segment.scheme());
        List<Closeable> open = new ArrayList<>();
        try {
            Optional<PairWork> work = work();
            work.ifPresent(open::add);
            LongTriples.Runs runs = new LongTriples.Runs(request.top(), memory.blocks(), space);
            open.add(runs);
            return run(work, runs);
        } catch (IOException | RuntimeException | Error e) {
            open.forEach(each -> closeAfter(each, e));
            throw e;
        }
    }

    /** Closes what a failure leaves behind. */
    public static void closeAfter(Closeable resource, Throwable failure) {
        try {
            resource.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private Optional<PairWork> work() throws IOException {
        if (request.work().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> of = request.fields();
        of.put("index", segment.identity());
        return Optional.of(PairWork.open(request.work().get(), of, space));
    }

    private PairResult run(Optional<PairWork> work, LongTriples.Runs runs) throws IOException {
        // Before pairs are counted, the other shares of the memory are free for sorting.
        try (PairScratch kept = new PairScratch(memory.arrays(), 3 * memory.blocks(), space)) {
            PairTables tables;
            try (PairScratch passing = kept.another()) {
                tables = new PairTables(segment, request, kept, passing);
            }
            Optional<Candidates> candidates = Optional.empty();
            if (request.superShingles() > 0) {
                try (PairScratch passing = kept.another()) {
                    candidates = Optional.of(new Candidates(
                            tables, request.superShingles(), request.omissions().maxDf(), kept, passing));
                }
            }
            AtomicLong families = new AtomicLong();
            count(new PairCount(tables, request, candidates, memory, families, progress), work, runs, families);
            return new PairResult(tables, request, memory, runs, families.get(), work);
        }
    }

    private void count(PairCount count, Optional<PairWork> work, LongTriples.Runs runs, AtomicLong families)
            throws IOException {
        List<BestPairs> best = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            best.add(new BestPairs(new LongTriples(runs, memory.pairs())));
        }
        PairCount.Checkpoints checkpoints = PairCount.Checkpoints.NONE;
        if (work.isPresent()) {
            checkpoints = new PairCount.Checkpoints(work.get().restore(runs, families), to -> {
                best.forEach(BestPairs::pass);
                work.get().counted(to, runs, families);
            });
        }
        count.run(best, checkpoints);
        best.forEach(BestPairs::pass);
    }

    /** The pairs that one thread has found. It leaves pairs out if enough better ones are known. */
    record BestPairs(LongTriples pairs) implements PairCount.Sink {
        @Override
        public boolean offer(double score, int a, int b, long shared) throws IOException {
            return pairs.add(key(score), (long) a << Integer.SIZE | b, shared);
        }

        @Override
        public double leastScore() {
            long last = pairs.last();
            return last == Long.MAX_VALUE ? 0 : score(last);
        }

        void pass() {
            pairs.pass();
        }

        /** Ascending keys are descending scores; scores are 0 or more. */
        private static long key(double score) {
            return ~Double.doubleToLongBits(score);
        }

        static double score(long key) {
            return Double.longBitsToDouble(~key);
        }
    }
}
