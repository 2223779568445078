package io.whorl.bench.rival;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.corpus.Document;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.apache.lucene.util.Version;

/** Builds {@link LuceneChunks} indexes of whole collections with several threads. */
public final class LuceneIndexing {
    /** The term of a chunk. */
    public enum Terms {
        /** Its text, by Lucene's own analysis, as in an application without Whorl. */
        TEXT,
        /** Its minutia, by Whorl's analysis: the smallest input for Lucene. */
        MINUTIAE
    }

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private LuceneIndexing() {}

    /** Indexes a collection. Lucene decides about merges. */
    public static void build(TextCollection collection, Terms terms, int threads, Path folder) {
        List<Document> documents = collection.documents();
        try (LuceneChunks index = new LuceneChunks(folder)) {
            inParallel(
                    documents.size(),
                    threads,
                    () -> terms == Terms.TEXT ? i -> text(index, documents.get(i)) : minutiae(index, documents));
        }
    }

    /** A major version of Lucene does not read every index of another one, so each has its own folder. */
    private static String folderName(String set) {
        return "lucene-" + Version.LATEST.major + "-" + set;
    }

    /** Returns the merged index of a collection's minutiae, and builds it if the folder does not have it. */
    public static Path made(TextCollection collection, WorkFolder folder) {
        return folder.made(folderName(collection.name()), made -> buildMerged(collection, made));
    }

    /** Returns the merged index of a set of singletons, and builds it if the folder does not have it. */
    public static Path made(SingletonSet set, WorkFolder folder) {
        return folder.made(folderName(String.valueOf(set.count())), made -> buildMerged(set, made));
    }

    private static void buildMerged(TextCollection collection, Path folder) {
        List<Document> documents = collection.documents();
        try (LuceneChunks index = new LuceneChunks(folder)) {
            inParallel(documents.size(), CORES, () -> minutiae(index, documents));
            index.mergeAll();
        }
    }

    private static void buildMerged(SingletonSet set, Path folder) {
        try (LuceneChunks index = new LuceneChunks(folder)) {
            // Document d holds a range of the set, which starts at the least i with i * documents / count >= d.
            inParallel(set.documents(), CORES, () -> d -> {
                long from = -Math.floorDiv(-(long) d * set.count(), set.documents());
                long to = -Math.floorDiv(-(d + 1L) * set.count(), set.documents());
                long[] minutiae = new long[(int) (to - from)];
                for (int i = 0; i < minutiae.length; i++) {
                    minutiae[i] = set.minutia(from + i);
                }
                index.addMinutiae(Integer.toString(d, Character.MAX_RADIX), minutiae, minutiae.length);
            });
            index.mergeAll();
        }
    }

    private static void text(LuceneChunks index, Document document) {
        index.addText(document.id(), new String(document.utf8(), StandardCharsets.UTF_8));
    }

    private static IntConsumer minutiae(LuceneChunks index, List<Document> documents) {
        MinutiaExtractor extractor = MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT));
        SelectedChunks selected = new SelectedChunks(false);
        return i -> {
            byte[] text = documents.get(i).utf8();
            extractor.extract(text, 0, text.length, selected);
            index.addMinutiae(documents.get(i).id(), selected.array(), selected.size());
        };
    }

    /** Runs a task for 0 to n − 1. Each thread has its own worker. */
    private static void inParallel(int n, int threads, Supplier<IntConsumer> workers) {
        AtomicInteger next = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                all.add(executor.submit(() -> {
                    IntConsumer worker = workers.get();
                    for (int i = next.getAndIncrement(); i < n; i = next.getAndIncrement()) {
                        worker.accept(i);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("indexing failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("indexing was interrupted", e);
        } finally {
            executor.shutdownNow();
        }
    }
}
