package io.whorl.cli.command;

import io.whorl.cli.passages.OrderedTasks;
import io.whorl.corpus.Document;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs many queries on several threads, and delivers the answers in the order of the texts. */
final class ParallelQuery {
    /** The queries per thread that may be ahead of the oldest unfinished one: enough to keep all threads busy. */
    private static final int QUERIES_AHEAD = 4;
    /** The bytes of these texts. One text may be larger. */
    private static final long MAX_BYTES_AHEAD = 16L << 20;

    private final Snapshot snapshot;
    private final QueryOptions options;
    private final Selection selection;

    private record Pending(String id, int bytes, Future<Matches> answer) {}

    /** The source of the texts. */
    interface Texts {
        /** Returns the next text, or nothing at the end. */
        Optional<Document> next() throws IOException;
    }

    /** The receiver of the answers. */
    interface Answers {
        void accept(String id, Matches matches) throws IOException;
    }

    /** @param selection the selection of the queries, or null for that of the index */
    ParallelQuery(Snapshot snapshot, QueryOptions options, Selection selection) {
        this.snapshot = snapshot;
        this.options = options;
        this.selection = selection;
    }

    void run(Texts texts, int threads, Answers answers) throws IOException {
        if (threads == 1) {
            for (Optional<Document> text = texts.next(); text.isPresent(); text = texts.next()) {
                answers.accept(text.get().id(), query(text.get().utf8()));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            run(texts, threads, pool, answers);
        } finally {
            pool.shutdownNow();
        }
    }

    private void run(Texts texts, int threads, ExecutorService pool, Answers answers) throws IOException {
        Queue<Pending> pending = new ArrayDeque<>();
        long bytes = 0;
        for (Optional<Document> text = texts.next(); text.isPresent(); text = texts.next()) {
            byte[] utf8 = text.get().utf8();
            while (!pending.isEmpty()
                    && (pending.size() == threads * QUERIES_AHEAD || bytes + utf8.length > MAX_BYTES_AHEAD)) {
                bytes -= pending.peek().bytes();
                deliver(pending.remove(), answers);
            }
            pending.add(new Pending(text.get().id(), utf8.length, pool.submit(() -> query(utf8))));
            bytes += utf8.length;
        }
        while (!pending.isEmpty()) {
            deliver(pending.remove(), answers);
        }
    }

    private Matches query(byte[] text) {
        return selection == null ? snapshot.query(text, options) : snapshot.query(text, selection, options);
    }

    private static void deliver(Pending oldest, Answers answers) throws IOException {
        answers.accept(oldest.id(), OrderedTasks.result(oldest.answer()));
    }
}
