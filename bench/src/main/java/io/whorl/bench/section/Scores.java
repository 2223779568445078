package io.whorl.bench.section;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The results of a JMH run by benchmark and parameter. */
final class Scores {
    /** The median is used instead of the mean, so that one disturbed iteration has no effect. */
    private static final double MEDIAN = 50;

    private final Collection<RunResult> results;

    Scores(Collection<RunResult> results) {
        this.results = results;
    }

    /** Returns the median iteration of a benchmark with these parameter values, in its own unit. */
    double of(Class<?> benchmark, String method, Object... values) {
        return one(benchmark, method, values).getPrimaryResult().getStatistics().getPercentile(MEDIAN);
    }

    /** Returns a percentile of a sampled benchmark. */
    double percentile(Class<?> benchmark, String method, Object value, double rank) {
        return one(benchmark, method, value).getPrimaryResult().getStatistics().getPercentile(rank);
    }

    /** Returns a secondary result: of one method of a group, or of a profiler. */
    Result<?> part(Class<?> benchmark, String group, String part, Object value) {
        Result<?> found = one(benchmark, group, value).getSecondaryResults().get(part);
        if (found == null) {
            throw new IllegalStateException("no result " + part + " of " + benchmark.getName() + "." + group + " "
                    + value + "; there must be one");
        }
        return found;
    }

    /** Returns the heap in bytes that an operation allocates. */
    double allocated(Class<?> benchmark, String method) {
        return one(benchmark, method)
                .getSecondaryResults()
                .get("gc.alloc.rate.norm")
                .getScore();
    }

    private RunResult one(Class<?> benchmark, String method, Object... values) {
        String name = benchmark.getName() + "." + method;
        List<RunResult> found = results.stream()
                .filter(r -> r.getParams().getBenchmark().equals(name))
                .filter(r -> Arrays.stream(values).allMatch(value -> r.getParams().getParamsKeys().stream()
                        .anyMatch(key -> r.getParams().getParam(key).equals(value.toString()))))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(
                    found.size() + " results of " + name + " " + Arrays.toString(values) + "; there must be one");
        }
        return found.get(0);
    }
}
