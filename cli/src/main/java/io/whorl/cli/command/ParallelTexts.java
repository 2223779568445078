package io.whorl.cli.command;

import io.whorl.cli.passages.OrderedTasks;
import io.whorl.corpus.Document;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a task for many texts on several threads, and delivers the answers in the order of the texts. */
final class ParallelTexts<R> {
    /** The texts per thread that may be ahead of the oldest unfinished one: enough to keep all threads busy. */
    private static final int TEXTS_AHEAD = 4;
    /** The bytes of these texts. One text may be larger. */
    private static final long MAX_BYTES_AHEAD = 16L << 20;

    private final int threads;
    private final OrderedTasks.Task<Document, R> task;
    private final OrderedTasks.Results<Document, R> answers;

    private record Pending<R>(Document text, Future<R> answer) {}

    /** The source of the texts. */
    interface Texts {
        /** Returns the next text, or nothing at the end. */
        Optional<Document> next() throws IOException;
    }

    private ParallelTexts(int threads, OrderedTasks.Task<Document, R> task, OrderedTasks.Results<Document, R> answers) {
        this.threads = threads;
        this.task = task;
        this.answers = answers;
    }

    static <R> void run(
            Texts texts, int threads, OrderedTasks.Task<Document, R> task, OrderedTasks.Results<Document, R> answers)
            throws IOException {
        if (threads == 1) {
            for (Optional<Document> text = texts.next(); text.isPresent(); text = texts.next()) {
                answers.accept(text.get(), task.of(text.get()));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            new ParallelTexts<>(threads, task, answers).run(texts, pool);
        } finally {
            pool.shutdownNow();
        }
    }

    private void run(Texts texts, ExecutorService pool) throws IOException {
        Queue<Pending<R>> pending = new ArrayDeque<>();
        long bytes = 0;
        for (Optional<Document> next = next(texts, pending); next.isPresent(); next = next(texts, pending)) {
            Document text = next.get();
            int length = text.utf8().length;
            while (!pending.isEmpty()
                    && (pending.size() == threads * TEXTS_AHEAD || bytes + length > MAX_BYTES_AHEAD)) {
                bytes -= pending.peek().text().utf8().length;
                deliver(pending.remove());
            }
            pending.add(new Pending<>(text, pool.submit(() -> task.of(text))));
            bytes += length;
        }
        deliverAll(pending);
    }

    /** A text that cannot be read fails after the answers to those before it, as with one thread. */
    private Optional<Document> next(Texts texts, Queue<Pending<R>> pending) throws IOException {
        try {
            return texts.next();
        } catch (IOException | RuntimeException e) {
            deliverAll(pending);
            throw e;
        }
    }

    private void deliverAll(Queue<Pending<R>> pending) throws IOException {
        while (!pending.isEmpty()) {
            deliver(pending.remove());
        }
    }

    private void deliver(Pending<R> oldest) throws IOException {
        answers.accept(oldest.text(), OrderedTasks.result(oldest.answer()));
    }
}
