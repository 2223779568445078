package io.whorl.query;

import io.whorl.SchemeMismatchException;
import io.whorl.UnsupportedMeasureException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Comparison;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A snapshot over sealed segments and live views. */
final class PartsSnapshot implements Snapshot {
    private final SnapshotParts of;
    /** Those that have live documents. */
    private final List<Part> parts = new ArrayList<>();
    private final long documents;
    private final WholeSnapshot whole;
    private final QueryTools tools;
    private volatile boolean closed;

    /** @param tools for the scheme of the parts */
    PartsSnapshot(SnapshotParts of, QueryTools tools) {
        this.of = of;
        this.tools = tools;
        of.sealed().stream().filter(p -> !p.isEmpty()).forEach(p -> parts.add(new SegmentPart(p)));
        of.live().stream().filter(p -> !p.isEmpty()).forEach(p -> parts.add(new ViewPart(p)));
        documents = parts.stream().mapToLong(Part::documents).sum();
        whole = new WholeSnapshot(of);
    }

    QueryTools tools() {
        return tools;
    }

    @Override
    public Scheme scheme() {
        return of.scheme();
    }

    @Override
    public long documents() {
        return documents;
    }

    @Override
    public IndexStats stats() {
        checkOpen();
        return whole.stats();
    }

    @Override
    public Matches query(byte[] utf8, QueryOptions options) {
        check(options.measure());
        Fingerprint fingerprint = tools.fingerprinters().get().fingerprint(utf8);
        return search(fingerprint, Optional.of(fingerprint), Comparison.of(scheme()), options);
    }

    @Override
    public Matches query(byte[] utf8, Selection selection, QueryOptions options) {
        check(options.measure());
        Fingerprinter other = Fingerprinter.of(scheme().withSelection(selection));
        if (other.scheme().equals(scheme())) {
            return query(utf8, options);
        }
        Fingerprint asked = other.fingerprint(utf8);
        Fingerprint indexed = tools.fingerprinters().get().fingerprint(utf8);
        Comparison comparison = Comparison.of(scheme());
        comparison.self(asked.shared(indexed));
        return search(asked, Optional.of(indexed), comparison, options);
    }

    @Override
    public Matches query(Fingerprint fingerprint, Scheme made, QueryOptions options) {
        check(options.measure());
        if (!made.comparableWith(scheme())) {
            throw new SchemeMismatchException(scheme().toJson(), made.toJson());
        }
        if (!made.equals(scheme()) && options.measure() == Measure.PERCENT) {
            throw new UnsupportedMeasureException("percent needs the query's text where its selection is not the"
                    + " index's; ask with the text, or for another measure");
        }
        Optional<Fingerprint> indexed = made.equals(scheme()) ? Optional.of(fingerprint) : Optional.empty();
        return search(fingerprint, indexed, Comparison.of(scheme()), options);
    }

    private Matches search(
            Fingerprint asked, Optional<Fingerprint> indexed, Comparison comparison, QueryOptions options) {
        Question question = new Question(asked, indexed, scheme(), tools.extras());
        SearchBuffers mine = tools.buffers().get();
        tools.buffers().remove();
        try {
            Matches matches = new Search(parts, question, comparison, options, mine, weights(options)).run();
            tools.buffers().set(mine);
            return matches;
        } finally {
            // A view that is dropped lets go of its memory.
            Reference.reachabilityFence(this);
        }
    }

    private IndexedWeights weights(QueryOptions options) {
        if (options.measure() != Measure.WEIGHTED_RESEMBLANCE) {
            return IndexedWeights.NONE;
        }
        return options.exactWeights() ? whole.exactWeights() : IndexedWeights.stored(documents);
    }

    @Override
    public Pairs pairs(PairsOptions options) {
        check(options.measure());
        return whole.pairs(options);
    }

    private void check(Measure measure) {
        checkOpen();
        measure.check(scheme());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the snapshot is closed; open another, or refresh before closing");
        }
    }

    @Override
    public Optional<IndexedDocument> document(String id) {
        checkOpen();
        for (Part part : parts) {
            Optional<IndexedDocument> document = part.document(id);
            if (document.isPresent()) {
                return document;
            }
        }
        return Optional.empty();
    }

    @Override
    public Snapshot refresh() throws IOException {
        checkOpen();
        return of.origin().refresh(this);
    }

    @Override
    public void close() {
        closed = true;
        of.live().forEach(part -> part.view().close());
    }
}
