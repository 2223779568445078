package io.whorl.cluster;

import io.whorl.cluster.PairGraph.PairSpool;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.Interrupts;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The clusters of similar documents of an index, the largest first; equal sizes are ordered by their representatives. A
 * document is in one cluster at most, and a cluster has at least two documents. The same index and options give the
 * same clusters, with any number of threads and any memory.
 *
 * <p>By default a cluster is a <em>star</em>: it has a representative, and each member has a score with the
 * representative that was counted exactly and reaches the threshold. By default, the document with which most others
 * score enough becomes the representative. <em>Components</em> (BGMZ 4) also join documents that are only connected by
 * a chain of pairs, and one long chain may join everything.
 *
 * <p>Clusters are read from scratch files as they are iterated. Close them to release memory and files. One thread at a
 * time.
 */
public final class Clusters implements Iterator<Cluster>, AutoCloseable {
    private final Optional<ClusterTable> table;
    private final long documents;
    private int next;
    private boolean closed;

    /** Receives the progress: called by one thread at a time, but not always the same, and should return quickly. */
    @FunctionalInterface
    public interface Progress {
        /** Ignores all calls. */
        Progress NONE = (done, total) -> {};

        /**
         * @param done the steps that are done: for pairs and survivors, documents that are compared with those before
         *     them; for clusters, two for each document; for changes, minutiae that are read
         * @param total the number of all steps
         */
        void at(long done, long total);
    }

    /**
     * What led to no comparisons because more documents than {@link SimilarityOptions#maxDf} hold it. Scores count it.
     *
     * @param minutiae distinct minutiae
     * @param lists distinct sets of documents that hold them
     * @param postings (minutia, document) pairs of them
     * @param documents documents of which more than half of the minutiae are ignored; they may miss their cluster
     * @param superShingles super shingles
     */
    public record Ignored(long minutiae, long lists, long postings, long documents, long superShingles) {
        static final Ignored NOTHING = new Ignored(0, 0, 0, 0, 0);
    }

    /**
     * The minutiae that were left out of pairs because more documents than {@link SimilarityOptions#commonDf} hold
     * them.
     *
     * @param minutiae distinct minutiae
     * @param kept documents that mostly consist of them; in a pair of two such documents they count
     */
    public record Common(long minutiae, long kept) {}

    /**
     * The pairs of documents that share a super shingle.
     *
     * @param pairs the pairs, whatever they score
     * @param tooShort documents that have too few minutiae for a super shingle; they are in a pair only with documents
     *     of just these minutiae
     */
    public record Candidates(long pairs, long tooShort) {}

    Clusters(Optional<ClusterTable> table, long documents) {
        this.table = table;
        this.documents = documents;
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Clusters of(Segment segment, ClusterOptions options, ScratchSpace space, Progress progress) {
        try {
            ClusterTable table =
                    new ClusterBuild(segment, options, space, progress, options.forPairs(), options.memory() / 4).run();
            return new Clusters(Optional.of(table), segment.counts().documents());
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    /**
     * The clusters of an index without documents.
     *
     * @hidden
     */
    public static Clusters none() {
        return new Clusters(Optional.empty(), 0);
    }

    /** The number of documents of the index. */
    public long documents() {
        return documents;
    }

    /** The number of clusters. */
    public long clusters() {
        return table.map(ClusterTable::clusters).orElse(0);
    }

    /** The number of documents in clusters. The others are similar to no document, or only to members of clusters. */
    public long clustered() {
        return table.map(ClusterTable::clustered).orElse(0L);
    }

    /** The minutiae that the document-frequency limit excluded. */
    public Ignored ignored() {
        return table.map(t -> t.graph().ignored()).orElse(Ignored.NOTHING);
    }

    /** What {@link ClusterOptions#commonDf} excluded. */
    public Common common() {
        return table.map(t -> t.graph().common()).orElse(new Common(0, 0));
    }

    /** The pairs that {@link ClusterOptions#superShingles} selected. */
    public Candidates candidates() {
        return table.map(t -> t.graph().candidates()).orElse(new Candidates(0, 0));
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public long inSeries() {
        return table.map(t -> t.graph().inSeries()).orElse(0L);
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public Iterator<SeriesTemplate> templates() {
        return table.map(t -> t.graph().templates()).orElse(Collections.emptyIterator());
    }

    @Override
    public boolean hasNext() {
        return !closed && next < clusters();
    }

    @Override
    public Cluster next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more clusters");
        }
        return new Cluster(table.orElseThrow(), next++);
    }

    /**
     * All clusters. Each call starts anew, and does not affect {@link #next}.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Cluster> all() {
        if (closed) {
            throw ClusterTable.closed();
        }
        return LongStream.range(0, clusters())
                .mapToObj(number -> new Cluster(table.orElseThrow(), number))
                .iterator();
    }

    /**
     * All pairs whose score reaches the threshold, best first. Of documents with equal fingerprints, only the first is
     * in pairs; {@link #copies} has the others. Each call starts anew.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Edge> edges() {
        return table.<Iterator<Edge>>map(Edges::new).orElse(Collections.emptyIterator());
    }

    /**
     * The documents that have the fingerprint of an earlier one, each as {@code b} of a pair with the first of these
     * documents, in the order of ids. With {@link #edges}, these pairs connect the documents of each component. Each
     * call starts anew.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Edge> copies() {
        return table.<Iterator<Edge>>map(Copies::new).orElse(Collections.emptyIterator());
    }

    /**
     * Removes what was kept in {@link ClusterOptions#work}. Call it when the clusters are safe; until then, the same
     * call can be resumed and gives them again. Without such a directory it does nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public void removeWork() {
        try {
            if (table.isPresent() && !closed) {
                table.get().graph().removeWork();
            }
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    /** Releases memory and files; nothing can be read after that. A second call has no effect. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (table.isPresent()) {
            try {
                table.get().close();
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
    }

    /** Iterates over the documents that have the fingerprint of an earlier one. One thread at a time. */
    private static final class Copies implements Iterator<Edge> {
        private final ClusterTable table;
        private int document;

        Copies(ClusterTable table) {
            this.table = table;
        }

        @Override
        public boolean hasNext() {
            PairGraph graph = table.graph();
            while (document < graph.documents() && !isCopy(graph)) {
                document++;
            }
            return document < graph.documents();
        }

        private boolean isCopy(PairGraph graph) {
            int unit = graph.unit(document);
            return unit != document && graph.size(unit) > 1;
        }

        @Override
        public Edge next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more copies");
            }
            int copy = document++;
            int unit = table.graph().unit(copy);
            long cluster = table.numberFrom1(unit);
            return new Edge(table.id(unit), table.id(copy), table.graph().self(copy), cluster, cluster);
        }
    }

    /** Iterates over the pairs of a graph with the clusters of their documents. One thread at a time. */
    private static final class Edges implements Iterator<Edge> {
        private final ClusterTable table;
        private final PairSpool.Reader pairs;
        private boolean ready;

        Edges(ClusterTable table) {
            this.table = table;
            pairs = table.graph().spool().read();
        }

        @Override
        public boolean hasNext() {
            table.graph();
            if (!ready) {
                try {
                    ready = pairs.next();
                } catch (IOException e) {
                    throw Interrupts.unchecked(e);
                }
            }
            return ready;
        }

        @Override
        public Edge next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more edges");
            }
            ready = false;
            return new Edge(
                    table.id(pairs.a()),
                    table.id(pairs.b()),
                    pairs.score(),
                    table.numberFrom1(pairs.a()),
                    table.numberFrom1(pairs.b()));
        }
    }
}
