package io.whorl.write;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Fingerprints documents on several threads, and adds them in their order. Documents go to the threads in batches,
 * because waking a thread takes about as long as fingerprinting a document. Used once.
 */
final class ParallelAdder {
    /** Bytes of text in progress; a larger document is processed alone. */
    private static final long MOST_BYTES = 64L << 20;

    private static final int MOST_BATCHES = 16;
    private static final int BATCH_BYTES = 1 << 18;
    private static final int BATCH_DOCUMENTS = 32;

    /** Receives the documents in their order. */
    interface Sink {
        /** @return whether the document was added */
        boolean add(NewDocument document, PreparedDocument prepared) throws IOException;
    }

    private record InFlight(List<NewDocument> documents, long bytes, Future<PreparedBatch> prepared) {}

    private final int threads;
    private final Function<NewDocument, Optional<PreparedDocument>> prepare;
    private final Sink sink;
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    private long bytes;
    private List<NewDocument> batch = new ArrayList<>();
    private long batchBytes;
    private long added;
    private boolean stopped;

    /** @param prepare empty for a document that is left out; called on any thread */
    ParallelAdder(int threads, Function<NewDocument, Optional<PreparedDocument>> prepare, Sink sink) {
        this.threads = threads;
        this.prepare = prepare;
        this.sink = sink;
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
                // Documents before one that cannot be read are added; documents after one that cannot be added are not.
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
        inFlight.add(new InFlight(full, batchBytes, executor.submit(() -> prepare(full))));
        batch = new ArrayList<>();
        batchBytes = 0;
    }

    private void addNext() throws IOException {
        // Stops here unless the whole batch is added.
        stopped = true;
        InFlight next = inFlight.remove();
        bytes -= next.bytes;
        PreparedBatch prepared = WorkerThread.get(next.prepared);
        for (int i = 0; i < prepared.documents.size(); i++) {
            Optional<PreparedDocument> document = prepared.documents.get(i);
            added += document.isPresent() && sink.add(next.documents.get(i), document.get()) ? 1 : 0;
        }
        if (prepared.failure.isPresent()) {
            WorkerThread.rethrow(prepared.failure.get());
        }
        stopped = false;
    }

    /**
     * The result of preparing a batch of documents.
     *
     * @param documents all of the batch, or those before the first that failed
     * @param failure why that one failed
     */
    private record PreparedBatch(List<Optional<PreparedDocument>> documents, Optional<Throwable> failure) {}

    private PreparedBatch prepare(List<NewDocument> batch) {
        List<Optional<PreparedDocument>> prepared = new ArrayList<>(batch.size());
        try {
            for (NewDocument document : batch) {
                prepared.add(prepare.apply(document));
            }
        } catch (RuntimeException | Error e) {
            return new PreparedBatch(prepared, Optional.of(e));
        }
        return new PreparedBatch(prepared, Optional.empty());
    }
}
