package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.history.History;
import io.whorl.history.History.Version;
import io.whorl.live.LiveView;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.Snapshot.IndexedDocument;
import io.whorl.query.StoredDocuments.Located;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Finds the versions of a document: one query for each version. Fingerprints that the index does not store are
 * collected from its postings, for as many documents at a time as fit the memory. Used once.
 */
final class Versions {
    /** Bytes of a minutia that is collected: itself, and the list that leads to it. */
    private static final int MINUTIA = 64;

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
    Versions(StoredDocuments stored, SimilarityOptions options, BiFunction<Fingerprint, QueryOptions, Matches> search) {
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
        Fingerprint a = held.get(before);
        Fingerprint b = held.get(version);
        double resemblance = a.compare(b, Measure.RESEMBLANCE);
        return new Pair(
                before,
                version,
                resemblance,
                a.shared(b),
                OptionalDouble.of(resemblance),
                share(a, b, Measure.CONTAINMENT),
                share(a, b, Measure.CONTAINED),
                Optional.empty());
    }

    private static OptionalDouble share(Fingerprint a, Fingerprint b, Measure measure) {
        return measure.isSupportedBy(a.scheme()) ? OptionalDouble.of(a.compare(b, measure)) : OptionalDouble.empty();
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
        Map<Part, Map<String, Located>> parts = new IdentityHashMap<>();
        for (String id : ids) {
            Located at = stored.locate(id).orElseThrow();
            parts.computeIfAbsent(at.part(), part -> new HashMap<>()).put(id, at);
        }
        Map<String, Fingerprint> found = new HashMap<>();
        parts.forEach((part, here) -> {
            Collected collected = new Collected();
            here.values()
                    .forEach(at ->
                            collected.want(holder(at), part.size(at.number()).minutiae()));
            if (part instanceof SealedPart sealed) {
                sealed.reading(() -> collected.read(sealed.segment()));
            } else {
                ((LiveView) part).forEach((minutia, document, frequency) -> collected.add(document, minutia));
            }
            here.forEach((id, at) -> found.put(id, fingerprint(at, collected.of(holder(at)))));
        });
        return found;
    }

    /** The document that lists name: of a family the first. */
    private static long holder(Located at) {
        return at.part() instanceof SealedPart sealed
                ? sealed.segment()
                        .reading(() -> sealed.segment().documents().families().first(at.number()))
                : at.number();
    }

    private Fingerprint fingerprint(Located at, long[] sorted) {
        Part.Size size = at.part().size(at.number());
        if (sorted.length != size.minutiae() && at.part() instanceof SealedPart sealed) {
            throw new CorruptIndexException(
                    sealed.segment().file(),
                    0,
                    "document " + at.number() + " has " + size.minutiae() + " minutiae, but the table leads to it from "
                            + sorted.length);
        }
        int[] once = new int[stored.scheme().frequencies() ? sorted.length : 0];
        Arrays.fill(once, 1);
        return Fingerprint.stored(stored.scheme(), sorted, once, size.words());
    }

    /** The minutiae of some documents of one part. */
    private static final class Collected {
        private static final long NONE = -1;
        private static final long[] NO_HOLDERS = {};
        /** By document its place in {@link #minutiae}. */
        private final Long2LongHashMap places = new Long2LongHashMap(NONE);

        private final List<LongArrayList> minutiae = new ArrayList<>();

        void want(long document, long size) {
            if (places.putIfAbsent(document, minutiae.size()) == NONE) {
                minutiae.add(new LongArrayList((int) size, LongArrayList.DEFAULT_NULL_VALUE));
            }
        }

        void add(long document, long minutia) {
            long place = places.get(document);
            if (place != NONE) {
                minutiae.get((int) place).addLong(minutia);
            }
        }

        long[] of(long document) {
            long[] sorted = minutiae.get((int) places.get(document)).toLongArray();
            QueryFingerprint.sort(sorted);
            return sorted;
        }

        /** Reads the lists once, for those that name a document, and then the table once. */
        Void read(Segment segment) {
            long documents = segment.counts().documents();
            Long2ObjectHashMap<long[]> holdersOf = new Long2ObjectHashMap<>();
            LongArrayList holders = new LongArrayList();
            segment.lists().forEach((list, cursor) -> {
                holders.clear();
                while (cursor.next()) {
                    if (places.containsKey(cursor.document())) {
                        holders.addLong(cursor.document());
                    }
                }
                if (!holders.isEmpty()) {
                    holdersOf.put(list, holders.toLongArray());
                }
            });
            for (MinutiaCursor cursor = segment.table().cursor(); cursor.next(); ) {
                if (cursor.payload() < documents) {
                    add(cursor.payload(), cursor.minutia());
                    continue;
                }
                for (long holder : holdersOf.getOrDefault(cursor.payload() - documents, NO_HOLDERS)) {
                    add(holder, cursor.minutia());
                }
            }
            return null;
        }
    }
}
