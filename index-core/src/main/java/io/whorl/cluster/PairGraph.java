package io.whorl.cluster;

import io.whorl.cluster.ClusterOrder.ClusterDates;
import io.whorl.measure.Measure;
import io.whorl.pairs.GroupScores;
import io.whorl.pairs.PairFamilies;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The graph of all pairs that reach the threshold. Its vertices are units: a family of documents of equal fingerprints,
 * named by its first document, or a single document. One thread at a time.
 */
final class PairGraph implements Closeable {
    private final PairResult pairs;
    private final Optional<PairFamilies> families;
    private final Measure measure;
    private final double minScore;
    private final PairSpool spool;
    private final Components components;
    /** For each unit the sum of the scores of other documents with it. */
    private final ScratchLongs sums;
    /** For each unit the number of other documents whose score with it reaches the threshold. */
    private final ScratchInts direct;
    /** For each unit the most similar other unit. */
    private final Links nearest;

    /**
     * Reads all pairs.
     *
     * @param pairs closed with this
     * @param spool receives the pairs; closed with this
     */
    PairGraph(PairResult pairs, PairSpool spool, ClusterOptions options, PairScratch kept) throws IOException {
        this.pairs = pairs;
        families = pairs.documentFamilies();
        measure = options.measure();
        minScore = options.minScore();
        this.spool = spool;
        components = new Components(documents(), kept);
        direct = kept.cells(documents());
        nearest = new Links(documents(), kept);
        sums = kept.longs(documents());
        while (pairs.next()) {
            if (!pairs.isFamily()) {
                read(pairs.documentA(), pairs.documentB(), pairs.score());
            }
        }
    }

    private void read(int a, int b, double score) throws IOException {
        spool.add(a, b, score);
        components.join(a, b);
        linked(b, a, score);
        if (measure.symmetric()) {
            linked(a, b, score);
        }
    }

    private void linked(int unit, int other, double score) {
        int size = size(other);
        direct.set(unit, direct.get(unit) + size);
        sums.set(unit, Double.doubleToLongBits(sum(unit) + size * score));
        // Pairs come in descending order of scores.
        if (!nearest.has(other)) {
            nearest.set(other, unit, score);
        }
    }

    int documents() {
        return pairs.documents();
    }

    Measure measure() {
        return measure;
    }

    PairSpool spool() {
        return spool;
    }

    Components components() {
        return components;
    }

    Links nearest() {
        return nearest;
    }

    /** The unit of a document. */
    int unit(int document) {
        return families.isPresent() ? families.get().first(document) : document;
    }

    /** The document of a unit with the earliest date; among those of equal dates, the first. */
    int oldest(int unit, ClusterDates dates) {
        int oldest = unit;
        for (int d = unit;
                families.isPresent() && size(unit) > 1 && d >= 0;
                d = families.get().after(d)) {
            oldest = dates.key(d) < dates.key(oldest) ? d : oldest;
        }
        return oldest;
    }

    /** The number of documents of a unit that are joined. */
    int size(int unit) {
        return families.isPresent() && self(unit) >= minScore ? families.get().size(unit) : 1;
    }

    /** The score of a document with itself. */
    double self(int document) {
        return measure == Measure.SHARED ? pairs.reading(() -> pairs.minutiae(document)) : 1;
    }

    long minutiae(int document) {
        return pairs.minutiae(document);
    }

    /** True if a document stands for a unit that has a pair, or for a family. */
    boolean isRanked(int document) {
        return unit(document) == document && (size(document) > 1 || nearest.has(document) || direct(document) > 0);
    }

    double sum(int unit) {
        return Double.longBitsToDouble(sums.get(unit));
    }

    int direct(int unit) {
        return direct.get(unit);
    }

    /** Finds the least scores within groups of documents. */
    void count(GroupScores groups, PairRequest request, PairMemory memory, LongConsumer progress) throws IOException {
        pairs.add(groups, request, memory, progress);
    }

    Clusters.Ignored ignored() {
        return new Clusters.Ignored(
                pairs.ignoredMinutiae(),
                pairs.ignoredLists(),
                pairs.ignoredPostings(),
                pairs.mostlyIgnored(),
                pairs.ignoredSuperShingles());
    }

    Clusters.Common common() {
        return new Clusters.Common(pairs.commonMinutiae(), pairs.commonKept());
    }

    Clusters.Candidates candidates() {
        return new Clusters.Candidates(pairs.candidates(), pairs.tooShort());
    }

    long inSeries() {
        return pairs.inSeries();
    }

    Iterator<SeriesTemplate> templates() {
        return pairs.templates();
    }

    void removeWork() throws IOException {
        pairs.removeWork();
    }

    String id(int document) {
        return pairs.reading(() -> pairs.id(document));
    }

    @Override
    public void close() throws IOException {
        try (spool) {
            pairs.close();
        }
    }

    /** For each document the document that it is linked to, and their score. One thread at a time. */
    static final class Links {
        /** For each document 1 plus the other one; 0 if it is not linked. */
        private final ScratchInts others;

        private final ScratchLongs scores;

        Links(int documents, PairScratch scratch) throws IOException {
            others = scratch.cells(documents);
            scores = scratch.longs(documents);
        }

        void set(int document, int other, double score) {
            others.set(document, other + 1);
            scores.set(document, Double.doubleToLongBits(score));
        }

        boolean has(int document) {
            return others.get(document) != 0;
        }

        /** The document that a linked document is linked to. */
        int other(int document) {
            return others.get(document) - 1;
        }

        double score(int document) {
            return Double.longBitsToDouble(scores.get(document));
        }
    }

    /** The connected components of the graph of all pairs, by union-find (BGMZ 4). One thread at a time. */
    static final class Components {
        /** For each document 1 plus another of its component that leads to the root; 0 for a root. */
        private final ScratchInts parents;

        Components(int documents, PairScratch scratch) throws IOException {
            parents = scratch.cells(documents);
        }

        /** The document that stands for the component of a document. */
        int root(int document) {
            int at = document;
            for (int parent = parents.get(at); parent != 0; parent = parents.get(at)) {
                int above = parents.get(parent - 1);
                if (above != 0) {
                    // Halves the path, so that later calls are short.
                    parents.set(at, above);
                }
                at = parent - 1;
            }
            return at;
        }

        /** Joins the components of two documents. */
        void join(int a, int b) {
            int x = root(a);
            int y = root(b);
            if (x != y) {
                parents.set(Math.max(x, y), Math.min(x, y) + 1);
            }
        }
    }

    /** Pairs of documents with their scores, read any number of times in the order in which they were added. */
    static final class PairSpool implements Closeable {
        private static final int BYTES = 2 * Integer.BYTES + Double.BYTES;
        private static final int BLOCK = BYTES << 12;

        private final ScratchSpace scratch;
        private final ByteBuffer last = block();
        private Optional<TempFile> file = Optional.empty();
        private long size;

        PairSpool(ScratchSpace scratch) {
            this.scratch = scratch;
        }

        private static ByteBuffer block() {
            return ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        }

        void add(int a, int b, double score) throws IOException {
            if (!last.hasRemaining()) {
                if (file.isEmpty()) {
                    file = Optional.of(new TempFile(scratch));
                }
                file.get().append(last.flip());
                last.clear();
            }
            last.putInt(a).putInt(b).putDouble(score);
            size++;
        }

        long size() {
            return size;
        }

        /** Starts to read all pairs added so far. Pairs must not be added while it is used. */
        Reader read() {
            return new Reader();
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }

        /** Reads the pairs once. One thread at a time. */
        final class Reader {
            private ByteBuffer block = ByteBuffer.allocate(0);
            private long begun;
            private int a;
            private int b;
            private double score;

            /** Moves to the next pair; false at the end. */
            boolean next() throws IOException {
                if (begun == size) {
                    return false;
                }
                if (!block.hasRemaining()) {
                    fill();
                }
                a = block.getInt();
                b = block.getInt();
                score = block.getDouble();
                begun++;
                return true;
            }

            private void fill() throws IOException {
                long at = begun * BYTES;
                if (file.isEmpty() || at == file.get().size()) {
                    block = last.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
                    return;
                }
                block = block.capacity() == 0 ? block() : block.clear();
                file.get().read(at, block);
                block.flip();
            }

            int a() {
                return a;
            }

            int b() {
                return b;
            }

            double score() {
                return score;
            }
        }
    }
}
