package io.whorl.query;

import io.whorl.LimitExceededException;
import io.whorl.align.Span;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.LocatedChunks;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch;
import io.whorl.parts.PartSearch.SearchBuffers;
import io.whorl.query.Matches.Match;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.WholeSnapshot.DocumentWeights;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.score.Comparison;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
import io.whorl.score.TermWeights;
import io.whorl.store.MappingFault;
import io.whorl.store.Part;
import io.whorl.text.PlacedWords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;

/**
 * One query of all parts of a snapshot.
 *
 * <pre>
 * parts ─► look up the minutiae ─► how many documents hold each (f_t) ─► count, part by part ─► Ranking ─► Matches
 *          (PartSearch)            leave out common ones, weigh          (PartSearch.Collector)
 * </pre>
 *
 * <ol>
 *   <li>Hits are ordered by score, then by id. So the result does not depend on the threads or the order of the parts.
 *   <li>The threshold of a ranking only rises. A document below it has no place among the best, and is not scored.
 * </ol>
 *
 * @param parts the parts of the snapshot, whose documents determine how rare a minutia is
 * @param searched the same parts, perhaps without a document that must not be found
 * @param documentWeights the weights of whole documents by {@link Measure#WEIGHTED_RESEMBLANCE}, if a pass over the
 *     index has added them up; without them, the segments and the query tell them
 * @param threads search several parts at a time; without them, the calling thread searches all
 * @param tools has the buffers of each thread
 */
record Search(
        List<Part> parts,
        List<Part> searched,
        QueryFingerprint query,
        QueryOptions options,
        Optional<DocumentWeights> documentWeights,
        Optional<SearchThreads> threads,
        QueryTools tools) {
    /**
     * What a query has found.
     *
     * @param ignored the minutiae of the query that were ignored because of their frequency
     * @param known the minutiae of the query that a document holds, and those that were ignored
     */
    record Found(Matches matches, boolean[] ignored, boolean[] known) {}

    Found run() {
        int groups = Math.min(threads.map(SearchThreads::count).orElse(1), Math.max(1, parts.size()));
        List<SearchBuffers> buffers = new ArrayList<>();
        for (int g = 0; g < groups; g++) {
            buffers.add(tools.borrow()
                    .forQuery(
                            options.memory(),
                            query.minutiae().length,
                            options.measure().weighted()));
        }
        PartSearch[] whole = new PartSearch[parts.size()];
        PartSearch[] ranked = new PartSearch[parts.size()];
        forGroups(groups, group -> {
            SearchBuffers its = buffers.get(group);
            for (int i = group; i < whole.length; i += groups) {
                whole[i] = PartSearch.of(parts.get(i), query.minutiae(), its);
                ranked[i] = searched.get(i) == parts.get(i)
                        ? whole[i]
                        : PartSearch.of(searched.get(i), query.minutiae(), its);
            }
        });
        Found found = search(whole, ranked, groups);
        // Buffers of a failed query are not used again.
        buffers.forEach(tools::giveBack);
        return found;
    }

    private void forGroups(int groups, IntConsumer task) {
        if (groups > 1) {
            threads.orElseThrow().run(groups, task);
        } else {
            task.accept(0);
        }
    }

    private Found search(PartSearch[] whole, PartSearch[] ranked, int groups) {
        long documents = parts.stream().mapToLong(Part::documents).sum();
        boolean weighted = options.measure().weighted();
        int n = query.minutiae().length;
        boolean[] ignored = new boolean[n];
        Optional<TermWeights> weights = Optional.empty();
        if (weighted || documents > options.maxDf()) {
            long[] frequencies = holders(n, List.of(whole), weighted ? 0 : options.maxDf());
            for (int i = 0; i < n; i++) {
                ignored[i] = frequencies[i] > options.maxDf();
            }
            if (weighted) {
                weights = Optional.of(new TermWeights(options.measure(), documents, frequencies, query.frequencies()));
            }
        }
        Ranking[] rankings = new Ranking[groups];
        for (int g = 0; g < groups; g++) {
            rankings[g] = new Ranking(documents, weights, ignored);
        }
        forGroups(groups, group -> {
            for (int i = group; i < ranked.length; i += groups) {
                rankings[group].rank(i, ranked[i]);
            }
        });
        Ranking all = rankings[0];
        for (int g = 1; g < groups; g++) {
            all.add(rankings[g]);
        }
        Matches matches = new Matches(
                all.matches(),
                Math.toIntExact(query.side().minutiae()),
                n == 0 ? 0 : (double) count(all.known) / n,
                count(ignored),
                query.self(options.measure(), all.comparison, weights),
                n);
        return new Found(matches, ignored, all.known);
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }

    /**
     * Counts the live documents of all parts of a snapshot that hold each minutia of a query (f_t): exactly if they are
     * more than {@code limit}, and never too low otherwise.
     */
    static long[] holders(int minutiae, List<PartSearch> searches, long limit) {
        long[] counts = new long[minutiae];
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.addFrequencies(counts);
                return null;
            });
        }
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.subtractDead(counts, limit);
                return null;
            });
        }
        return counts;
    }

    /**
     * Scores the documents that the parts of a snapshot collect, and keeps the best. The scores of earlier parts set
     * the threshold of later parts. One thread at a time.
     */
    private final class Ranking implements PartSearch.Collector {
        /** More than any sum of weights. */
        private static final long MOST = 1L << 62;

        private final Comparison comparison = query.comparison(tools.scheme);
        private final Measure measure = options.measure();
        private final Optional<TermWeights> weights;
        private final boolean weighted;
        private final long documents;
        private final double logDocuments;
        private final boolean[] ignored;
        /** The minutiae that a document holds, and those that are ignored. */
        private final boolean[] known;

        private List<Hit> kept = List.of();
        private PartSearch part;
        private int number;
        /** Whether the frequencies in the part are about those in the index. */
        private boolean ofMost;

        /** The best hits of the part: hits of one segment compare by ordinals, those of two parts read ids. */
        private PriorityQueue<Hit> worstFirst;

        private double minScore = options.minScore();
        private long threshold;

        /**
         * @param documents the number of documents of the index
         * @param weights the weights of the query's minutiae, if the measure is weighted
         * @param ignored the minutiae that do not count
         */
        Ranking(long documents, Optional<TermWeights> weights, boolean[] ignored) {
            this.documents = documents;
            logDocuments = Math.log(documents);
            this.weights = weights;
            this.ignored = ignored;
            known = ignored.clone();
            weighted = weights.isPresent();
            weights.ifPresent(all -> comparison.weighing(all.unit(), all.own()));
            threshold = weighted ? 0 : 1;
            raiseThreshold(minScore);
        }

        void rank(int index, PartSearch search) {
            number = index;
            part = search;
            ofMost = search.holdsMost(documents);
            worstFirst = new PriorityQueue<>(Hit.BEST_FIRST.reversed());
            part.reading(() -> {
                part.count(ignored, known, weights, this);
                return null;
            });
            List<Hit> best = new ArrayList<>(worstFirst);
            best.sort(Hit.BEST_FIRST);
            kept = merged(kept, best);
            if (kept.size() == options.top()) {
                // A later document with exactly this score may still be better by its id.
                minScore = Math.max(minScore, kept.get(kept.size() - 1).score);
                raiseThreshold(minScore);
            }
        }

        void add(Ranking other) {
            kept = merged(kept, other.kept);
            for (int i = 0; i < known.length; i++) {
                known[i] |= other.known[i];
            }
        }

        private List<Hit> merged(List<Hit> before, List<Hit> now) {
            if (before.isEmpty() || now.isEmpty()) {
                return before.isEmpty() ? now : before;
            }
            List<Hit> all = new ArrayList<>(before);
            all.addAll(now);
            all.sort(Hit.BEST_FIRST);
            return all.size() <= options.top() ? all : new ArrayList<>(all.subList(0, options.top()));
        }

        @Override
        public long threshold() {
            return threshold;
        }

        @Override
        public void collect(long document, int shared, long sum) {
            Side side = part.side(document);
            long whole = weighted ? documentWeight(document, shared, sum, side) : 0;
            double score = comparison.score(measure, query.side(), side, shared, sum, whole);
            if (score >= minScore && offer(score, document, shared) && worstFirst.size() == options.top()) {
                raiseThreshold(worstFirst.peek().score);
            }
        }

        /** Adds a document of the part; false if it is not among the best so far. */
        private boolean offer(double score, long document, long shared) {
            boolean full = worstFirst.size() == options.top();
            Hit worst = worstFirst.peek();
            // Nearly all documents are rejected here, before anything is allocated.
            if (full
                    && (score < worst.score
                            || score == worst.score && part.inOrderOfIds() && document > worst.document)) {
                return false;
            }
            Hit hit = new Hit(part, score, document, shared);
            if (full && Hit.BEST_FIRST.compare(hit, worst) > 0) {
                return false;
            }
            if (full) {
                worstFirst.poll();
            }
            return worstFirst.add(hit);
        }

        /**
         * The weight of a document (docs/DEFINITIONS.md, Counts and measures 6). A small part knows few of the
         * documents that hold a minutia. Its documents have the sum for the shared minutiae, and the mean of the query
         * for the others: they differ little if the documents are similar.
         */
        private long documentWeight(long document, long shared, long sum, Side side) {
            if (measure != Measure.WEIGHTED_RESEMBLANCE || shared == side.minutiae()) {
                return sum;
            }
            if (documentWeights.isEmpty() && !ofMost) {
                double meanLog = weights.orElseThrow().meanLog();
                return sum + TermWeights.ofDocument(logDocuments, side.minutiae() - shared, meanLog);
            }
            // A stored weight may be smaller than the sum, because it is older than the weights of the minutiae.
            return Math.max(
                    sum,
                    documentWeights.isPresent()
                            ? documentWeights.get().of(number, document, side.minutiae())
                            : TermWeights.ofDocument(logDocuments, side.minutiae(), part.meanLog(document)));
        }

        /**
         * Raises the threshold to the least value with which a document can reach a score. Most documents share only a
         * few common chunks and stay below it, so they need not be scored.
         */
        private void raiseThreshold(double score) {
            LongPredicate reaches = weighted
                    ? sum -> comparison.most(measure, sum) >= score
                    : shared -> comparison.most(measure, shared, query.side()) >= score;
            if (!reaches.test(threshold)) {
                threshold = Ranges.first(threshold + 1, weighted ? MOST : query.minutiae().length + 1L, reaches);
            }
        }

        List<Match> matches() {
            List<Match> matches = new ArrayList<>(kept.size());
            for (Hit hit : kept) {
                matches.add(hit.part.reading(() -> match(matches.size() + 1, hit)));
            }
            return matches;
        }

        private Match match(int rank, Hit hit) {
            comparison.set(hit.shared, query.side(), hit.part.side(hit.document));
            return new Match(
                    rank,
                    new String(hit.id(), StandardCharsets.UTF_8),
                    hit.score,
                    hit.shared,
                    comparison.known(Measure.PERCENT),
                    OptionalDouble.of(comparison.score(Measure.RESEMBLANCE)),
                    comparison.known(Measure.CONTAINMENT),
                    comparison.known(Measure.CONTAINED));
        }

        /**
         * A document that may be among the best. Hits are ordered by score, then by id; an id is read only if scores
         * are equal. One thread at a time.
         */
        static final class Hit {
            static final Comparator<Hit> BEST_FIRST = (a, b) -> {
                int byScore = Double.compare(b.score, a.score);
                return byScore != 0 ? byScore : a.compareIds(b);
            };

            private final PartSearch part;
            private final double score;
            private final long document;
            /** The number of minutiae that the document shares with the query. */
            private final long shared;

            private byte[] id;

            Hit(PartSearch part, double score, long document, long shared) {
                this.part = part;
                this.score = score;
                this.document = document;
                this.shared = shared;
            }

            private int compareIds(Hit other) {
                return part == other.part && part.inOrderOfIds()
                        ? Long.compare(document, other.document)
                        : Arrays.compareUnsigned(id(), other.id());
            }

            byte[] id() {
                if (id == null) {
                    id = part.id(document);
                }
                return id;
            }
        }
    }

    /** The threads with which one query searches several parts at a time. Thread-safe. */
    static final class SearchThreads {
        private final int count;
        private final ExecutorService threads;

        /** @param count the number of threads of one query, including the one that calls; at least 2 */
        SearchThreads(int count) {
            this.count = count;
            threads = Executors.newFixedThreadPool(count - 1, DaemonThreads.named("whorl-query"));
        }

        int count() {
            return count;
        }

        /**
         * Runs a task for each number from 0 to {@code tasks} − 1, and waits for all of them. The calling thread runs
         * the first one.
         *
         * @throws RuntimeException the failure of a task
         */
        void run(int tasks, IntConsumer task) {
            CompletableFuture<?>[] all = new CompletableFuture<?>[tasks];
            for (int t = tasks - 1; t >= 0; t--) {
                int number = t;
                all[t] = CompletableFuture.runAsync(
                        () -> MappingFault.settled(() -> {
                            task.accept(number);
                            return null;
                        }),
                        t == 0 ? Runnable::run : threads);
            }
            try {
                // This waits even if the thread is interrupted: the tasks use what the query holds.
                CompletableFuture.allOf(all).join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) e.getCause();
            }
        }

        void close() {
            threads.shutdown();
        }

        /**
         * The fingerprinters and the buffers that queries reuse, for all snapshots of one scheme: as many as calls ran
         * at once. They belong to the snapshots and not to threads, so a thread that has opened many indexes holds none
         * of them. Thread-safe.
         */
        static final class QueryTools {
            private final Scheme scheme;
            final DocumentExtras extras;

            private final Queue<Fingerprinter> fingerprinters = new ConcurrentLinkedQueue<>();
            private final Queue<SearchBuffers> buffers = new ConcurrentLinkedQueue<>();
            /** The queries that a snapshot, and those that it was refreshed from, have answered or refused. */
            final LongAdder answered = new LongAdder();

            final LongAdder refused = new LongAdder();

            QueryTools(Scheme scheme) {
                this.scheme = scheme;
                extras = DocumentExtras.of(scheme);
            }

            /** Runs a call with a fingerprinter that no other call uses. */
            <T> T fingerprinting(Function<Fingerprinter, T> call) {
                Fingerprinter free = fingerprinters.poll();
                Fingerprinter used = free == null ? Fingerprinter.of(scheme) : free;
                try {
                    return call.apply(used);
                } finally {
                    fingerprinters.add(used);
                }
            }

            /**
             * Runs a call with buffers that no other call uses. A failed call leaves counts, so its buffers are
             * dropped.
             */
            <T> T searching(Function<SearchBuffers, T> call) {
                SearchBuffers used = borrow();
                T result = call.apply(used);
                giveBack(used);
                return result;
            }

            /** Buffers for one query. Give them back if it succeeds. */
            SearchBuffers borrow() {
                SearchBuffers free = buffers.poll();
                return free == null ? new SearchBuffers() : free;
            }

            void giveBack(SearchBuffers used) {
                buffers.add(used);
            }
        }
    }

    /**
     * Finds which chunks of a text the documents of a snapshot hold. Thread-safe.
     *
     * @param searched the same parts, perhaps without a document that does not count
     */
    record OverlapSearch(List<Part> parts, List<Part> searched, QueryTools tools, OverlapOptions options) {
        /** Bytes of heap of a chunk: its place and minutia, and its look-up. */
        private static final int CHUNK = 100;
        /** Texts of so many chunks are never refused. */
        private static final int ALWAYS = 4_096;

        Overlap run(byte[] utf8) {
            requireMemory(utf8.length);
            LocatedChunks chunks = tools.fingerprinting(f -> f.locate(utf8));
            Fingerprint fingerprint = fingerprint(chunks);
            QueryFingerprint query =
                    QueryFingerprint.of(fingerprint, Optional.of(fingerprint), tools.scheme, tools.extras);
            Found found = new Search(parts, searched, query, options.query(), Optional.empty(), Optional.empty(), tools)
                    .run();
            Matches matches = found.matches();
            int held = count(found.known()) - matches.ignored();
            int counted = matches.minutiae() - matches.ignored();
            double share = counted == 0 ? 0 : (double) held / counted;
            Optional<Run> run = longest(chunks, query.minutiae(), found);
            return new Overlap(
                    chunks.words(),
                    matches.minutiae(),
                    held,
                    matches.ignored(),
                    share,
                    run,
                    run.flatMap(of -> place(of, utf8, chunks)),
                    matches.matches(),
                    counted == 0 ? Verdict.UNKNOWN : verdict(share, run, chunks.units()));
        }

        /** A text has at most a word for each two bytes, or a character for each. */
        private void requireMemory(int bytes) {
            long most = tools.scheme.chunking().unit() == Unit.CHAR ? bytes : bytes / 2 + 1L;
            LimitExceededException.require(
                    "chunks that a text of " + bytes + " bytes may have",
                    most,
                    Math.max(ALWAYS, options.memory() / CHUNK),
                    "give more memory (java -Xmx), use fewer threads, or split the text");
        }

        /** The distinct minutiae of the chunks. The measure needs no frequencies. */
        private Fingerprint fingerprint(LocatedChunks chunks) {
            long[] sorted = chunks.minutiae();
            QueryFingerprint.sort(sorted);
            int distinct = 0;
            for (int i = 0; i < sorted.length; i++) {
                if (i == 0 || sorted[i] != sorted[distinct - 1]) {
                    sorted[distinct++] = sorted[i];
                }
            }
            return Fingerprint.stored(tools.scheme, Arrays.copyOf(sorted, distinct), new int[0], chunks.words());
        }

        /**
         * The longest run by the number of chunks, and the first of several. An ignored chunk does not interrupt it.
         */
        private static Optional<Run> longest(LocatedChunks chunks, long[] minutiae, Found found) {
            Run longest = new Run(0, 0, 0);
            int count = 0;
            int first = 0;
            for (int i = 0; i < chunks.count(); i++) {
                int at = find(minutiae, chunks.minutia(i));
                if (found.ignored()[at]) {
                    continue;
                }
                if (!found.known()[at]) {
                    count = 0;
                    continue;
                }
                first = count == 0 ? i : first;
                count++;
                if (count > longest.chunks()) {
                    int start = chunks.start(first);
                    longest = new Run(count, start, chunks.start(i) + chunks.units(i) - start);
                }
            }
            return longest.chunks() == 0 ? Optional.empty() : Optional.of(longest);
        }

        /** The place of a run, if the units are the words by the default rules, of which none was dropped. */
        private Optional<Span> place(Run run, byte[] utf8, LocatedChunks chunks) {
            TextRules rules = tools.scheme.text();
            boolean usual = tools.scheme.chunking().unit() == Unit.WORD
                    && rules.words() == TextRules.Words.ALPHANUMERIC
                    && rules.apostrophe() == TextRules.Apostrophe.SPLIT
                    && !rules.unmask();
            if (!usual) {
                return Optional.empty();
            }
            PlacedWords placed = new PlacedWords(utf8);
            if (placed.words.count != chunks.units()) {
                return Optional.empty();
            }
            int last = run.start() + run.units() - 1;
            return Optional.of(new Span(
                    placed.startChar[run.start()],
                    placed.endChar[last],
                    placed.startByte[run.start()],
                    placed.endByte[last]));
        }

        /** The position of a minutia that is there, in unsigned ascending order. */
        private static int find(long[] minutiae, long minutia) {
            return (int) Ranges.first(0, minutiae.length, i -> Long.compareUnsigned(minutiae[(int) i], minutia) >= 0);
        }

        private Verdict verdict(double share, Optional<Run> run, long units) {
            int longest = run.map(Run::units).orElse(0);
            boolean passage = longest > 0 && (longest >= options.partialRun() || longest == units);
            if (longest >= options.contaminatedRun() || passage && share >= options.contaminatedShare()) {
                return Verdict.CONTAMINATED;
            }
            if (passage) {
                return Verdict.PARTIAL;
            }
            // A text shorter than a chunk is looked up as a whole, so its words may be in longer passages.
            boolean isShort = tools.scheme.chunking().breakpoints().isEmpty()
                    && units < tools.scheme.chunking().granularity();
            return isShort ? Verdict.UNKNOWN : Verdict.CLEAN;
        }
    }
}
