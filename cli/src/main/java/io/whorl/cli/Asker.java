package io.whorl.cli;

import io.whorl.corpus.Texts;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks an index with many texts on several threads, and hands on the answers in the order of the texts. */
final class Asker {
    /** Answers waiting for an earlier one, for each thread: enough to keep all busy, few enough to bound memory. */
    private static final int AHEAD = 4;

    private final Snapshot snapshot;
    private final QueryOptions options;
    private final Selection selection;
    private final Streams streams;
    private final Texts texts;

    /** Takes an answer. */
    interface Answered {
        void take(String file, Matches matches) throws IOException;
    }

    /**
     * @param selection the query's own selection, or null for the index's
     * @param texts as the index's documents were reduced to text
     */
    Asker(Snapshot snapshot, QueryOptions options, Selection selection, Streams streams, Texts texts) {
        this.snapshot = snapshot;
        this.options = options;
        this.selection = selection;
        this.streams = streams;
        this.texts = texts;
    }

    void askAll(List<String> files, int threads, Answered answered) throws IOException {
        int workers = Math.min(threads, files.size());
        if (workers == 1) {
            for (String file : files) {
                answered.take(file, ask(file));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            Queue<Future<Matches>> pending = new ArrayDeque<>();
            Iterator<String> asked = files.iterator();
            for (String file : files) {
                pending.add(pool.submit(() -> ask(file)));
                if (pending.size() > workers * AHEAD) {
                    answered.take(asked.next(), await(pending.remove()));
                }
            }
            while (!pending.isEmpty()) {
                answered.take(asked.next(), await(pending.remove()));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private Matches ask(String file) throws IOException {
        byte[] text = Inputs.read(file, streams, texts);
        return selection == null ? snapshot.query(text, options) : snapshot.query(text, selection, options);
    }

    private static Matches await(Future<Matches> answer) throws IOException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
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
