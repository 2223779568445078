package io.whorl.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Records the flight-recorder events of a writer in this JVM. As a profiler, it counts commits, seals and merges during
 * the iterations of a benchmark, to show that there were some.
 */
public final class WriterProfiler implements InternalProfiler, AutoCloseable {
    public enum Kind {
        COMMIT("io.whorl.Commit"),
        SEAL("io.whorl.Seal"),
        MERGE("io.whorl.Merge");

        private final String event;

        Kind(String event) {
            this.event = event;
        }
    }

    private Recording recording;

    public static WriterProfiler started() {
        WriterProfiler events = new WriterProfiler();
        events.start();
        return events;
    }

    private void start() {
        recording = new Recording();
        for (Kind kind : Kind.values()) {
            recording.enable(kind.event).withoutThreshold();
        }
        recording.start();
    }

    /** Returns the bytes that the events of each kind have written. */
    public Map<Kind, LongSummaryStatistics> totals() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("whorl-bench", ".jfr");
        try {
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file);
            Map<Kind, LongSummaryStatistics> totals = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                LongSummaryStatistics bytes = events.stream()
                        .filter(event -> event.getEventType().getName().equals(kind.event))
                        .mapToLong(event -> event.getLong("bytes"))
                        .summaryStatistics();
                totals.put(kind, bytes);
            }
            return totals;
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }

    public static String label(Kind kind) {
        return "writer." + kind;
    }

    @Override
    public String getDescription() {
        return "commits, seals and merges of Whorl's writer";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        start();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        try (this) {
            return totals().entrySet().stream()
                    .map(e -> new ScalarResult(
                            label(e.getKey()), e.getValue().getCount(), "times", AggregationPolicy.SUM))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the flight recorder cannot be read", e);
        }
    }
}
