package io.whorl.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs benchmark classes with JMH in separate forks, and holds their results. Progress goes to standard error. */
final class Scores {
    /** The median is used instead of the mean, so that one disturbed iteration has no effect. */
    static final double MEDIAN = 50;

    static final double LATE = 99;

    private final Collection<RunResult> results;

    private Scores(Collection<RunResult> results) {
        this.results = results;
    }

    /** Runs all timed benchmarks of some classes, for a shorter time in a quick run. */
    static Scores timed(Settings settings, Consumer<ChainedOptionsBuilder> options, Class<?>... classes)
            throws RunnerException {
        return run(
                settings,
                builder -> {
                    if (settings.effort().brief()) {
                        builder.forks(1)
                                .warmupIterations(2)
                                .measurementIterations(3)
                                .warmupTime(TimeValue.seconds(1))
                                .measurementTime(TimeValue.seconds(1));
                    }
                    options.accept(builder);
                },
                classes);
    }

    /** Runs all benchmarks of some classes. Single shots are the same in all runs. */
    static Scores run(Settings settings, Consumer<ChainedOptionsBuilder> options, Class<?>... classes)
            throws RunnerException {
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .param("data", settings.data())
                .param("collection", settings.collection())
                .param("work", settings.work())
                .param("minutiae", Integer.toString(settings.minutiae()))
                .param("draws", Integer.toString(settings.draws()))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class);
        for (Class<?> one : classes) {
            builder.include("^" + Pattern.quote(one.getCanonicalName()) + "\\.");
        }
        options.accept(builder);
        if (settings.effort() == Settings.Effort.SMOKE) {
            builder.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(1));
        }
        return new Scores(
                new Runner(builder.build(), OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
                        .run());
    }

    /** Returns the median iteration of a benchmark with these parameter values, in its own unit. */
    double of(Class<?> benchmark, String method, Object... values) {
        return percentile(MEDIAN, benchmark, method, values);
    }

    double percentile(double rank, Class<?> benchmark, String method, Object... values) {
        return one(benchmark, method, values).getPrimaryResult().getStatistics().getPercentile(rank);
    }

    /** Returns the score of a secondary result: of one method of a group, or of a profiler. */
    double part(Class<?> benchmark, String group, String part, Object... values) {
        return secondary(benchmark, group, part, values).getScore();
    }

    Statistics statistics(Class<?> benchmark, String group, String part, Object... values) {
        return secondary(benchmark, group, part, values).getStatistics();
    }

    private Result<?> secondary(Class<?> benchmark, String group, String part, Object... values) {
        Result<?> found = one(benchmark, group, values).getSecondaryResults().get(part);
        if (found == null) {
            throw new IllegalStateException("no result " + part + " of " + benchmark.getCanonicalName() + "." + group
                    + " " + Arrays.toString(values) + "; there must be one");
        }
        return found;
    }

    private RunResult one(Class<?> benchmark, String method, Object... values) {
        String name = benchmark.getCanonicalName() + "." + method;
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
