package io.whorl.query;

import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch;
import io.whorl.parts.PartSearch.SearchBuffers;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.Part;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;

/** What a snapshot knows of single documents, by their ids. An id is in at most one part. Thread-safe. */
record StoredDocuments(List<Part> parts, Scheme scheme, StoredKinds stored, QueryTools tools) {
    /** Where a document is. */
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

    Optional<Snapshot.Document> document(String id) {
        return locate(id).map(at -> {
            Part.Size size = at.part.size(at.number);
            return new Snapshot.Document(id, size.words(), size.minutiae(), DocumentDate.instant(size.date()));
        });
    }

    Map<String, Snapshot.Document> documents(Collection<String> ids) {
        Map<String, Snapshot.Document> found = new LinkedHashMap<>();
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
        return search.reading(() -> search.holdsAll(at.number));
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

    /** The same as a query or one side of a comparison. */
    QueryFingerprint query(String id, long memory) {
        Fingerprint fingerprint = fingerprint(id, memory);
        return QueryFingerprint.of(fingerprint, Optional.of(fingerprint), scheme, tools.extras());
    }

    /** Compares two documents by all measures that the scheme can give. */
    DocumentComparison compare(String a, String b, long documents) {
        long memory = QueryOptions.DEFAULT.memory();
        QueryFingerprint ofA = query(a, memory);
        QueryFingerprint ofB = query(b, memory);
        int[][] shared = QueryFingerprint.shared(ofA.minutiae(), ofB.minutiae());
        Comparison comparison = Comparison.of(scheme);
        comparison.set(shared[0].length, ofA.side(), ofB.side());
        long[] holdersA = {};
        long[] holdersB = {};
        Map<Measure, Double> scores = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            if (!measure.isSupportedBy(scheme)) {
                continue;
            }
            if (measure.weighted()) {
                holdersA = holdersA.length == 0 ? holders(ofA, memory) : holdersA;
                holdersB = holdersB.length == 0 ? holders(ofB, memory) : holdersB;
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

        /** @param prefix in UTF-8 */
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
}
