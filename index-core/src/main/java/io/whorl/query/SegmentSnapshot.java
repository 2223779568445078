package io.whorl.query;

import io.whorl.SchemeMismatchException;
import io.whorl.UnsupportedMeasureException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Comparison;
import io.whorl.measure.DocumentExtras;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A snapshot over the sealed segment that one MANIFEST names. */
final class SegmentSnapshot implements Snapshot {
    private final Scheme scheme;
    private final Segment segment;
    private final IndexStats stats;
    private final ThreadLocal<Fingerprinter> fingerprinters;
    private final ThreadLocal<SearchBuffers> buffers;
    private final DocumentExtras extras;

    private SegmentSnapshot(Segment segment, long bytes) {
        scheme = segment.scheme();
        this.segment = segment;
        SegmentCounts c = segment.counts();
        stats = new IndexStats(c.documents(), c.words(), c.minutiae(), c.singletons(), c.postings(), bytes, 1, scheme);
        fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(scheme));
        buffers = ThreadLocal.withInitial(() -> new SearchBuffers(segment.counts().documents()));
        extras = DocumentExtras.of(scheme);
    }

    static SegmentSnapshot open(Path index) throws IOException {
        return IndexFiles.readCurrent(index, manifest ->
                new SegmentSnapshot(IndexFiles.openSegment(index, manifest, manifest.segments().get(0)), IndexFiles.bytes(index)));
    }

    @Override
    public Scheme scheme() {
        return scheme;
    }

    @Override
    public IndexStats stats() {
        return stats;
    }

    @Override
    public Matches query(byte[] utf8, QueryOptions options) {
        check(options.measure());
        Fingerprint fingerprint = fingerprinters.get().fingerprint(utf8);
        return search(fingerprint, fingerprint, Comparison.of(scheme), options);
    }

    @Override
    public Matches query(byte[] utf8, Selection selection, QueryOptions options) {
        check(options.measure());
        Fingerprinter other = Fingerprinter.of(scheme.withSelection(selection));
        if (other.scheme().equals(scheme)) {
            return query(utf8, options);
        }
        Fingerprint asked = other.fingerprint(utf8);
        Fingerprint indexed = fingerprinters.get().fingerprint(utf8);
        Comparison comparison = Comparison.of(scheme);
        comparison.self(asked.shared(indexed));
        return search(asked, indexed, comparison, options);
    }

    @Override
    public Matches query(Fingerprint fingerprint, Scheme made, QueryOptions options) {
        check(options.measure());
        if (!made.comparableWith(scheme)) {
            throw new SchemeMismatchException(scheme.toJson(), made.toJson());
        }
        if (!made.equals(scheme) && options.measure() == Measure.PERCENT) {
            throw new UnsupportedMeasureException("percent needs the query's text where its selection is not the"
                    + " index's; ask with the text, or for another measure");
        }
        return search(fingerprint, fingerprint, Comparison.of(scheme), options);
    }

    private Matches search(Fingerprint asked, Fingerprint indexed, Comparison comparison, QueryOptions options) {
        long words = asked.counts().words();
        long[] minutiae = extras.comparable(asked.toArray(), words);
        // A sketch is of the text, whatever is asked; all else is of what is asked.
        long[] kept = comparison.onlyResemblance() ? indexed.toArray() : minutiae;
        QuerySide side = new QuerySide(minutiae.length, words, extras.of(kept, kept.length, words));
        SearchBuffers mine = buffers.get();
        // Taken away while they are in use: a query that fails leaves counts behind.
        buffers.remove();
        Matches matches = segment.reading(() ->
                new Search(segment, minutiae, side, comparison, options, mine).run());
        buffers.set(mine);
        return matches;
    }

    @Override
    public Pairs pairs(PairsOptions options) {
        check(options.measure());
        return segment.reading(() -> new PairSearch(segment, options).run());
    }

    private void check(Measure measure) {
        if (Comparison.of(scheme).onlyResemblance() && measure != Measure.RESEMBLANCE && measure != Measure.SHARED) {
            throw new UnsupportedMeasureException("an index made with min-s estimates resemblance alone, not "
                    + measure.name().toLowerCase(java.util.Locale.ROOT) + "; ask for resemblance");
        }
    }

    @Override
    public Optional<IndexedDocument> document(String id) {
        return segment.reading(() -> {
            long ordinal = segment.documents().find(id);
            return ordinal < 0 ? Optional.empty() : Optional.of(new IndexedDocument(
                    id, segment.documents().words(ordinal), segment.documents().minutiae(ordinal)));
        });
    }
}
