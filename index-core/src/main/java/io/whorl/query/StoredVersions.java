package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.history.HistoryOptions;
import io.whorl.history.VersionSource;
import io.whorl.measure.Measure;
import io.whorl.parts.Part;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.query.QueryFingerprint.DocumentFingerprints;
import io.whorl.query.Ranking.Hit;
import io.whorl.store.DocumentDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/** Finds versions in an index that stores fingerprints or texts: one query for each version. One thread at a time. */
final class StoredVersions implements VersionSource {
    private final BiFunction<Fingerprint, QueryOptions, Matches> queries;
    private final DocumentsById documents;
    private final HistoryOptions options;
    private final DocumentFingerprints fingerprints;
    private final QueryOptions query;

    /** @param queries answers queries while the snapshot is held, even if it has been closed meanwhile */
    StoredVersions(
            BiFunction<Fingerprint, QueryOptions, Matches> queries,
            DocumentsById documents,
            DocumentFingerprints fingerprints,
            HistoryOptions options) {
        this.queries = queries;
        this.documents = documents;
        this.options = options;
        this.fingerprints = fingerprints;
        query = QueryOptions.DEFAULT
                .measure(options.measure())
                .minScore(options.minScore())
                .maxDf(options.maxDf())
                .memory(options.memory())
                // One more than can be found, for the document itself, tells whether there are more.
                .top(options.most() + 1);
    }

    private Fingerprint fingerprint(String id) {
        return fingerprints.of(id, options.memory());
    }

    @Override
    public Facts facts(String id) {
        Snapshot.Document document = documents.find(id).orElseThrow();
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
            List<Hit> hits = new ArrayList<>();
            for (Match match : queries.apply(fingerprint(id), query).matches()) {
                if (!match.id().equals(id)) {
                    hits.add(new Hit(match.id(), match.score()));
                }
            }
            near.add(hits);
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
            shared[i] = a.get(i).equals(b.get(i)) ? Shared.all(x.size()) : of(x, y);
        }
        return shared;
    }

    private static Shared of(Fingerprint x, Fingerprint y) {
        return new Shared(
                x.shared(y),
                x.compare(y, Measure.RESEMBLANCE),
                share(x, y, Measure.CONTAINMENT),
                share(x, y, Measure.CONTAINED));
    }

    private static OptionalDouble share(Fingerprint x, Fingerprint y, Measure measure) {
        return measure.isSupportedBy(x.scheme()) ? OptionalDouble.of(x.compare(y, measure)) : OptionalDouble.empty();
    }

    /** Finds single documents by their ids. An id is in at most one part. */
    record DocumentsById(List<Part> parts) {
        Optional<Snapshot.Document> find(String id) {
            for (Part part : parts) {
                Optional<Part.Size> size = part.find(id);
                if (size.isPresent()) {
                    return Optional.of(new Snapshot.Document(
                            id,
                            size.get().words(),
                            size.get().minutiae(),
                            DocumentDate.instant(size.get().date())));
                }
            }
            return Optional.empty();
        }

        Optional<byte[]> text(String id) {
            for (Part part : parts) {
                Optional<byte[]> text = part.text(id);
                if (text.isPresent()) {
                    return text;
                }
            }
            return Optional.empty();
        }

        /** Whether a document has this fingerprint. Each minutia is looked up. */
        boolean isFingerprintOf(String id, Fingerprint fingerprint, SearchBuffers buffers, QueryMemory memory) {
            for (Part part : parts) {
                Optional<Part.Size> size = part.find(id);
                if (size.isPresent()) {
                    return size.get().words() == fingerprint.words()
                            && size.get().minutiae() == fingerprint.size()
                            && part.holdsAll(id, fingerprint.toArray(), buffers, memory);
                }
            }
            return false;
        }
    }
}
