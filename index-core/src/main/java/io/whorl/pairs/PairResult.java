package io.whorl.pairs;

import io.whorl.pairs.PairFamilies.PairFamily;
import io.whorl.pairs.PairRuns.PairMerge;
import io.whorl.pairs.PairRuns.PairRecords;
import io.whorl.score.Comparison;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The pairs that a search has found, best first, read one by one. It holds the segment and scratch files until it is
 * closed. One thread at a time.
 */
public final class PairResult implements Closeable {
    private final LentSegment segment;
    private final PairTables tables;
    private final AtomicLong found;
    private final Optional<Candidates> candidates;
    private final Optional<PairWork> work;
    private final PairRuns runs;
    private final PairMerge merge;
    private final PairScore score;
    private long left;

    /**
     * @param runs all runs of the search; closed with this
     * @param work what the search keeps; closed with this
     */
    PairResult(
            PairTables tables,
            PairRequest request,
            PairRuns runs,
            AtomicLong found,
            Optional<Candidates> candidates,
            Optional<PairWork> work)
            throws IOException {
        this.tables = tables;
        this.found = found;
        this.candidates = candidates;
        this.work = work;
        this.runs = runs;
        left = request.top();
        Segment of = tables.segment();
        // Pairs are read after the search has released its snapshot and the segment merged for it.
        segment = new LentSegment(of);
        merge = runs.merge();
        score = tables.score();
    }

    /** The minutiae that the frequency limit excluded from making pairs. */
    public long ignoredMinutiae() {
        return tables.leftOut().ignoredMinutiae();
    }

    /** The lists of these minutiae. */
    public long ignoredLists() {
        return tables.leftOut().ignoredLists();
    }

    /** The postings of these minutiae. */
    public long ignoredPostings() {
        return tables.leftOut().ignoredPostings();
    }

    /** The documents of which more than half of the minutiae are ignored. */
    public long mostlyIgnored() {
        return tables.leftOut().mostlyIgnored();
    }

    /** The minutiae that were left out of most documents because they are common. */
    public long commonMinutiae() {
        return tables.leftOut().commonMinutiae();
    }

    /** The documents of which common minutiae were not left out. */
    public long commonKept() {
        return tables.leftOut().commonKept();
    }

    /** The documents that have a series. */
    public long inSeries() {
        return tables.leftOut().inSeries();
    }

    /** The templates that were left out, by series. */
    public Iterator<SeriesTemplate> templates() {
        return tables.leftOut().templates();
    }

    /** The pairs of documents that share a super shingle; 0 if none were used. */
    public long candidates() {
        return candidates.map(Candidates::pairs).orElse(0L);
    }

    /** The super shingles that more documents have than the frequency limit. */
    public long ignoredSuperShingles() {
        return candidates.map(Candidates::ignored).orElse(0L);
    }

    /** The documents with too few minutiae for a super shingle. */
    public long tooShort() {
        return candidates.map(Candidates::tooShort).orElse(0L);
    }

    /** The families whose pairs score enough. */
    public long families() {
        return found.get();
    }

    /** Moves to the next pair; false at the end. */
    public boolean next() throws IOException {
        boolean more = left > 0 && merge.next();
        left = more ? left - 1 : 0;
        return more;
    }

    /** Reads from the current pair with the methods below. */
    public <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    /** The id of the first document. */
    public String a() {
        return segment.id(documentA());
    }

    /** The id of the second document. */
    public String b() {
        return segment.id(documentB());
    }

    /** The id of any document, by its ordinal. */
    public String id(int document) {
        return segment.id(document);
    }

    /** The ordinal of the first document. */
    public int documentA() {
        return (int) (merge.records()[merge.at() + 1] >>> Integer.SIZE);
    }

    /** The ordinal of the second document. */
    public int documentB() {
        return (int) merge.records()[merge.at() + 1];
    }

    public double score() {
        return PairRecords.score(merge.records()[merge.at()]);
    }

    /** The number of shared minutiae. */
    public long shared() {
        return merge.records()[merge.at() + 2] & ~PairRecords.FAMILY;
    }

    /** The comparison of the two documents, without the minutiae that are left out of them. */
    public Comparison comparison() {
        return score.compare(documentA(), documentB(), shared());
    }

    /** The family that the pair represents, if it represents one. */
    public Optional<PairFamily> family() {
        return isFamily()
                ? Optional.of(new PairFamily(segment.lend(), tables.families(), documentA()))
                : Optional.empty();
    }

    /** True if the pair represents all pairs of a family. */
    public boolean isFamily() {
        return (merge.records()[merge.at() + 2] & PairRecords.FAMILY) != 0;
    }

    /** The families, of which only the first documents are in pairs; empty if every document is in its own pairs. */
    public Optional<PairFamilies> documentFamilies() {
        return tables.alike() ? Optional.of(tables.families()) : Optional.empty();
    }

    /** The number of documents of the segment. */
    public int documents() {
        return tables.documents();
    }

    /** The number of minutiae of a document. */
    public long minutiae(int document) {
        return tables.segment().documents().minutiae(document);
    }

    /**
     * Counts all pairs again to find the least scores within groups, whether they share a super shingle or not.
     *
     * @param request the request of the search
     * @param progress receives the number of documents that are done, from one thread at a time
     */
    public void add(GroupScores groups, PairRequest request, PairMemory memory, LongConsumer progress)
            throws IOException {
        PairRequest all = new PairRequest(
                request.measure(),
                0,
                Long.MAX_VALUE,
                request.threads(),
                false,
                request.omissions(),
                0,
                Optional.empty());
        List<PairSink> sinks = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            sinks.add(groups.sink(request.measure().symmetric()));
        }
        PairCount.Checkpoints checkpoints = work.isPresent()
                ? checkpoints(work.get(), groups, groups.identity(tables.documents()))
                : PairCount.Checkpoints.NONE;
        new PairCount(tables, memory, progress).run(sinks, all, new AtomicLong(), Optional.empty(), checkpoints);
    }

    private static PairCount.Checkpoints checkpoints(PairWork work, GroupScores groups, String identity)
            throws IOException {
        int from = work.restore(groups, identity);
        return new PairCount.Checkpoints() {
            @Override
            public int from() {
                return from;
            }

            @Override
            public void at(int to) throws IOException {
                work.scored(to, groups, identity);
            }
        };
    }

    /** Removes what the search keeps. Nothing can be read after that; close it. */
    public void removeWork() throws IOException {
        left = 0;
        runs.close();
        if (work.isPresent()) {
            work.get().remove();
        }
    }

    @Override
    public void close() throws IOException {
        left = 0;
        segment.close();
        try {
            runs.close();
        } finally {
            if (work.isPresent()) {
                work.get().close();
            }
        }
    }
}
