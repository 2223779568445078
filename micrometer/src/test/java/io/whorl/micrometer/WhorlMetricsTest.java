package io.whorl.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.whorl.LimitExceededException;
import io.whorl.WriterException;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every meter moves when its figure does, in a real index. */
class WhorlMetricsTest {
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT
            .liveMap(LiveMap.NONE)
            .memory(16 << 20)
            .livePostings(1_000)
            .mergeFactor(2)
            .threads(1);

    @TempDir
    Path folder;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** The figures that differ from those before. */
    private Map<String, Double> changed(Map<String, Double> before) throws IOException {
        Map<String, Double> now = figures();
        Map<String, Double> changed = new TreeMap<>(now);
        changed.entrySet().removeAll(before.entrySet());
        before.clear();
        before.putAll(now);
        return changed;
    }

    private Map<String, Double> figures() throws IOException {
        String page = Files.readString(Path.of("../docs/observability.md"));
        Map<String, Double> figures = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            assertEquals("essays", meter.getId().getTag("index"));
            assertTrue(page.contains("`" + meter.getId().getName() + "`"), "docs/observability.md names every meter");
            double value = meter instanceof FunctionCounter c ? c.count() : ((Gauge) meter).value();
            figures.put(meter.getId().getName().replaceFirst("whorl\\.", ""), value);
        }
        return figures;
    }

    private static String text(int seed, int words) {
        return IntStream.range(0, words).mapToObj(i -> "s" + seed + "w" + i).collect(Collectors.joining(" "));
    }

    @Test
    void theMetersOfAWriterMove() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(folder.resolve("index"), Scheme.builder().build(), OPTIONS)) {
            WhorlMetrics.ofWriter("essays", writer).bindTo(registry);
            Map<String, Double> figures = figures();
            assertEquals(14, figures.size());
            double most = figures.get("writer.segments.most");
            assertTrue(most > 0);
            writer.add("a", text(1, 50));
            writer.add("b", text(2, 50));
            assertEquals(Map.of(), changed(figures));
            writer.commit();
            assertEquals(
                    Map.of("writer.commits", 1.0, "writer.documents", 2.0, "writer.documents.live", 2.0),
                    changed(figures));
            writer.seal();
            Map<String, Double> sealed = changed(figures);
            assertTrue(sealed.remove("writer.bytes") > 100);
            assertEquals(Map.of("writer.seals", 1.0, "writer.segments", 1.0, "writer.documents.live", 0.0), sealed);
            writer.delete("a");
            writer.commit();
            assertEquals(Map.of("writer.commits", 2.0, "writer.documents", 1.0), changed(figures));
            writer.forceMerge();
            Map<String, Double> merged = changed(figures);
            assertTrue(merged.remove("writer.bytes") > 100);
            assertEquals(Map.of("writer.merges", 1.0, "writer.seals", 2.0), merged);
            assertThrows(LimitExceededException.class, () -> writer.add("large", text(3, 400_000)));
            assertEquals(Map.of("writer.refused.documents", 1.0), changed(figures));
            writer.add("long", text(4, 20_000));
            writer.commit();
            assertTrue(changed(figures).get("writer.segments.most") > most);
        }
        assertEquals(2, figures().get("writer.documents"));
    }

    /** Merges fail, because they would have to leave more room than any disk has. Their thread waits for the test. */
    @Test
    void theMetersOfFailingMergesMove() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        WriterOptions options = OPTIONS.mergeReserve(1L << 50).onMergeFailure(failure -> await(looked));
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (IndexWriter writer =
                IndexWriter.create(folder.resolve("index"), Scheme.builder().build(), options)) {
            WhorlMetrics.ofWriter("essays", writer).bindTo(registry);
            Future<?> commits = pool.submit(() -> {
                for (int i = 0; i < 500; i++) {
                    writer.add("d" + i, text(i, 50));
                    writer.commit();
                    writer.seal();
                }
                return null;
            });
            for (int i = 0; i < 6_000 && figures().get("writer.waiting") == 0; i++) {
                Thread.sleep(10);
            }
            assertEquals(1, figures().get("writer.waiting"));
            assertEquals(1, figures().get("writer.stalls"));
            looked.countDown();
            ExecutionException refused =
                    assertThrows(ExecutionException.class, () -> commits.get(60, TimeUnit.SECONDS));
            assertInstanceOf(WriterException.class, refused.getCause());
            Map<String, Double> figures = figures();
            assertEquals(1, figures.get("writer.refused.commits"));
            assertTrue(figures.get("writer.merges.failed") >= figures.get("writer.failures"));
            assertTrue(figures.get("writer.failures") > 0);
            assertTrue(figures.get("writer.segments") > figures.get("writer.segments.most"));
        } finally {
            looked.countDown();
            pool.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theMetersOfSnapshotsMove() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(folder.resolve("index"), Scheme.builder().build(), OPTIONS)) {
            AtomicReference<Snapshot> current = new AtomicReference<>(writer.snapshot());
            WhorlMetrics.ofSnapshots("essays", current::get).bindTo(registry);
            Map<String, Double> figures = figures();
            assertEquals(
                    Map.of("snapshot.documents", 0.0, "snapshot.queries", 0.0, "snapshot.queries.refused", 0.0),
                    figures);
            writer.add("a", text(1, 50));
            writer.commit();
            current.get().query(text(1, 50), QueryOptions.DEFAULT);
            assertEquals(Map.of("snapshot.queries", 1.0), changed(figures));
            current.set(current.get().refresh());
            assertEquals(Map.of("snapshot.documents", 1.0), changed(figures));
            current.get().query(text(1, 50), QueryOptions.DEFAULT);
            assertThrows(LimitExceededException.class, () -> current.get()
                    .query(text(1, 5_000), QueryOptions.DEFAULT.memory(1)));
            assertEquals(Map.of("snapshot.queries", 2.0, "snapshot.queries.refused", 1.0), changed(figures));
        }
    }
}
