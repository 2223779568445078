package io.whorl.history;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.measure.Measure;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentTable;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongConsumer;

/** What happened to each document between two indexes, by ordinal. One thread at a time. */
final class ChangeTable implements Closeable {
    /** More documents than this have their bits in a scratch file. */
    private static final int IN_HEAP = 1 << 24;

    private final IndexSide older;
    private final IndexSide newer;
    private final SameIds same;
    private final Targets moved;
    private final Targets copied;
    private final Scores ofOlder;
    private final Scores ofNewer;
    private final Optional<TempFile> bits;
    /** The documents of the new index that a moved document is reported to be now. */
    private final ScratchBits arrived;

    private final long ignored;
    private final long[] counts = new long[Change.Kind.values().length];

    /** @param progress receives the number of minutiae of both indexes that are read, now and then */
    ChangeTable(
            Segment old,
            Segment young,
            ChangeOptions options,
            ScratchSpace space,
            PairScratch kept,
            LongConsumer progress)
            throws IOException {
        // A quarter of the memory each holds arrays by document and the counters, and one each the two sorts.
        long quarter = options.memory() / 4;
        Measure measure = options.measure();
        older = new IndexSide(old, kept);
        newer = new IndexSide(young, kept);
        join();
        older.mark();
        newer.mark();
        same = new SameIds(older, newer, kept, quarter, space);
        // Both searches may run at the same time.
        int window = (int) Math.min(Integer.MAX_VALUE - 8, quarter / 2 / (2 * Integer.BYTES + Long.BYTES));
        moved = new Targets(older, newer, measure, options.minScore(), window, kept);
        copied = new Targets(newer, older, measure, options.minScore(), window, kept);
        try (LongTriples fromOlder = new LongTriples(quarter, space);
                LongTriples fromNewer = new LongTriples(quarter, space)) {
            TableJoin join = new TableJoin(older, newer, same, options.maxDf(), measure.weighted(), progress);
            join.run(quarter / 4, options.threads() > 1, fromOlder, fromNewer);
            ignored = join.ignored();
            find(fromOlder, fromNewer, options.threads());
        }
        ofOlder = new Scores(older, newer, measure);
        ofNewer = new Scores(newer, older, measure);
        bits = newer.documents() > IN_HEAP ? Optional.of(new TempFile(space)) : Optional.empty();
        arrived = new ScratchBits(newer.documents(), bits);
        for (int d = 0; d < older.documents(); d++) {
            counts[ofOlder(d).ordinal()]++;
        }
        for (int d = 0; d < newer.documents(); d++) {
            if (newer.partner(d) < 0 && !arrived.contains(d)) {
                counts[ofNewer(d).ordinal()]++;
            }
        }
    }

    /** The two searches read different sides, and share only arrays that nothing changes. */
    private void find(LongTriples fromOlder, LongTriples fromNewer, int threads) throws IOException {
        Callable<Void> older = () -> {
            fromOlder.sort();
            moved.find(fromOlder);
            return null;
        };
        Callable<Void> newer = () -> {
            fromNewer.sort();
            copied.find(fromNewer);
            return null;
        };
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(2, threads), DaemonThreads.named("whorl-changes"));
        try {
            ParallelTasks.runAll(List.of(older, newer), pool);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Finds the documents of equal ids: ordinals follow the order of the ids on both sides. */
    private void join() {
        DocumentTable.IdCursor a = older.segment().documents().ids();
        DocumentTable.IdCursor b = newer.segment().documents().ids();
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA && moreB) {
            int order = a.compareTo(b);
            if (order == 0) {
                older.partner((int) a.ordinal(), (int) b.ordinal());
                newer.partner((int) b.ordinal(), (int) a.ordinal());
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
        }
    }

    private Change.Kind ofOlder(int document) {
        if (older.partner(document) >= 0) {
            return isSame(document) ? Change.Kind.SAME : Change.Kind.CHANGED;
        }
        int target = target(document);
        if (target < 0) {
            return Change.Kind.GONE;
        }
        arrived.add(target);
        return Change.Kind.MOVED;
    }

    private Change.Kind ofNewer(int document) {
        return copied.best(newer.first(document)) < 0 ? Change.Kind.NEW : Change.Kind.COPIED;
    }

    private boolean isSame(int document) {
        int other = older.partner(document);
        DocumentTable a = older.segment().documents();
        DocumentTable b = newer.segment().documents();
        long shared = same.shared(same.pair(document));
        return shared == a.minutiae(document) && shared == b.minutiae(other) && a.words(document) == b.words(other);
    }

    /** The document of the new index to which a document of the old one moved, or −1. */
    private int target(int document) {
        return member(newer, moved.best(older.first(document)));
    }

    /** The first document of a family without a partner, or else its first document; −1 for no family. */
    private static int member(IndexSide side, int family) {
        for (int d = family; d >= 0; d = side.after(family, d)) {
            if (side.partner(d) < 0) {
                return d;
            }
        }
        return family;
    }

    /** The change of a document of the old index. */
    Change older(int document) {
        Change.Kind kind = ofOlder(document);
        Optional<Change.Found> found =
                switch (kind) {
                    case CHANGED -> {
                        int pair = same.pair(document);
                        yield Optional.of(
                                ofOlder.found(document, older.partner(document), same.shared(pair), same.sum(pair)));
                    }
                    case MOVED -> {
                        int family = older.first(document);
                        yield Optional.of(
                                ofOlder.found(document, target(document), moved.shared(family), moved.sum(family)));
                    }
                    default -> Optional.empty();
                };
        return new Change(kind, older.id(document), found);
    }

    /** The change of a document of the new index; empty if the old index has its id, or if another one moved there. */
    Optional<Change> newer(int document) {
        if (newer.partner(document) >= 0 || arrived.contains(document)) {
            return Optional.empty();
        }
        Change.Kind kind = ofNewer(document);
        int family = newer.first(document);
        Optional<Change.Found> found = kind == Change.Kind.NEW
                ? Optional.empty()
                : Optional.of(ofNewer.found(
                        document, member(older, copied.best(family)), copied.shared(family), copied.sum(family)));
        return Optional.of(new Change(kind, newer.id(document), found));
    }

    IndexSide older() {
        return older;
    }

    IndexSide newer() {
        return newer;
    }

    long count(Change.Kind kind) {
        return counts[kind.ordinal()];
    }

    /** The number of new documents to which others moved. */
    long arrived() {
        long found = 0;
        for (int d = 0; d < newer.documents(); d++) {
            found += newer.partner(d) < 0 && arrived.contains(d) ? 1 : 0;
        }
        return found;
    }

    /** The number of times that a minutia led to no document, because too many of an index hold it. */
    long ignored() {
        return ignored;
    }

    @Override
    public void close() throws IOException {
        if (bits.isPresent()) {
            bits.get().close();
        }
    }
}
