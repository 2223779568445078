package io.whorl.write;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Fingerprints documents on several threads, and adds them in their order. Used once. */
final class AddAll {
    /** Bytes of text in flight; one document that is larger goes alone. */
    private static final long MOST_BYTES = 64L << 20;
    private static final int MOST_DOCUMENTS = 256;

    /** Takes the documents in their order. */
    interface Sink {
        void add(String id, Prepared document) throws IOException;
    }

    private record InFlight(String id, int bytes, Future<Prepared> prepared) {}

    private final int threads;
    private final Function<NewDocument, Prepared> prepare;
    private final Sink sink;
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    private long bytes;
    private long added;
    private boolean stopped;

    AddAll(int threads, Function<NewDocument, Prepared> prepare, Sink sink) {
        this.threads = threads;
        this.prepare = prepare;
        this.sink = sink;
    }

    long run(Iterable<NewDocument> documents) throws IOException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread t = new Thread(task, "whorl-add");
            t.setDaemon(true);
            // Plug-ins are found by it.
            t.setContextClassLoader(loader);
            return t;
        });
        try {
            try {
                for (NewDocument document : documents) {
                    while (!inFlight.isEmpty() && (bytes + document.utf8().length > MOST_BYTES
                            || inFlight.size() == MOST_DOCUMENTS)) {
                        addNext();
                    }
                    bytes += document.utf8().length;
                    inFlight.add(new InFlight(document.id(), document.utf8().length,
                            executor.submit(() -> prepare.apply(document))));
                }
            } finally {
                // Those before one that cannot be had are added; those after one that cannot be added are not.
                while (!stopped && !inFlight.isEmpty()) {
                    addNext();
                }
            }
            return added;
        } finally {
            executor.shutdownNow();
        }
    }

    private void addNext() throws IOException {
        // Until it is added, this is where to stop.
        stopped = true;
        InFlight next = inFlight.remove();
        bytes -= next.bytes;
        sink.add(next.id, Futures.get(next.prepared));
        added++;
        stopped = false;
    }
}
