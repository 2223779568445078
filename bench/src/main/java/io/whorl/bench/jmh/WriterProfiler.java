package io.whorl.bench.jmh;

import io.whorl.bench.jmh.WriterEvents.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** Counts commits, seals and merges during the iterations of a benchmark, to show that there were some. */
public final class WriterProfiler implements InternalProfiler {
    private WriterEvents events;

    /** Returns the name of a result. */
    public static String label(Kind kind) {
        return "writer." + kind;
    }

    @Override
    public String getDescription() {
        return "commits, seals and merges of Whorl's writer";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        events = new WriterEvents();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        try (WriterEvents heard = events) {
            Map<Kind, WriterEvents.Total> totals = heard.totals();
            return totals.entrySet().stream()
                    .map(e -> new ScalarResult(label(e.getKey()), e.getValue().times(), "times", AggregationPolicy.SUM))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the flight recorder cannot be read", e);
        }
    }
}
