package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.live.LoggedDocument;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.DocumentMinutiae.DistinctMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectedChunks;
import io.whorl.store.DocumentId;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText;
import io.whorl.store.StoredText.TextEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Fingerprints documents. One thread at a time. */
final class DocumentPreparer {
    private static final int[] NONE = {};
    /** The largest text, in bytes, whose minutiae are kept with repetitions. */
    private static final int MOST_REPEATED = 1 << 20;

    private final MinutiaExtractor extractor;
    private final Scheme scheme;
    private final DocumentMinutiae minutiae;
    private final long large;
    private final Object oneLarge;
    private final DocumentExtras extras;
    private final int bits;
    private final SelectedChunks selected = new SelectedChunks(false);
    private final Optional<TextEncoder> texts;
    private final Optional<FingerprintEncoder> fingerprints;

    /**
     * @param stored what the index stores of its documents
     * @param share bytes of heap for the minutiae of one document
     * @param large bytes of heap for a document that needs more
     * @param oneLarge lock that all preparers share, so that there is one large document at a time
     */
    DocumentPreparer(Scheme scheme, StoredKinds stored, long share, long large, Object oneLarge) {
        this.scheme = scheme;
        texts = stored.texts() ? Optional.of(new TextEncoder()) : Optional.empty();
        fingerprints =
                stored.fingerprints() ? Optional.of(new FingerprintEncoder(scheme.frequencies())) : Optional.empty();
        minutiae = new DocumentMinutiae(scheme, share, Optional.empty());
        this.large = large;
        this.oneLarge = oneLarge;
        extractor = MinutiaExtractor.of(scheme);
        extras = DocumentExtras.of(scheme);
        bits = scheme.hashing().bits();
    }

    /** Fingerprints a document into distinct minutiae. */
    PreparedDocument distinct(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        try {
            return distinct(id, document, minutiae);
        } catch (LimitExceededException e) {
            synchronized (oneLarge) {
                return distinct(id, document, new DocumentMinutiae(scheme, large, Optional.empty()));
            }
        }
    }

    private PreparedDocument distinct(byte[] id, NewDocument document, DocumentMinutiae target) {
        byte[] text = document.utf8();
        try (target) {
            long words = extractor
                    .extract(text, 0, text.length, target, Optional.empty())
                    .words();
            return prepared(id, document, target.distinct(), words);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    PreparedDocument known(NewDocument document, Fingerprint fingerprint) {
        int[] frequencies = new int[scheme.frequencies() ? fingerprint.size() : 0];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = fingerprint.frequency(i);
        }
        DistinctMinutiae distinct = new DistinctMinutiae(fingerprint.toArray(), frequencies);
        return prepared(DocumentId.utf8(document.id()), document, distinct, fingerprint.words());
    }

    private PreparedDocument prepared(byte[] id, NewDocument document, DistinctMinutiae found, long words) {
        long[] distinct = found.minutiae();
        int[] frequencies = found.frequencies();
        byte[] extra = extras.of(distinct, frequencies, distinct.length, words);
        byte[] fingerprint = fingerprints
                .map(encoder -> encoder.encode(distinct, frequencies, distinct.length))
                .orElse(StoredFingerprint.NONE);
        return new PreparedDocument(logged(id, document, words, extra, distinct, frequencies), fingerprint, true);
    }

    /**
     * Fingerprints a document into its selected minutiae, with repetitions, which is faster. A large document gets
     * distinct minutiae, because repetitions take memory; so does each document of an index that stores fingerprints.
     */
    PreparedDocument selected(NewDocument document) {
        byte[] text = document.utf8();
        if (text.length > MOST_REPEATED || fingerprints.isPresent()) {
            return distinct(document);
        }
        byte[] id = DocumentId.utf8(document.id());
        DocumentCounts counts = extractor.extract(text, 0, text.length, selected);
        long[] repeated = Arrays.copyOf(selected.array(), selected.size());
        check(repeated);
        byte[] extra = extras.of(repeated, repeated.length, counts.words());
        return new PreparedDocument(
                logged(id, document, counts.words(), extra, repeated, NONE), StoredFingerprint.NONE, false);
    }

    private LoggedDocument logged(
            byte[] id, NewDocument document, long words, byte[] extra, long[] minutiae, int[] frequencies) {
        byte[] text = texts.map(encoder -> encoder.encode(document.utf8())).orElse(StoredText.NONE);
        return new LoggedDocument(id, words, extra, minutiae, frequencies, minutiae.length, text, document.millis());
    }

    /** Checks here, because an error while spooling would lose other documents too. */
    private void check(long[] minutiae) {
        long all = 0;
        for (long minutia : minutiae) {
            all |= minutia;
        }
        if (bits < Long.SIZE && all >>> bits != 0) {
            throw new IllegalArgumentException("a minutia has more than " + bits
                    + " bits; a selection plug-in must select from the minutiae it receives");
        }
    }

    /**
     * A fingerprinted document.
     *
     * @param document its minutiae are distinct and ascending, for the log and the live tier; or as selected, with
     *     repetitions and without frequencies, which suffices for a segment because its assembler sorts
     * @param fingerprint as in {@link io.whorl.store.StoredFingerprint}
     */
    record PreparedDocument(LoggedDocument document, byte[] fingerprint, boolean distinct) {
        /** Bytes that a live tier keeps of it in heap, in addition to those for every document and posting. */
        long held() {
            return document.bytes() + fingerprint.length;
        }
    }

    /**
     * Fingerprints documents on several threads, and adds them in their order. Documents go to the threads in batches,
     * because waking a thread takes about as long as fingerprinting a document. Used once.
     */
    static final class ParallelAdder {
        /** Bytes of text in progress; a larger document is processed alone. */
        private static final long MOST_BYTES = 64L << 20;

        private static final int MOST_BATCHES = 16;
        private static final int BATCH_BYTES = 1 << 18;
        private static final int BATCH_DOCUMENTS = 32;

        /** Adds a document that is fingerprinted, on the calling thread. Returns whether it was added. */
        interface Adding {
            boolean run() throws IOException;
        }

        private record InFlight(long bytes, CompletableFuture<List<Adding>> prepared) {}

        private final int threads;
        private final Function<NewDocument, Adding> prepare;
        private final Deque<InFlight> inFlight = new ArrayDeque<>();
        private long bytes;
        private List<NewDocument> batch = new ArrayList<>();
        private long batchBytes;
        private long added;
        private boolean stopped;

        /** @param prepare fingerprints a document, on any thread */
        ParallelAdder(int threads, Function<NewDocument, Adding> prepare) {
            this.threads = threads;
            this.prepare = prepare;
        }

        long run(Iterable<NewDocument> documents) throws IOException {
            ExecutorService executor = Executors.newFixedThreadPool(threads, DaemonThreads.named("whorl-add"));
            try {
                try {
                    for (NewDocument document : documents) {
                        batchBytes += document.utf8().length;
                        batch.add(document);
                        if (batchBytes >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
                            submit(executor);
                        }
                    }
                } finally {
                    // Documents before one that cannot be read are added; documents after one that cannot be added are
                    // not.
                    if (!stopped && !batch.isEmpty()) {
                        submit(executor);
                    }
                    while (!stopped && !inFlight.isEmpty()) {
                        addNext();
                    }
                }
                return added;
            } finally {
                executor.shutdownNow();
            }
        }

        private void submit(ExecutorService executor) throws IOException {
            while (!inFlight.isEmpty() && (bytes + batchBytes > MOST_BYTES || inFlight.size() == MOST_BATCHES)) {
                addNext();
            }
            List<NewDocument> full = batch;
            bytes += batchBytes;
            inFlight.add(new InFlight(batchBytes, CompletableFuture.supplyAsync(() -> prepare(full), executor)));
            batch = new ArrayList<>();
            batchBytes = 0;
        }

        private void addNext() throws IOException {
            // Stops here unless the whole batch is added.
            stopped = true;
            InFlight next = inFlight.remove();
            bytes -= next.bytes;
            for (Adding document : WorkerThread.get(next.prepared)) {
                added += document.run() ? 1 : 0;
            }
            stopped = false;
        }

        /** A document that failed ends the batch: adding it throws its failure. */
        private List<Adding> prepare(List<NewDocument> batch) {
            List<Adding> prepared = new ArrayList<>(batch.size());
            try {
                for (NewDocument document : batch) {
                    prepared.add(prepare.apply(document));
                }
            } catch (RuntimeException | Error e) {
                prepared.add(() -> {
                    throw e;
                });
            }
            return prepared;
        }
    }
}
