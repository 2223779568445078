package io.whorl.cli.command;

import io.whorl.cli.console.FailedException;
import io.whorl.corpus.Document;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks an index with many texts on several threads, and hands on the answers in the order of the texts. */
final class ParallelQuery {
    /** Texts and answers that wait for an earlier one, for each thread: they keep all busy, and memory bounded. */
    private static final int AHEAD = 4;
    /** Bytes of texts that wait, beside one. */
    private static final long MOST_BYTES = 16L << 20;

    private final Snapshot snapshot;
    private final QueryOptions options;
    private final Selection selection;

    /** A text that is being asked with. */
    private record Asked(String id, int bytes, Future<Matches> answer) {}

    /** Gives the next text to ask with; nothing at the end. */
    interface Texts {
        Optional<Document> next() throws IOException;
    }

    /** Takes an answer. */
    interface Answered {
        void take(String text, Matches matches) throws IOException;
    }

    /** @param selection the query's own selection, or null for the index's */
    ParallelQuery(Snapshot snapshot, QueryOptions options, Selection selection) {
        this.snapshot = snapshot;
        this.options = options;
        this.selection = selection;
    }

    void askAll(Texts texts, int threads, Answered answered) throws IOException {
        if (threads == 1) {
            for (Optional<Document> text = texts.next(); text.isPresent(); text = texts.next()) {
                answered.take(text.get().id(), ask(text.get().utf8()));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            askAll(texts, threads, pool, answered);
        } finally {
            pool.shutdownNow();
        }
    }

    private void askAll(Texts texts, int threads, ExecutorService pool, Answered answered) throws IOException {
        Queue<Asked> pending = new ArrayDeque<>();
        long bytes = 0;
        for (Optional<Document> text = texts.next(); text.isPresent(); text = texts.next()) {
            byte[] utf8 = text.get().utf8();
            while (!pending.isEmpty() && (pending.size() == threads * AHEAD || bytes + utf8.length > MOST_BYTES)) {
                bytes -= pending.peek().bytes();
                answered.take(pending.peek().id(), await(pending.remove().answer()));
            }
            pending.add(new Asked(text.get().id(), utf8.length, pool.submit(() -> ask(utf8))));
            bytes += utf8.length;
        }
        while (!pending.isEmpty()) {
            answered.take(pending.peek().id(), await(pending.remove().answer()));
        }
    }

    private Matches ask(byte[] text) {
        return selection == null ? snapshot.query(text, options) : snapshot.query(text, selection, options);
    }

    private static Matches await(Future<Matches> answer) throws IOException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted");
        }
    }
}
