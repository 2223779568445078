package io.whorl.bench.section;

import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmark classes with JMH in separate forks. Progress goes to standard error. */
final class JmhRun {
    private JmhRun() {}

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

    /** Runs all single-shot benchmarks of some classes, in all runs alike. */
    static Scores shots(Settings settings, Consumer<ChainedOptionsBuilder> options, Class<?>... classes)
            throws RunnerException {
        return run(settings, options, classes);
    }

    private static Scores run(Settings settings, Consumer<ChainedOptionsBuilder> options, Class<?>... classes)
            throws RunnerException {
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .param("data", settings.data())
                .param("work", settings.work())
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class);
        for (Class<?> one : classes) {
            builder.include("^" + Pattern.quote(one.getName()) + "\\.");
        }
        options.accept(builder);
        if (settings.effort() == Settings.Effort.SMOKE) {
            builder.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(1));
        }
        return new Scores(
                new Runner(builder.build(), OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
                        .run());
    }
}
