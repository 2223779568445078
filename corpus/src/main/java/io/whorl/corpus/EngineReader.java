package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Gives the finds of a reading thread, begun when the first is asked for, in order. */
final class EngineReader implements CorpusReader {
    private final Sources sources;
    private final CorpusOptions options;
    private final Consumer<Skipped> skipped;
    private final FindQueue queue = new FindQueue();
    private final Workers workers;
    private Optional<Find> next = Optional.empty();
    private boolean begun;
    private boolean closed;
    private long given;
    private volatile long position;

    EngineReader(Sources sources, CorpusOptions options, Formats formats, Consumer<Skipped> skipped) {
        this.sources = sources;
        this.options = options;
        this.skipped = skipped;
        workers = new Workers(options.threads(), pool -> new ReadingThread(sources, options, formats, queue, pool));
    }

    @Override
    public Optional<Document> next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the corpus reader is closed");
        }
        if (given == options.limit()) {
            stop();
            return Optional.empty();
        }
        if (!begun) {
            begun = true;
            workers.begin();
        }
        try {
            return await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a document cannot be reduced to text: " + e.getCause(), e.getCause());
        }
    }

    private Optional<Document> await() throws InterruptedException, ExecutionException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        while (true) {
            // Kept until its outcome is there, so that an interrupt loses nothing.
            next = next.isPresent() ? next : queue.take();
            if (next.isEmpty()) {
                position = sources.total();
                return Optional.empty();
            }
            Outcome outcome = next.get().outcome().get();
            position = next.get().position();
            next = Optional.empty();
            if (outcome.document().isPresent()) {
                given++;
                return outcome.document();
            }
            outcome.skipped().ifPresent(skipped);
        }
    }

    @Override
    public long bytesRead() {
        return position;
    }

    @Override
    public long bytesTotal() {
        return sources.total();
    }

    @Override
    public void close() {
        closed = true;
        stop();
    }

    private void stop() {
        queue.close();
        workers.close();
    }
}
