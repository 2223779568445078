package io.whorl.bench;

import com.sun.management.OperatingSystemMXBean;
import io.whorl.bulk.BuildOptions;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rebuilds an index, and shows how much of the processor time only one thread can spend. */
@Command(name = "serial", mixinStandardHelpOptions = true, showDefaultValues = true)
final class SerialCommand implements Callable<Integer> {
    private static final String READING = "whorl-corpus-reading";
    private static final double NANOS = 1e9;

    @Parameters(index = "0", paramLabel = "DUMP")
    private Path dump;

    @Parameters(index = "1", paramLabel = "INDEX")
    private Path index;

    @Option(names = "--mod", paramLabel = "M", defaultValue = "1")
    private int mod;

    @Option(names = "--memory", paramLabel = "BYTES", defaultValue = "268435456")
    private long memory;

    @Option(names = "--run-text", paramLabel = "BYTES", defaultValue = "536870912")
    private long runText;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "2")
    private int threads;

    private final ThreadMXBean times = ManagementFactory.getThreadMXBean();
    private long reading;

    @Override
    public Integer call() throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT
                .scheme(Scheme.builder()
                        .selection(mod == 1 ? Selection.of("full") : new Selection("mod", Map.of("m", "" + mod)))
                        .build())
                .buildOptions(
                        BuildOptions.DEFAULT.memory(memory).runText(runText).threads(threads));
        double start = all();
        double added;
        double adding;
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options);
                CorpusReader reader =
                        CorpusReader.open(List.of(dump), ReaderOptions.DEFAULT.threads(threads), System.err::println)) {
            int documents = 0;
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                rebuild.add(next.get().id(), next.get().utf8());
                if ((documents++ & 255) == 0) {
                    readingTime();
                }
            }
            adding = own();
            added = all();
            rebuild.finish();
        }
        double total = all() - start;
        double finishing = own() - adding;
        double serial = Math.max(adding, reading / NANOS) + finishing;
        print("all threads, compiler and collector", total);
        print("of these until the last document was added", added - start);
        print("the thread that reads", reading / NANOS);
        print("the thread that adds, until the last document", adding);
        print("the same thread after that", finishing);
        System.out.println(String.format(Locale.ROOT, "serial share %.1f %%", 100 * serial / total));
        return 0;
    }

    private static void print(String what, double seconds) {
        System.out.println(String.format(Locale.ROOT, "%7.2f s %s", seconds, what));
    }

    private void readingTime() {
        for (long id : times.getAllThreadIds()) {
            var info = times.getThreadInfo(id);
            if (info != null && info.getThreadName().equals(READING)) {
                reading = Math.max(reading, times.getThreadCpuTime(id));
            }
        }
    }

    private double own() {
        return times.getCurrentThreadCpuTime() / NANOS;
    }

    private static double all() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / NANOS;
    }
}
