package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.DocumentMinutiae.RunScratch;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.score.ExtrasTally;
import io.whorl.store.FingerprintEncoder;
import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredForms;
import io.whorl.store.TempFile;
import io.whorl.store.TextEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/** Fingerprints batches and spools their postings. One thread at a time. */
final class FingerprintWorker {
    private final MinutiaExtractor extractor;
    private final PostingSpool spool;
    private final DocumentExtras extras;
    private final ExtrasTally tally;
    private final boolean frequencies;
    private final long minDocument;
    private final Consumer<RefusedDocument> refused;
    private final Optional<DocumentDigests> digests;
    private final Optional<BatchTexts> texts;
    private final Optional<BatchFingerprints> fingerprints;
    private final DocumentMinutiae minutiae;
    private final DocumentMinutiae large;
    private long malformed;
    private volatile long extraBytes;

    /**
     * @param minutiae collects the minutiae of one document after another
     * @param large collects the minutiae of a document that does not fit there; shared by all threads
     * @param digests whether the build looks for duplicates
     * @param texts stores the texts, if the index stores them
     * @param fingerprints stores the fingerprints, if the index stores them
     * @param refused receives documents that cannot be fingerprinted, on the thread that fingerprints
     */
    FingerprintWorker(
            MinutiaExtractor extractor,
            PostingSpool spool,
            DocumentMinutiae minutiae,
            DocumentMinutiae large,
            long minDocument,
            boolean digests,
            Optional<BatchTexts> texts,
            Optional<BatchFingerprints> fingerprints,
            Consumer<RefusedDocument> refused) {
        this.extractor = extractor;
        this.spool = spool;
        this.minutiae = minutiae;
        this.large = large;
        this.minDocument = minDocument;
        this.texts = texts;
        this.fingerprints = fingerprints;
        this.refused = refused;
        this.digests = digests ? Optional.of(new DocumentDigests()) : Optional.empty();
        Scheme scheme = extractor.scheme();
        frequencies = scheme.frequencies();
        extras = DocumentExtras.of(scheme);
        tally = extras.tally();
    }

    PostingSpool spool() {
        return spool;
    }

    /** Malformed UTF-8 sequences of all documents. */
    long malformed() {
        return malformed;
    }

    /** Bytes of extras kept of all documents. Any thread may call this. */
    long extraBytes() {
        return extraBytes;
    }

    void fingerprint(DocumentBatch batch) throws IOException {
        int n = batch.size();
        long extraTaken = 0;
        batch.words = new long[n];
        batch.left = new byte[n];
        batch.extras = new byte[n][];
        if (digests.isPresent()) {
            batch.digests = new byte[n * DocumentDigests.BYTES];
            batch.withMinutiae = new boolean[n];
        }
        fingerprints.ifPresent(f -> f.begin(batch));
        for (int i = 0; i < n; i++) {
            batch.extras[i] = fingerprint(batch, i);
            extraTaken += batch.extras[i].length;
        }
        extraBytes += extraTaken;
        spool.endBatch();
        if (fingerprints.isPresent()) {
            fingerprints.get().flush(batch);
        }
        if (texts.isPresent()) {
            texts.get().store(batch);
        }
        batch.fingerprinted();
    }

    /** Fingerprints one document and returns its extra. */
    private byte[] fingerprint(DocumentBatch batch, int i) throws IOException {
        DocumentCounts counts;
        try {
            counts = select(batch, i, minutiae);
        } catch (LimitExceededException e) {
            return fingerprintLarge(batch, i);
        }
        return take(batch, i, counts, minutiae);
    }

    /** Fingerprints a document that exceeds a thread's share: one at a time, in the shares of all threads. */
    private byte[] fingerprintLarge(DocumentBatch batch, int i) throws IOException {
        synchronized (large) {
            DocumentCounts counts;
            try {
                counts = select(batch, i, large);
            } catch (LimitExceededException e) {
                return refuse(batch, i, e);
            }
            return take(batch, i, counts, large);
        }
    }

    /** Leaves a document out. Its postings, if there are any, are dropped with it. */
    private byte[] refuse(DocumentBatch batch, int i, LimitExceededException reason) {
        batch.left[i] = DocumentBatch.REMOVED;
        fingerprints.ifPresent(BatchFingerprints::skip);
        refused.accept(new RefusedDocument(new String(batch.id(i), StandardCharsets.UTF_8), reason));
        return DocumentBatch.NOTHING;
    }

    private DocumentCounts select(DocumentBatch batch, int i, DocumentMinutiae to) throws IOException {
        DocumentCounts counts = extract(batch.text(i), to);
        if (digests.isPresent()) {
            digests.get().copy(batch.digests, i * DocumentDigests.BYTES);
            batch.withMinutiae[i] = digests.get().withMinutiae();
        }
        return counts;
    }

    private DocumentCounts extract(byte[] text, DocumentMinutiae to) throws IOException {
        try {
            return extractor.extract(text, 0, text.length, to, digests);
        } catch (Throwable e) {
            try {
                // A large document has memory and a scratch file.
                to.clear();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    private byte[] take(DocumentBatch batch, int i, DocumentCounts counts, DocumentMinutiae of) throws IOException {
        malformed += counts.malformed();
        batch.words[i] = counts.words();
        try {
            if (counts.words() < minDocument) {
                batch.left[i] = DocumentBatch.TOO_SHORT;
                if (fingerprints.isPresent()) {
                    fingerprints.get().addEmpty(batch);
                }
                return DocumentBatch.NOTHING;
            }
            byte[] extra = spool(of, batch.first + i, counts.words());
            if (fingerprints.isPresent()) {
                try {
                    fingerprints.get().add(batch, of);
                } catch (LimitExceededException e) {
                    return refuse(batch, i, e);
                }
            }
            return extra.length == 0 ? DocumentBatch.NOTHING : extra;
        } finally {
            if (!of.isPlain()) {
                // Free the memory that only a large document needs.
                of.clear();
            }
        }
    }

    private byte[] spool(DocumentMinutiae of, int document, long words) throws IOException {
        if (of.isPlain() && !frequencies) {
            long[] selected = of.selected().array();
            int n = of.selected().size();
            byte[] extra = extras.of(selected, n, words);
            spool.add(selected, n, document);
            return extra;
        }
        tally.start();
        of.forEach((minutia, count) -> {
            tally.add(minutia, count);
            spool.add(minutia, document, count);
        });
        return tally.finish(words);
    }

    /** Compresses the texts of batches and spools them, several with one write. One thread at a time. */
    static final class BatchTexts {
        private static final int SPOOLED = 1 << 18;

        private final FormSpool spool;
        private final TextEncoder encoder = new TextEncoder();

        BatchTexts(FormSpool spool) {
            this.spool = spool;
        }

        /** Stores the texts of a batch, except those of documents that cannot be in the index. */
        void store(DocumentBatch batch) throws IOException {
            int[] sizes = new int[batch.size()];
            int first = 0;
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = batch.left[i] == DocumentBatch.REMOVED ? 0 : encoder.add(batch.text(i));
                if (encoder.size() >= SPOOLED || i == sizes.length - 1) {
                    long place = spool.append(encoder.bytes(), 0, encoder.size());
                    for (; first <= i; first++) {
                        batch.stored(FormSpool.Kind.TEXT, first, place, sizes[first]);
                        place += sizes[first];
                    }
                    encoder.clear();
                }
            }
        }
    }

    /** Encodes the fingerprints of batches and spools them, several with one write. One thread at a time. */
    static final class BatchFingerprints {
        private static final int SPOOLED = 1 << 18;
        /** The largest stored fingerprint in bytes. */
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final FormSpool spool;
        private final int most;
        private final int spooled;
        private final FingerprintEncoder encoder;
        /** The documents of the batch whose fingerprints are in the encoder: from this one on, with their sizes. */
        private int first;

        private int[] sizes = new int[16];
        private int next;

        /** @param frequencies whether the scheme keeps frequencies */
        BatchFingerprints(FormSpool spool, boolean frequencies) {
            this(spool, frequencies, MOST, SPOOLED);
        }

        /**
         * With other limits, for tests.
         *
         * @param most the largest stored fingerprint in bytes
         * @param spooled bytes to write at a time
         */
        BatchFingerprints(FormSpool spool, boolean frequencies, int most, int spooled) {
            this.spool = spool;
            this.most = most;
            this.spooled = spooled;
            encoder = new FingerprintEncoder(frequencies);
        }

        /** Begins a batch. */
        void begin(DocumentBatch batch) {
            encoder.clear();
            first = 0;
            next = 0;
            sizes = sizes.length < batch.size() ? new int[batch.size()] : sizes;
        }

        /**
         * Stores the fingerprint of the next document of the batch.
         *
         * @throws LimitExceededException if it is too large; {@link #skip} must be called then
         */
        void add(DocumentBatch batch, DocumentMinutiae minutiae) throws IOException {
            if (minutiae.isPlain()) {
                encoder.begin();
                minutiae.forEach(encoder::add);
                added(batch, (int) encoder.end());
                return;
            }
            flush(batch);
            long[] bytes = new long[1];
            long place;
            try {
                place = spool.append(out -> write(minutiae, out, bytes));
            } finally {
                encoder.clear();
            }
            batch.stored(FormSpool.Kind.FINGERPRINT, next++, place, (int) bytes[0]);
            first = next;
        }

        /** @param bytes receives the length in its only element */
        private void write(DocumentMinutiae minutiae, StoredForms.Sink out, long[] bytes) throws IOException {
            encoder.begin();
            minutiae.forEach((minutia, count) -> {
                encoder.add(minutia, count);
                if (encoder.size() >= spooled) {
                    bytes[0] += pass(out, bytes[0]);
                }
            });
            encoder.end();
            bytes[0] += pass(out, bytes[0]);
        }

        /** Writes what is encoded, and returns its length. */
        private int pass(StoredForms.Sink out, long before) throws IOException {
            int n = encoder.size();
            LimitExceededException.require("bytes of a stored fingerprint", before + n, most, "split the document");
            out.put(encoder.bytes(), 0, n);
            encoder.clear();
            return n;
        }

        /** Stores an empty fingerprint for the next document, which is too short for the index. */
        void addEmpty(DocumentBatch batch) throws IOException {
            encoder.begin();
            added(batch, (int) encoder.end());
        }

        /** Leaves out the next document, which cannot be in the index. */
        void skip() {
            sizes[next++] = 0;
        }

        private void added(DocumentBatch batch, int bytes) throws IOException {
            sizes[next++] = bytes;
            if (encoder.size() >= spooled) {
                flush(batch);
            }
        }

        /** Ends a batch, or makes room. */
        void flush(DocumentBatch batch) throws IOException {
            long place = spool.append(encoder.bytes(), 0, encoder.size());
            for (; first < next; first++) {
                batch.stored(FormSpool.Kind.FINGERPRINT, first, place, sizes[first]);
                place += sizes[first];
            }
            encoder.clear();
        }
    }

    /** The scratch file of one large document. */
    record DocumentScratch(TempFile file) implements RunScratch {
        static RunScratch in(ScratchSpace space) throws IOException {
            return new DocumentScratch(new TempFile(space));
        }

        @Override
        public long append(ByteBuffer bytes) throws IOException {
            return file.append(bytes);
        }

        @Override
        public void read(long at, ByteBuffer bytes) throws IOException {
            file.read(at, bytes);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
