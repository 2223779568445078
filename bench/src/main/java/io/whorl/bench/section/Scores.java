package io.whorl.bench.section;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/** The results of a JMH run, by benchmark and parameter. */
final class Scores {
    /** Not the mean: one iteration that something else on the machine disturbed must not decide. */
    private static final double MEDIAN = 50;

    private final Collection<RunResult> results;

    Scores(Collection<RunResult> results) {
        this.results = results;
    }

    /** The median iteration of a benchmark that was run once, in its own unit. */
    double of(Class<?> benchmark, String method) {
        return percentile(benchmark, method, "", MEDIAN);
    }

    /** The median iteration of a benchmark with a parameter of this value. */
    double of(Class<?> benchmark, String method, Object value) {
        return percentile(benchmark, method, value, MEDIAN);
    }

    /** A percentile of a sampled benchmark. */
    double percentile(Class<?> benchmark, String method, Object value, double rank) {
        return one(benchmark, method, value.toString()).getPrimaryResult().getStatistics().getPercentile(rank);
    }

    /** Bytes of heap allocated by an operation. */
    double allocated(Class<?> benchmark, String method) {
        return one(benchmark, method, "").getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }

    private RunResult one(Class<?> benchmark, String method, String value) {
        String name = benchmark.getName() + "." + method;
        List<RunResult> found = results.stream()
                .filter(r -> r.getParams().getBenchmark().equals(name))
                .filter(r -> value.isEmpty() || r.getParams().getParamsKeys().stream()
                        .anyMatch(key -> r.getParams().getParam(key).equals(value)))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " results of " + name + " " + value + "; there must be one");
        }
        return found.get(0);
    }
}
