package io.whorl.pairs;

import io.whorl.pairs.PairRequest.PairMemory;
import io.whorl.pairs.PairSearch.BestPairs;
import io.whorl.score.Comparison;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The pairs that a search has found. It holds the segment and scratch files until it is closed. One thread at a time.
 */
public final class PairResult implements Closeable {
    private final LentSegment segment;
    private final PairTables tables;
    private final PairRequest request;
    private final PairMemory memory;
    private final Optional<PairWork> work;
    private final LongTriples.Runs runs;
    private final long families;
    private final PairScore score;
    private boolean closed;
    private boolean removed;

    /**
     * @param runs all runs of the search; closed with this
     * @param families the families whose pairs score enough
     * @param work what the search keeps; closed with this
     */
    PairResult(
            PairTables tables,
            PairRequest request,
            PairMemory memory,
            LongTriples.Runs runs,
            long families,
            Optional<PairWork> work) {
        this.tables = tables;
        this.request = request;
        this.memory = memory;
        this.runs = runs;
        this.families = families;
        this.work = work;
        // Pairs are read after the search has released its snapshot and the segment merged for it.
        segment = new LentSegment(tables.segment);
        score = new PairScore(tables, request.measure());
    }

    /** What the search left out. */
    public PairFigures figures() {
        return tables.figures;
    }

    /** The templates that were left out, by series. */
    public Iterator<SeriesTemplate> templates() {
        return tables.leftOut
                .templates()
                .mapToObj(s -> segment.reading(() -> tables.leftOut.templateOf(s)))
                .iterator();
    }

    /** The families whose pairs score enough. */
    public long families() {
        return families;
    }

    /** The families, of which only the first documents are in pairs; empty if every document is in its own pairs. */
    public Optional<PairFamilies> documentFamilies() {
        return tables.alike ? Optional.of(tables.families) : Optional.empty();
    }

    /** The number of documents of the segment. */
    public int documents() {
        return tables.documents;
    }

    /** As {@link Segment#reading}. */
    public <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    /** The id of a document; called inside {@link #reading}. */
    public String id(int document) {
        return segment.id(document);
    }

    /** The number of minutiae of a document. */
    public long minutiae(int document) {
        return tables.segment.documents().minutiae(document);
    }

    /** All pairs, best first. Each call starts anew. */
    public Reader read() throws IOException {
        return new Reader();
    }

    /** Reads the pairs once. One thread at a time. */
    public final class Reader {
        private final LongTriples.Sorted sorted = runs.sorted();
        private long left = request.top();

        private Reader() throws IOException {}

        /** Moves to the next pair; false at the end, and after a close. */
        public boolean next() throws IOException {
            return !closed && !removed && left-- > 0 && sorted.next();
        }

        /** Moves to the next pair that represents no family; false at the end, and after a close. */
        public boolean nextAcross() throws IOException {
            boolean more = next();
            while (more && isFamily()) {
                more = next();
            }
            return more;
        }

        /** The first document. */
        public int a() {
            return (int) (sorted.second() >>> Integer.SIZE);
        }

        /** The second document. */
        public int b() {
            return (int) sorted.second();
        }

        public double score() {
            return BestPairs.score(sorted.first());
        }

        /** The number of shared minutiae. */
        public long shared() {
            return sorted.third() & ~PairCount.FAMILY;
        }

        /** True if the pair represents all pairs of a family. */
        public boolean isFamily() {
            return (sorted.third() & PairCount.FAMILY) != 0;
        }

        /** The comparison of the two documents, without the minutiae that are left out of them. */
        public Comparison comparison() {
            return score.compare(a(), b(), shared());
        }

        /** The family that the pair represents, if it represents one. */
        public Optional<Collection<String>> family() {
            return isFamily() ? Optional.of(new PairFamily(segment.lend(), tables.families, a())) : Optional.empty();
        }
    }

    /** The ids of the documents of one family, in ascending order. It keeps its segment mapped. */
    private static final class PairFamily extends AbstractCollection<String> {
        private final LentSegment segment;
        private final PairFamilies families;
        private final int first;

        PairFamily(LentSegment segment, PairFamilies families, int first) {
            this.segment = segment;
            this.families = families;
            this.first = first;
        }

        @Override
        public int size() {
            return families.size(first);
        }

        @Override
        public Iterator<String> iterator() {
            return IntStream.iterate(first, d -> d >= 0, families::after)
                    .mapToObj(d -> segment.reading(() -> segment.id(d)))
                    .iterator();
        }
    }

    /**
     * Counts all pairs again to find the least scores within groups, whether they share a super shingle or not.
     *
     * @param progress receives the number of documents that are done, from one thread at a time
     */
    public void add(GroupScores groups, LongConsumer progress) throws IOException {
        List<PairCount.Sink> sinks = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            sinks.add(groups.sink(request.measure().symmetric()));
        }
        PairCount.Checkpoints checkpoints = PairCount.Checkpoints.NONE;
        if (work.isPresent()) {
            String identity = groups.identity(tables.documents);
            checkpoints = new PairCount.Checkpoints(
                    work.get().restore(groups, identity), to -> work.get().scored(to, groups, identity));
        }
        new PairCount(tables, request.all(), Optional.empty(), memory, new AtomicLong(), progress)
                .run(sinks, checkpoints);
    }

    /** Removes what the search keeps. No pairs can be read after that; close it. */
    public void removeWork() throws IOException {
        removed = true;
        runs.close();
        if (work.isPresent()) {
            work.get().remove();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    /** A second call has no effect. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        segment.close();
        try {
            runs.close();
        } finally {
            if (work.isPresent()) {
                work.get().close();
            }
        }
    }

    /**
     * A segment that results read after the search has ended. It stays mapped until this is closed or, if it was lent,
     * until this is no longer reachable. Thread-safe.
     */
    public static final class LentSegment {
        private static final Cleaner CLEANER = Cleaner.create();

        private final Segment segment;
        private final Cleaner.Cleanable release;
        private volatile boolean lent;

        /** @param segment a segment that the caller holds during this call */
        public LentSegment(Segment segment) {
            this.segment = segment;
            segment.retain();
            release = CLEANER.register(this, segment::release);
        }

        /** As {@link Segment#reading}. */
        public <T> T reading(Supplier<T> reader) {
            try {
                return segment.reading(reader::get);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        /** Returns this for a result that may be read after {@link #close}. */
        LentSegment lend() {
            lent = true;
            return this;
        }

        /** The id of a document; called inside {@link #reading}. */
        String id(int document) {
            return segment.documents().id(document);
        }

        /** Releases the segment unless it was lent. A second call has no effect. */
        public void close() {
            if (!lent) {
                release.clean();
            }
        }
    }

    /** What a search for pairs left out. Written by one thread while it prepares the search, and read after it. */
    public static final class PairFigures {
        /** The minutiae that the frequency limit excluded from making pairs. */
        public long ignoredMinutiae;
        /** The lists of these minutiae. */
        public long ignoredLists;
        /** The postings of these minutiae. */
        public long ignoredPostings;
        /** The documents of which more than half of the minutiae are ignored. */
        public long mostlyIgnored;
        /** The minutiae that were left out of most documents because they are common. */
        public long commonMinutiae;
        /** The documents of which common minutiae were not left out. */
        public long mostlyCommon;
        /** The documents that have a series, however small. */
        public long inSeries;
        /** The pairs of documents that share a super shingle; 0 if none were used. */
        public long candidates;
        /** The super shingles that more documents have than the frequency limit. */
        public long ignoredSuperShingles;
        /** The documents with too few minutiae for a super shingle. */
        public long tooShort;
    }
}
