package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Link;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.history.History;
import io.whorl.history.History.Version;
import io.whorl.live.LiveView;
import io.whorl.live.TierMinutiae;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch;
import io.whorl.parts.PartSearch.SearchBuffers;
import io.whorl.query.Matches.Match;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.Snapshot.IndexedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiFunction;

/** What a snapshot knows of single documents, by their ids. An id is in at most one part. Thread-safe. */
record StoredDocuments(List<Part> parts, Scheme scheme, StoredKinds stored, QueryTools tools) {
    record Located(Part part, long number) {}

    Optional<Located> locate(String id) {
        byte[] utf8 = DocumentId.sought(id);
        for (Part part : parts) {
            long number = part.living(utf8);
            if (number >= 0) {
                return Optional.of(new Located(part, number));
            }
        }
        return Optional.empty();
    }

    Optional<Snapshot.IndexedDocument> document(String id) {
        return locate(id).map(at -> {
            Part.Size size = at.part.size(at.number);
            return new Snapshot.IndexedDocument(id, size.words(), size.minutiae(), DocumentDate.instant(size.date()));
        });
    }

    Map<String, Snapshot.IndexedDocument> documents(Collection<String> ids) {
        Map<String, Snapshot.IndexedDocument> found = new LinkedHashMap<>();
        for (String id : ids) {
            document(Objects.requireNonNull(id, "ids")).ifPresent(document -> found.put(id, document));
        }
        return Collections.unmodifiableMap(found);
    }

    Optional<byte[]> text(String id) {
        if (!stored.texts()) {
            throw NotStoredException.text();
        }
        return locate(id).map(at -> at.part.text(at.number));
    }

    /** Whether a document has this fingerprint. Each minutia is looked up. */
    boolean isFingerprintOf(String id, Fingerprint fingerprint, SearchBuffers buffers) {
        Optional<Located> found = locate(id);
        if (found.isEmpty()) {
            return false;
        }
        Located at = found.get();
        Part.Size size = at.part.size(at.number);
        if (size.words() != fingerprint.words() || size.minutiae() != fingerprint.size()) {
            return false;
        }
        PartSearch search = PartSearch.of(at.part, fingerprint.toArray(), buffers);
        int n = fingerprint.size();
        boolean[] held = {n == 0};
        return search.reading(() -> {
            search.count(
                    new boolean[n],
                    new boolean[n],
                    Optional.empty(),
                    (document, shared, sum) -> held[0] |= document == at.number && shared == n);
            return held[0];
        });
    }

    /**
     * The fingerprint of a document: as the index stores it, or made from the text that it stores.
     *
     * @param memory bytes of heap for fingerprinting a text
     * @throws NotStoredException if the index stores neither fingerprints nor texts
     * @throws RefusedException if there is no document of this id
     */
    Fingerprint fingerprint(String id, long memory) {
        Objects.requireNonNull(id, "id");
        if (stored.isNone()) {
            throw NotStoredException.fingerprint();
        }
        Located at = locate(id).orElseThrow(() -> RefusedException.unknownId(id));
        if (stored.fingerprints()) {
            StoredFingerprint f = at.part.fingerprint(at.number, scheme);
            return Fingerprint.stored(
                    scheme,
                    f.minutiae(),
                    f.frequencies(),
                    at.part.size(at.number).words());
        }
        byte[] text = at.part.text(at.number);
        return tools.fingerprinting(f -> f.fingerprint(text, memory));
    }

    /** The fingerprint of a document as a query or one side of a comparison. */
    QueryFingerprint query(Fingerprint fingerprint) {
        return QueryFingerprint.of(fingerprint, Optional.of(fingerprint), scheme, tools.extras);
    }

    DocumentComparison compare(String a, String b, long documents) {
        long memory = QueryOptions.DEFAULT.memory();
        QueryFingerprint ofA = query(fingerprint(a, memory));
        QueryFingerprint ofB = query(fingerprint(b, memory));
        int[][] shared = QueryFingerprint.shared(ofA.minutiae(), ofB.minutiae());
        Comparison comparison = Comparison.of(scheme);
        comparison.set(shared[0].length, ofA.side(), ofB.side());
        boolean weighted = Measure.WEIGHTED_CONTAINMENT.isSupportedBy(scheme);
        long[] holdersA = weighted ? holders(ofA, memory) : new long[0];
        long[] holdersB = weighted ? holders(ofB, memory) : new long[0];
        Map<Measure, Double> scores = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            if (!measure.isSupportedBy(scheme)) {
                continue;
            }
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
            }
            scores.put(measure, comparison.score(measure));
        }
        return new DocumentComparison(a, b, ofA.side().minutiae(), ofB.side().minutiae(), shared[0].length, scores);
    }

    /** The number of live documents that hold each minutia of a document (f_t). */
    long[] holders(QueryFingerprint of, long memory) {
        long[] minutiae = of.minutiae();
        return tools.searching(buffers -> {
            buffers.forQuery(memory, minutiae.length, true);
            List<PartSearch> searches = parts.stream()
                    .map(part -> PartSearch.of(part, minutiae, buffers))
                    .toList();
            return Search.holders(minutiae.length, searches, 0);
        });
    }

    /**
     * The ids of the live documents of several parts that have a prefix, in ascending order of their UTF-8. An id is
     * live in at most one part. Holds an id of each part, and references to those of live tiers. One thread at a time.
     */
    static final class LiveIds {
        private final byte[] prefix;
        private final PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> Arrays.compareUnsigned(a.id, b.id));

        /** The next id of a part, and those behind it. */
        private record Head(byte[] id, Part.Ids rest) {}

        public LiveIds(List<Part> of, byte[] prefix) {
            this.prefix = prefix;
            of.forEach(part -> add(part.ids(prefix)));
        }

        /** Adds a part by its next id with the prefix, if there is one. */
        private void add(Part.Ids ids) {
            Optional<byte[]> id = ids.next();
            while (id.isPresent() && Arrays.compareUnsigned(id.get(), prefix) < 0) {
                id = ids.next();
            }
            int n = prefix.length;
            if (id.isPresent() && id.get().length >= n && Arrays.equals(id.get(), 0, n, prefix, 0, n)) {
                heads.add(new Head(id.get(), ids));
            }
        }

        /** The next ids, at most {@code most}; none at the end. */
        public List<String> next(int most) {
            List<String> ids = new ArrayList<>();
            while (ids.size() < most && !heads.isEmpty()) {
                Head head = heads.poll();
                ids.add(new String(head.id, StandardCharsets.UTF_8));
                add(head.rest);
            }
            return ids;
        }
    }

    /**
     * Reads the documents of a list, in bounded memory, and groups them in its order. Each document is counted against
     * those before it: in stars against the representatives only, so that a list of copies takes no more than a look-up
     * for each minutia. Used once.
     */
    static final class GroupedDocuments {
        /** Ids of a list. The counters of a document are compared with every one before it. */
        static final int MOST_IDS = 10_000;
        /** Bytes of a minutia in the fingerprints and the table. */
        private static final int MINUTIA = 64;

        private static final int ALWAYS = 4_096;
        private static final int[] NO_FREQUENCIES = {};

        private final List<String> ids;
        private final SimilarityOptions options;
        private final Measure measure;
        private final Comparison comparison;
        private final List<QueryFingerprint> documents = new ArrayList<>();
        /** The weights of the minutiae of each document; empty arrays if the measure is not weighted. */
        private final List<long[]> weights = new ArrayList<>();

        private final long[] ownWeight;
        private final TierMinutiae holders;

        private final int[] shared;
        private final long[] sums;
        /** For each document the one that it is compared with in the result, and their score. */
        private final int[] to;

        private final double[] scores;

        GroupedDocuments(StoredDocuments stored, List<String> ids, SimilarityOptions options) {
            this.ids = ids;
            this.options = options;
            measure = options.measure();
            comparison = Comparison.of(stored.scheme());
            long minutiae = 0;
            long most = Math.max(ALWAYS, options.memory() / MINUTIA);
            for (String id : ids) {
                QueryFingerprint document = stored.query(stored.fingerprint(id, options.memory()));
                minutiae += document.minutiae().length;
                LimitExceededException.require(
                        "minutiae of the documents of a list",
                        minutiae,
                        most,
                        "group fewer documents, or give more memory");
                documents.add(document);
            }
            long all = stored.parts().stream().mapToLong(Part::documents).sum();
            for (QueryFingerprint document : documents) {
                long[] holding = measure.weighted() ? stored.holders(document, options.memory()) : new long[0];
                weights.add(Arrays.stream(holding)
                        .map(held -> TermWeights.rarity(all, held))
                        .toArray());
            }
            ownWeight = weights.stream().mapToLong(w -> Arrays.stream(w).sum()).toArray();
            holders = TierMinutiae.inHeap(minutiae, false);
            shared = new int[ids.size()];
            sums = new long[ids.size()];
            to = new int[ids.size()];
            scores = new double[ids.size()];
        }

        /** @throws IllegalArgumentException if an id is repeated, or there are too many */
        static void check(List<String> ids) {
            if (ids.size() > MOST_IDS) {
                throw new IllegalArgumentException(
                        "ids has " + ids.size() + " elements; it must have at most " + MOST_IDS);
            }
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                Integer before = seen.putIfAbsent(ids.get(i), i);
                if (before != null) {
                    throw new IllegalArgumentException("ids[" + i + "] is '" + ids.get(i) + "', as ids[" + before
                            + "] is; each id may occur once");
                }
            }
        }

        List<List<Member>> group() {
            int[] first = firsts(options.link() == Link.STAR);
            Map<Integer, List<Member>> groups = new LinkedHashMap<>();
            for (int i = 0; i < first.length; i++) {
                if (first[i] == i) {
                    to[i] = i;
                    scores[i] = ofItself(i);
                }
                groups.computeIfAbsent(first[i], g -> new ArrayList<>())
                        .add(new Member(ids.get(i), scores[i], ids.get(to[i])));
            }
            return groups.values().stream().map(List::copyOf).toList();
        }

        /** For each document the first one of its star or component: itself, or one before it. */
        private int[] firsts(boolean star) {
            int[] first = new int[shared.length];
            for (int i = 0; i < first.length; i++) {
                first[i] = i;
                count(i);
                for (int j = 0; j < i; j++) {
                    double score = shared[j] == 0 ? 0 : star ? score(i, j) : both(i, j);
                    if (score >= options.minScore()) {
                        link(i, j, score);
                        if (!star) {
                            link(j, i, score);
                            join(first, i, j);
                        }
                    }
                }
                if (star && scores[i] > 0) {
                    first[i] = to[i];
                } else {
                    long[] minutiae = documents.get(i).minutiae();
                    holders.add(i, minutiae, NO_FREQUENCIES, minutiae.length);
                }
            }
            for (int i = 0; i < first.length; i++) {
                first[i] = root(first, i);
            }
            return first;
        }

        private void link(int document, int other, double score) {
            if (score > scores[document]) {
                scores[document] = score;
                to[document] = other;
            }
        }

        /** The smaller number becomes the root, so that the first document represents its component. */
        private static void join(int[] parent, int i, int j) {
            int a = root(parent, i);
            int b = root(parent, j);
            parent[Math.max(a, b)] = Math.min(a, b);
        }

        private static int root(int[] parent, int document) {
            int at = document;
            while (parent[at] != at) {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            return at;
        }

        /** Counts what a document shares with each that is held. */
        private void count(int document) {
            Arrays.fill(shared, 0);
            Arrays.fill(sums, 0);
            long[] minutiae = documents.get(document).minutiae();
            long[] its = weights.get(document);
            int[] links = new int[minutiae.length];
            holders.findAll(minutiae, 0, minutiae.length, links);
            for (int i = 0; i < links.length; i++) {
                for (int link = links[i]; link != TierMinutiae.NONE; link = holders.next(link)) {
                    shared[holders.document(link)]++;
                    if (its.length > 0) {
                        sums[holders.document(link)] += its[i];
                    }
                }
            }
        }

        /** The higher one of the scores of both directions. */
        private double both(int i, int j) {
            return measure.symmetric() ? score(i, j) : Math.max(score(i, j), score(j, i, shared[j], sums[j]));
        }

        private double score(int member, int representative) {
            return score(member, representative, shared[representative], sums[representative]);
        }

        private double score(int a, int b, long inBoth, long weightOfBoth) {
            comparison.weighing(1, ownWeight[a]);
            return comparison.score(
                    measure, documents.get(a).side(), documents.get(b).side(), inBoth, weightOfBoth, ownWeight[b]);
        }

        private double ofItself(int i) {
            return score(i, i, documents.get(i).minutiae().length, ownWeight[i]);
        }
    }

    /**
     * Finds the versions of a document: one query for each version. Fingerprints that the index does not store are
     * collected from its postings, for as many documents at a time as fit the memory. Used once.
     */
    static final class Versions {
        /** Bytes of a minutia that is collected: itself, and the list that leads to it. */
        private static final int MINUTIA = 64;

        private static final LongArrayList[] NO_HOLDERS = {};

        /** By date, and then by id in the order of an index: by code points, which is that of their UTF-8 bytes. */
        private static final Comparator<IndexedDocument> DATED_FIRST = Comparator.comparing(
                        (IndexedDocument d) -> d.date().isEmpty())
                .thenComparing(d -> d.date().orElse(Instant.EPOCH))
                .thenComparing(d -> d.id().codePoints().toArray(), Arrays::compare);

        private final StoredDocuments stored;
        private final SimilarityOptions options;
        private final BiFunction<Fingerprint, QueryOptions, Matches> search;
        private final QueryOptions query;
        /** Takes half of the memory at most. */
        private final Map<String, Fingerprint> held = new HashMap<>();

        /** @param search searches by a fingerprint of the scheme of the index */
        Versions(
                StoredDocuments stored,
                SimilarityOptions options,
                BiFunction<Fingerprint, QueryOptions, Matches> search) {
            this.stored = stored;
            this.options = options;
            this.search = search;
            query = QueryOptions.DEFAULT
                    .measure(options.measure())
                    .minScore(options.minScore())
                    .maxDf(options.maxDf())
                    .memory(options.memory())
                    // One more than can be found, for the document itself, tells whether there are more.
                    .top((int) options.top() + 1);
        }

        History of(String id) {
            Set<String> ids = new LinkedHashSet<>(Set.of(id));
            boolean complete = find(ids);
            List<IndexedDocument> all =
                    ids.stream().map(this::document).sorted(DATED_FIRST).toList();
            List<String> sorted = all.stream().map(IndexedDocument::id).toList();
            List<Version> versions = new ArrayList<>();
            int dated = 0;
            // Versions of one date have no order.
            Optional<IndexedDocument> before = Optional.empty();
            for (int i = 0; i < all.size(); i++) {
                IndexedDocument version = all.get(i);
                if (i > 0 && !version.date().equals(all.get(i - 1).date())) {
                    before = Optional.of(all.get(i - 1));
                }
                dated += version.date().isPresent() ? 1 : 0;
                Optional<String> earlier =
                        before.filter(b -> version.date().isPresent()).map(IndexedDocument::id);
                hold(List.of(id, earlier.orElse(id), version.id()), sorted.subList(i, sorted.size()));
                double resemblance =
                        id.equals(version.id()) ? 1 : held.get(id).compare(held.get(version.id()), Measure.RESEMBLANCE);
                versions.add(new Version(
                        version.id(),
                        version.date(),
                        version.words(),
                        version.minutiae(),
                        resemblance,
                        earlier.map(b -> kept(b, version.id()))));
            }
            return new History(versions.subList(0, dated), versions.subList(dated, all.size()), complete);
        }

        private IndexedDocument document(String id) {
            IndexedDocument found = stored.document(id).orElseThrow();
            return options.dates()
                    .map(dates -> new IndexedDocument(id, found.words(), found.minutiae(), dates.apply(id)))
                    .orElse(found);
        }

        private Pair kept(String before, String version) {
            QueryFingerprint a = stored.query(held.get(before));
            QueryFingerprint b = stored.query(held.get(version));
            int shared = QueryFingerprint.shared(a.minutiae(), b.minutiae())[0].length;
            Comparison comparison = Comparison.of(stored.scheme());
            comparison.set(shared, a.side(), b.side());
            double resemblance = comparison.score(Measure.RESEMBLANCE);
            return Pair.of(before, version, resemblance, shared, comparison, Optional.empty());
        }

        /** Adds the versions to the document itself, the nearest first; false if the options allow no more of them. */
        private boolean find(Set<String> found) {
            boolean complete = true;
            List<String> outermost = List.copyOf(found);
            do {
                List<String> next = new ArrayList<>();
                for (int i = 0; i < outermost.size(); i++) {
                    String id = outermost.get(i);
                    hold(List.of(id), outermost.subList(i, outermost.size()));
                    for (Match match : search.apply(held.get(id), query).matches()) {
                        if (found.size() < options.top() && found.add(match.id())) {
                            next.add(match.id());
                        } else if (!found.contains(match.id())) {
                            complete = false;
                        }
                    }
                }
                outermost = next;
            } while (options.link() == SimilarityOptions.Link.COMPONENTS && !outermost.isEmpty());
            return complete;
        }

        /** Holds the fingerprints of some documents, and of as many of the next ones as fit the memory. */
        private void hold(List<String> needed, List<String> next) {
            if (held.keySet().containsAll(needed)) {
                return;
            }
            Set<String> ids = new LinkedHashSet<>(needed);
            long sum = ids.stream().mapToLong(this::size).sum();
            long minutiae = held.values().stream().mapToLong(Fingerprint::size).sum();
            long most = options.memory() / 2 / MINUTIA;
            if (minutiae + sum > most) {
                held.clear();
                minutiae = 0;
            }
            for (String id : next) {
                long size = ids.contains(id) || held.containsKey(id) ? 0 : size(id);
                if (minutiae + sum + size > most) {
                    break;
                }
                sum += size;
                ids.add(id);
            }
            ids.removeAll(held.keySet());
            if (stored.stored().isNone()) {
                held.putAll(collected(ids));
            } else {
                ids.forEach(id -> held.put(id, stored.fingerprint(id, options.memory())));
            }
        }

        private long size(String id) {
            return stored.document(id).orElseThrow().minutiae();
        }

        /** Collects the fingerprints of documents from the postings of all parts. */
        private Map<String, Fingerprint> collected(Collection<String> ids) {
            Map<String, Located> places = new HashMap<>();
            ids.forEach(id -> places.put(id, stored.locate(id).orElseThrow()));
            Map<String, Fingerprint> found = new HashMap<>();
            for (Part part : stored.parts()) {
                Long2ObjectHashMap<LongArrayList> minutiae = new Long2ObjectHashMap<>();
                Map<String, Located> here = new HashMap<>(places);
                here.values().removeIf(at -> at.part() != part);
                if (here.isEmpty()) {
                    continue;
                }
                here.values()
                        .forEach(at -> minutiae.put(
                                holder(at),
                                new LongArrayList(
                                        (int) part.size(at.number()).minutiae(), LongArrayList.DEFAULT_NULL_VALUE)));
                if (part instanceof SealedPart sealed) {
                    sealed.reading(() -> read(sealed.segment(), minutiae));
                } else {
                    ((LiveView) part).forEach((minutia, document, frequency) -> {
                        if (minutiae.containsKey(document)) {
                            minutiae.get(document).addLong(minutia);
                        }
                    });
                }
                here.forEach((id, at) ->
                        found.put(id, fingerprint(at, minutiae.get(holder(at)).toLongArray())));
            }
            return found;
        }

        /**
         * Reads the lists of a segment once, for those that name a document, and then the table once.
         *
         * @param minutiae receives the minutiae by document, where there is an entry for it
         */
        private static Void read(Segment segment, Long2ObjectHashMap<LongArrayList> minutiae) {
            Long2ObjectHashMap<LongArrayList[]> holdersOf = new Long2ObjectHashMap<>();
            List<LongArrayList> holders = new ArrayList<>();
            segment.lists().forEach((list, cursor) -> {
                holders.clear();
                while (cursor.next()) {
                    if (minutiae.containsKey(cursor.document())) {
                        holders.add(minutiae.get(cursor.document()));
                    }
                }
                if (!holders.isEmpty()) {
                    holdersOf.put(list, holders.toArray(LongArrayList[]::new));
                }
            });
            long documents = segment.counts().documents();
            for (MinutiaCursor cursor = segment.table().cursor(); cursor.next(); ) {
                if (minutiae.containsKey(cursor.payload())) {
                    minutiae.get(cursor.payload()).addLong(cursor.minutia());
                }
                for (LongArrayList of : holdersOf.getOrDefault(cursor.payload() - documents, NO_HOLDERS)) {
                    of.addLong(cursor.minutia());
                }
            }
            return null;
        }

        /** The document that lists name: of a family the first. */
        private static long holder(Located at) {
            return at.part() instanceof SealedPart sealed
                    ? sealed.segment()
                            .reading(() ->
                                    sealed.segment().documents().families().first(at.number()))
                    : at.number();
        }

        private Fingerprint fingerprint(Located at, long[] sorted) {
            QueryFingerprint.sort(sorted);
            Part.Size size = at.part().size(at.number());
            if (sorted.length != size.minutiae() && at.part() instanceof SealedPart sealed) {
                throw new CorruptIndexException(
                        sealed.segment().file(),
                        0,
                        "document " + at.number() + " has " + size.minutiae()
                                + " minutiae, but the table leads to it from " + sorted.length);
            }
            int[] once = new int[stored.scheme().frequencies() ? sorted.length : 0];
            Arrays.fill(once, 1);
            return Fingerprint.stored(stored.scheme(), sorted, once, size.words());
        }
    }
}
