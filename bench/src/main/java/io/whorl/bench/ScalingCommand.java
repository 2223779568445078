package io.whorl.bench;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lab.Parallel;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rebuilds an index and queries it with several numbers of threads, and shows what only one thread can do. */
@Command(name = "scaling", mixinStandardHelpOptions = true, showDefaultValues = true)
final class ScalingCommand implements Callable<Integer> {
    private static final String READING = "whorl-corpus-reading";
    private static final double NANOS = 1e9;
    private static final int QUERIES = 200;

    @Parameters(index = "0", paramLabel = "DUMP")
    private Path dump;

    @Parameters(index = "1", paramLabel = "WORK")
    private Path work;

    @Option(names = "--threads", paramLabel = "N", split = ",", defaultValue = "1,2")
    private List<Integer> threads;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "5")
    private int seconds;

    @Spec
    private CommandSpec spec;

    private final ThreadMXBean times = ManagementFactory.getThreadMXBean();
    private final List<byte[]> texts = new ArrayList<>();
    private long reading;
    private Path index;

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(work);
        rebuild(threads.get(0));
        PrintWriter out = spec.commandLine().getOut();
        out.println("threads       s    MB/s speed-up processor s one thread  allows queries/s speed-up");
        Rebuilt first = null;
        double firstQueries = 0;
        for (int n : threads) {
            Rebuilt its = rebuild(n);
            first = first == null ? its : first;
            double queries = queries(n);
            firstQueries = firstQueries == 0 ? queries : firstQueries;
            double serial = its.serial / its.processor;
            double rate = Files.size(dump) / 1e6 / its.wall;
            double allowed = 1 / (serial + (1 - serial) / n);
            Object[] cells = {n, its.wall, rate, first.wall / its.wall, its.processor, 100 * serial, allowed, queries};
            out.print(String.format(Locale.ROOT, "%7d %7.2f %7.2f %8.2f %11.2f %8.2f %% %7.2f %9.1f", cells));
            out.println(String.format(Locale.ROOT, " %8.2f", queries / firstQueries));
            out.flush();
        }
        return 0;
    }

    /** Times in seconds: elapsed, of all threads, and of the thread that does most of what only one thread can. */
    private record Rebuilt(double wall, double processor, double serial) {}

    private Rebuilt rebuild(int count) throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT
                .scheme(Scheme.builder().build())
                .buildOptions(BuildOptions.DEFAULT.threads(count));
        long began = System.nanoTime();
        double start = all();
        long own = times.getCurrentThreadCpuTime();
        long added;
        reading = 0;
        index = Files.createTempDirectory(work, "index");
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options);
                CorpusReader reader =
                        CorpusReader.open(List.of(dump), ReaderOptions.DEFAULT.threads(count), System.err::println)) {
            int read = 0;
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                if (texts.size() < QUERIES) {
                    texts.add(next.get().utf8());
                }
                rebuild.add(next.get().id(), next.get().utf8());
                if ((read++ & 255) == 0) {
                    readingTime();
                }
            }
            added = times.getCurrentThreadCpuTime();
            rebuild.finish();
        }
        double serial = Math.max(added - own, reading) + times.getCurrentThreadCpuTime() - added;
        return new Rebuilt((System.nanoTime() - began) / NANOS, all() - start, serial / NANOS);
    }

    private void readingTime() {
        for (long id : times.getAllThreadIds()) {
            var info = times.getThreadInfo(id);
            if (info != null && info.getThreadName().equals(READING)) {
                reading = Math.max(reading, times.getThreadCpuTime(id));
            }
        }
    }

    private static double all() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / NANOS;
    }

    private double queries(int count) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            List<Integer> starts = IntStream.range(0, count).boxed().toList();
            List<Integer> asked = Parallel.map(starts, count, start -> {
                int done = 0;
                for (; System.nanoTime() < end; done++) {
                    snapshot.query(texts.get((start + done) % texts.size()), QueryOptions.DEFAULT.top(20));
                }
                return done;
            });
            return (double) asked.stream().mapToInt(Integer::intValue).sum() / seconds;
        }
    }
}
