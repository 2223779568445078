package io.whorl.query;

import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.SchemeException;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.ChangeOptions;
import io.whorl.history.Changes;
import io.whorl.history.History;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import io.whorl.pairs.VersionSource;
import io.whorl.parts.LiveIds;
import io.whorl.parts.Part;
import io.whorl.parts.Part.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.query.Search.SearchThreads;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.WholeSnapshot.DocumentWeights;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.CheckedFile;
import io.whorl.store.DocumentId;
import io.whorl.store.FileErrors;
import io.whorl.store.MappingFault;
import io.whorl.store.ReferenceCount;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A snapshot over sealed segments and live views. It holds them while it is open or a call runs. A snapshot that was
 * not closed releases them when it is collected; no call can be running then, because a call keeps its snapshot
 * reachable.
 */
final class PartsSnapshot implements Snapshot {
    private static final Cleaner CLEANER = Cleaner.create();
    /** Ids of a stream that are read at a time. */
    private static final int PAGE = 64;

    private final SnapshotParts of;
    private final Scheme scheme;
    /** The parts that have live documents. */
    private final List<Part> parts = new ArrayList<>();

    /** The files of all segments. */
    private final List<CheckedFile> files = new ArrayList<>();

    private final long documents;
    private final WholeSnapshot whole;
    private final QueryTools tools;
    private final StoredDocuments stored;
    private final Optional<SearchThreads> threads;
    private final ReferenceCount hold;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param tools the tools for the scheme of the parts */
    PartsSnapshot(SnapshotParts of, QueryTools tools) {
        this.of = of;
        scheme = of.scheme();
        this.tools = tools;
        of.parts().stream().filter(p -> !p.isEmpty()).forEach(parts::add);
        for (SealedPart part : of.sealed()) {
            if (!part.segment().scheme().equals(scheme)) {
                throw new IllegalArgumentException(
                        "scheme is not that of " + part.segment().file());
            }
            files.add(part.segment().checkedFile());
            part.dead().checkedFile().ifPresent(files::add);
        }
        documents = parts.stream().mapToLong(Part::documents).sum();
        stored = new StoredDocuments(parts, scheme, of.stored(), tools);
        whole = new WholeSnapshot(of);
        threads = of.threads() > 1 ? Optional.of(new SearchThreads(of.threads())) : Optional.empty();
        hold = held(of.parts(), threads);
        if (threads.isPresent()
                || of.sealed().stream().anyMatch(p -> p.segment().isReleasable())) {
            CLEANER.register(this, hold::releaseAll);
        }
    }

    /** Static, because the cleaner must not refer to the snapshot, which would never be collected. */
    private static ReferenceCount held(List<Part> parts, Optional<SearchThreads> threads) {
        return new ReferenceCount(() -> {
            threads.ifPresent(SearchThreads::close);
            parts.forEach(Part::release);
        });
    }

    /** Reuses the buffers of each thread, which matters if a snapshot follows another at each commit. */
    Snapshot after(SnapshotParts newer) {
        return newer.scheme().equals(scheme) ? new PartsSnapshot(newer, tools) : Snapshot.of(newer);
    }

    @Override
    public Scheme scheme() {
        checkOpen();
        return scheme;
    }

    @Override
    public long documents() {
        checkOpen();
        return documents;
    }

    @Override
    public IndexStats stats() {
        return open(whole::stats);
    }

    @Override
    public Queries queries() {
        return new Queries(tools.answered.sum(), tools.refused.sum());
    }

    /** Answers a query, and counts it. */
    private <T> T counted(Supplier<T> query) {
        try {
            T answer = query.get();
            tools.answered.increment();
            return answer;
        } catch (LimitExceededException e) {
            tools.refused.increment();
            throw e;
        }
    }

    @Override
    public Matches query(byte[] utf8, QueryOptions options) {
        check(options);
        return counted(() -> {
            Fingerprint fingerprint = tools.fingerprinting(f -> f.fingerprint(utf8, options.memory()));
            return open(() -> search(fingerprint, options));
        });
    }

    /** Searches by a fingerprint of the scheme of the index. */
    private Matches search(Fingerprint fingerprint, QueryOptions options) {
        return search(fingerprint, Optional.of(fingerprint), this::comparison, options, parts);
    }

    private Comparison comparison() {
        return Comparison.of(scheme);
    }

    @Override
    public Matches query(byte[] utf8, Selection selection, QueryOptions options) {
        Objects.requireNonNull(selection, "selection");
        check(options);
        Fingerprinter other = Fingerprinter.of(scheme.withSelection(selection));
        if (other.scheme().equals(scheme)) {
            return query(utf8, options);
        }
        return counted(() -> {
            Fingerprint queried = other.fingerprint(utf8, options.memory());
            Fingerprint indexed = tools.fingerprinting(f -> f.fingerprint(utf8, options.memory()));
            long self = queried.shared(indexed);
            Supplier<Comparison> comparisons = () -> {
                Comparison comparison = comparison();
                comparison.self(self);
                return comparison;
            };
            return open(() -> search(queried, Optional.of(indexed), comparisons, options, parts));
        });
    }

    @Override
    public Matches query(Fingerprint fingerprint, QueryOptions options) {
        check(options);
        Scheme made = fingerprint.scheme();
        if (!made.comparableWith(scheme)) {
            throw SchemeException.mismatch(scheme.differences(made));
        }
        if (!made.equals(scheme) && options.measure() == Measure.PERCENT) {
            throw SchemeException.measure("percent needs the text of the query if its selection is not that"
                    + " of the index; query with the text, or by another measure");
        }
        Optional<Fingerprint> indexed = made.equals(scheme) ? Optional.of(fingerprint) : Optional.empty();
        return counted(() -> open(() -> search(fingerprint, indexed, this::comparison, options, parts)));
    }

    @Override
    public Matches like(String id, boolean withItself, QueryOptions options) {
        check(options);
        return counted(() -> open(() -> {
            Fingerprint queried = stored.fingerprint(id, options.memory());
            List<Part> searched =
                    withItself ? parts : parts.stream().map(p -> p.without(id)).toList();
            return search(queried, Optional.of(queried), this::comparison, options, searched);
        }));
    }

    @Override
    public DocumentComparison compare(String a, String b) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Strategies.checkRegistered(scheme);
        long memory = QueryOptions.DEFAULT.memory();
        return open(() -> {
            QueryFingerprint ofA = stored.query(a, memory);
            QueryFingerprint ofB = stored.query(b, memory);
            int[][] shared = QueryFingerprint.shared(ofA.minutiae(), ofB.minutiae());
            Comparison comparison = comparison();
            comparison.set(shared[0].length, ofA.side(), ofB.side());
            List<Measure> supported = Arrays.stream(Measure.values())
                    .filter(measure -> measure.isSupportedBy(scheme))
                    .toList();
            Map<Measure, Double> scores = new EnumMap<>(Measure.class);
            for (Measure measure : supported) {
                if (!measure.weighted()) {
                    scores.put(measure, comparison.score(measure));
                }
            }
            if (supported.stream().anyMatch(Measure::weighted)) {
                long[] holdersA = holders(ofA, memory);
                long[] holdersB = holders(ofB, memory);
                for (Measure measure : supported) {
                    if (measure.weighted()) {
                        TermWeights weights = new TermWeights(measure, documents, holdersA, ofA.frequencies());
                        long both = 0;
                        for (int k = 0; k < shared[0].length; k++) {
                            int inB = ofB.frequencies().length == 0 ? 1 : ofB.frequencies()[shared[1][k]];
                            both += weights.of(shared[0][k], inB);
                        }
                        long whole = measure == Measure.WEIGHTED_RESEMBLANCE
                                ? new TermWeights(measure, documents, holdersB, ofB.frequencies()).own()
                                : both;
                        comparison.weighing(weights.unit(), weights.own());
                        comparison.weigh(ofA.side(), ofB.side(), both, whole);
                        scores.put(measure, comparison.score(measure));
                    }
                }
            }
            return new DocumentComparison(
                    a, b, ofA.side().minutiae(), ofB.side().minutiae(), shared[0].length, scores);
        });
    }

    private long[] holders(QueryFingerprint of, long memory) {
        return tools.searching(buffers -> Search.holders(parts, of.minutiae(), buffers, memory));
    }

    @Override
    public List<List<Member>> group(List<String> ids, GroupOptions options) {
        Objects.requireNonNull(ids, "ids");
        check(options.checked().measure());
        List<String> checked = List.copyOf(ids);
        GroupedDocuments.check(checked);
        GroupedDocuments grouped = new GroupedDocuments(stored, options);
        return open(() -> tools.searching(buffers -> grouped.group(checked, buffers)));
    }

    @Override
    public Overlap overlap(byte[] utf8, OverlapOptions options) {
        check(options.query());
        OverlapSearch search = new OverlapSearch(parts, parts, scheme, tools, options);
        return counted(() -> open(() -> tools.searching(buffers -> search.run(utf8, buffers))));
    }

    @Override
    public Overlap overlap(byte[] utf8, Snapshot others, String except, OverlapOptions options) {
        Objects.requireNonNull(others, "others");
        check(options.query());
        Objects.requireNonNull(except, "except");
        PartsSnapshot more = (PartsSnapshot) others;
        if (!more.scheme.equals(scheme)) {
            throw SchemeException.mismatch(scheme.differences(more.scheme));
        }
        return counted(() -> open(() -> more.open(() -> {
            List<Part> all = new ArrayList<>(parts);
            all.addAll(more.parts);
            List<Part> searched = new ArrayList<>(parts);
            more.parts.forEach(part -> searched.add(part.without(except)));
            OverlapSearch search = new OverlapSearch(all, searched, scheme, tools, options);
            return tools.searching(buffers -> search.run(utf8, buffers));
        })));
    }

    private Matches search(
            Fingerprint queried,
            Optional<Fingerprint> indexed,
            Supplier<Comparison> comparisons,
            QueryOptions options,
            List<Part> searched) {
        QueryFingerprint query = new QueryFingerprint(queried, indexed, scheme, tools.extras());
        int minutiae = query.minutiae().length;
        if (options.sample() < minutiae) {
            QueryFingerprint sample = query.sampled(options.sample(), options.sampleSeed());
            return search(sample, () -> estimates(options, minutiae, sample), options, searched);
        }
        return search(query, comparisons, options, searched);
    }

    private static Comparison estimates(QueryOptions options, int minutiae, QueryFingerprint sample) {
        Comparison estimates = Comparison.estimating(options.sample(), minutiae);
        estimates.self(sample.ownShared());
        return estimates;
    }

    private Matches search(
            QueryFingerprint query, Supplier<Comparison> comparisons, QueryOptions options, List<Part> searched) {
        DocumentWeights weights = weights(options);
        return tools.searching(
                buffers -> new Search(parts, searched, query, comparisons.get(), options, buffers, weights)
                        .on(threads, tools, comparisons)
                        .run());
    }

    private DocumentWeights weights(QueryOptions options) {
        if (options.measure() != Measure.WEIGHTED_RESEMBLANCE) {
            return DocumentWeights.NONE;
        }
        return options.exactWeights() ? whole.exactWeights() : whole.storedWeights();
    }

    @Override
    public Pairs pairs(PairsOptions options, Clusters.Progress progress) {
        Objects.requireNonNull(progress, "progress");
        check(options.checked().measure());
        return open(() -> whole.pairs(options, progress));
    }

    @Override
    public Clusters clusters(ClusterOptions options, Clusters.Progress progress) {
        Objects.requireNonNull(progress, "progress");
        check(options.checked().measure());
        if (options.representative() == ClusterOptions.Representative.OLDEST) {
            requireDates(options.dates().isPresent(), "the oldest document of a cluster");
        }
        return open(() -> whole.clusters(options, progress));
    }

    @Override
    public Survivors survivors(SurvivorOptions options, DocumentKeys keys, Clusters.Progress progress) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(progress, "progress");
        check(options.checked().measure());
        if (options.keep() == SurvivorOptions.Keep.OLDEST) {
            requireDates(options.dates().isPresent(), "keeping the oldest document");
        }
        return open(() -> whole.survivors(options, keys, progress));
    }

    @Override
    public Optional<History> history(String id, HistoryOptions options) {
        check(options.checked().measure());
        if (document(id).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(open(() -> stored.stored().isNone()
                ? whole.history(id, options)
                : History.of(id, options, new StoredVersions(options))));
    }

    @Override
    public Changes changes(Snapshot newer, ChangeOptions options, Clusters.Progress progress) {
        Objects.requireNonNull(newer, "newer");
        Objects.requireNonNull(progress, "progress");
        check(options.checked().measure());
        PartsSnapshot other = (PartsSnapshot) newer;
        if (!scheme.equals(other.scheme)) {
            throw SchemeException.ofIndexes(scheme.differences(other.scheme));
        }
        return open(() -> other.open(() -> whole.changes(other.whole, options, progress)));
    }

    private void requireDates(boolean given, String operation) {
        if (!given && documents > 0 && !hasDates()) {
            throw NotStoredException.dates(operation);
        }
    }

    private void check(QueryOptions options) {
        check(options.checked().measure());
        if (options.sample() != QueryOptions.ALL) {
            QueryFingerprint.checkSample(options.measure(), scheme);
        }
    }

    private void check(Measure measure) {
        checkOpen();
        Strategies.checkRegistered(scheme);
        measure.check(scheme);
    }

    private void checkOpen() {
        if (closed.get()) {
            throw closed();
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the snapshot is closed; open a new one, or call refresh before close");
    }

    /** A call that may fail because it reads files. */
    private interface Call<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs a call while the snapshot is held. If a mapped file was cut, the call throws the typed error. */
    private <T, E extends Exception> T open(Call<T, E> call) throws E {
        if (closed.get() || !hold.retain()) {
            throw closed();
        }
        try {
            return MappingFault.typed(files, call::run);
        } catch (Exception e) {
            FileErrors.check(e);
            throw e;
        } finally {
            hold.release();
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public Optional<Snapshot.Document> document(String id) {
        return open(() -> stored.document(id));
    }

    @Override
    public Map<String, Snapshot.Document> documents(Collection<String> ids) {
        Objects.requireNonNull(ids, "ids");
        return open(() -> stored.documents(ids));
    }

    @Override
    public Stream<String> ids(String prefix) {
        byte[] utf8 = DocumentId.valid("prefix", prefix);
        LiveIds ids = open(() -> new LiveIds(parts, utf8));
        return Stream.iterate(page(ids), page -> !page.isEmpty(), before -> page(ids))
                .flatMap(List::stream);
    }

    private List<String> page(LiveIds ids) {
        return open(() -> ids.next(PAGE));
    }

    @Override
    public boolean hasDates() {
        return open(() -> parts.stream().anyMatch(Part::hasDates));
    }

    @Override
    public boolean storesTexts() {
        checkOpen();
        return stored.stored().texts();
    }

    @Override
    public boolean storesFingerprints() {
        checkOpen();
        return stored.stored().fingerprints();
    }

    @Override
    public Optional<byte[]> text(String id) {
        Objects.requireNonNull(id, "id");
        return open(() -> stored.text(id));
    }

    @Override
    public boolean isTextOf(String id, byte[] utf8) {
        checkOpen();
        Objects.requireNonNull(id, "id");
        long most = QueryOptions.DEFAULT.memory();
        Fingerprint fingerprint = tools.fingerprinting(f -> f.fingerprint(utf8, most));
        return open(() -> tools.searching(
                buffers -> stored.isFingerprintOf(id, fingerprint, buffers.forQuery(most, fingerprint.size(), false))));
    }

    @Override
    public Backup backup(Path directory) throws IOException {
        Objects.requireNonNull(directory, "directory");
        return open(() -> SnapshotBackup.make(of, directory));
    }

    @Override
    public Snapshot refresh() throws IOException {
        return open(() -> {
            Optional<? extends SnapshotParts> newer = of.refresh();
            return newer.isPresent() ? after(newer.get()) : this;
        });
    }

    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            hold.release();
        }
    }

    /**
     * Finds versions in an index that stores fingerprints or texts: one query for each version, even if the snapshot
     * has been closed meanwhile. One thread at a time.
     */
    private final class StoredVersions implements VersionSource {
        private final HistoryOptions options;
        private final QueryOptions query;

        StoredVersions(HistoryOptions options) {
            this.options = options;
            query = QueryOptions.DEFAULT
                    .measure(options.measure())
                    .minScore(options.minScore())
                    .maxDf(options.maxDf())
                    .memory(options.memory())
                    // One more than can be found, for the document itself, tells whether there are more.
                    .top(options.most() + 1);
        }

        private Fingerprint fingerprint(String id) {
            return stored.fingerprint(id, options.memory());
        }

        @Override
        public Facts facts(String id) {
            Snapshot.Document document = stored.document(id).orElseThrow();
            return new Facts(
                    id,
                    options.dates().isPresent() ? options.dates().get().apply(id) : document.date(),
                    document.words(),
                    document.minutiae());
        }

        @Override
        public List<List<Hit>> near(List<String> ids) {
            List<List<Hit>> near = new ArrayList<>();
            for (String id : ids) {
                near.add(search(fingerprint(id), query).matches().stream()
                        .filter(match -> !match.id().equals(id))
                        .map(match -> new Hit(match.id(), match.score()))
                        .toList());
            }
            return near;
        }

        @Override
        public Shared[] shared(List<String> a, List<String> b) {
            Map<String, Fingerprint> last = new HashMap<>();
            Shared[] shared = new Shared[a.size()];
            for (int i = 0; i < shared.length; i++) {
                // A run of pairs with one document, then pairs in sequence: two fingerprints are enough.
                last.keySet().retainAll(List.of(a.get(i), b.get(i)));
                Fingerprint x = last.computeIfAbsent(a.get(i), this::fingerprint);
                Fingerprint y = last.computeIfAbsent(b.get(i), this::fingerprint);
                shared[i] = a.get(i).equals(b.get(i))
                        ? Shared.all(x.size())
                        : new Shared(
                                x.shared(y),
                                x.compare(y, Measure.RESEMBLANCE),
                                share(x, y, Measure.CONTAINMENT),
                                share(x, y, Measure.CONTAINED));
            }
            return shared;
        }

        private static OptionalDouble share(Fingerprint x, Fingerprint y, Measure measure) {
            return measure.isSupportedBy(x.scheme())
                    ? OptionalDouble.of(x.compare(y, measure))
                    : OptionalDouble.empty();
        }
    }
}
