package io.whorl.bench.section;

import io.whorl.bench.data.SingletonText;
import io.whorl.bench.jmh.QueryBenchmarks.OpenBenchmark;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Opens and queries an index in a new JVM with a heap of 32 MiB, and measures the heap of the open index. */
final class HeapProbe {
    private static final int QUERIES = 200;
    private static final int HELD = 100;
    /** The number of garbage collections that also clears weak references. */
    private static final int SETTLING = 5;

    private HeapProbe() {}

    /**
     * @param bytes the heap of an open index
     * @param right the number of queries whose best match is the query document
     */
    record Found(long bytes, int right, int asked) {}

    static Found run(Path index, int documents) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapProbe.class.getName(),
                        index.toString(),
                        Integer.toString(documents))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = jvm.inputReader(StandardCharsets.US_ASCII)) {
            String line = out.readLine();
            if (jvm.waitFor() != 0 || line == null) {
                throw new IOException("the JVM that opens " + index + " in 32 MiB ended with " + jvm.exitValue());
            }
            String[] fields = line.split(" ");
            return new Found(Long.parseLong(fields[0]), Integer.parseInt(fields[1]), QUERIES);
        }
    }

    public static void main(String[] args) throws IOException {
        Path index = Path.of(args[0]);
        SingletonText text = new SingletonText(Integer.parseInt(args[1]), OpenBenchmark.CHUNKS);
        // The first index loads classes, which are not counted. The others stay open and are counted.
        int right = ask(Snapshot.open(index), text);
        Snapshot[] held = new Snapshot[HELD];
        long before = used();
        for (int i = 0; i < HELD; i++) {
            held[i] = Snapshot.open(index);
        }
        long after = used();
        right = Math.min(right, ask(held[HELD - 1], text));
        System.out.println((after - before) / HELD + " " + right);
    }

    private static int ask(Snapshot snapshot, SingletonText text) {
        int right = 0;
        for (int q = 0; q < QUERIES; q++) {
            int document = (int) ((long) q * text.documents() / QUERIES);
            Matches found = snapshot.query(text.text(document), QueryOptions.DEFAULT);
            List<String> ids = found.matches().stream().map(m -> m.id()).toList();
            right += !ids.isEmpty() && ids.get(0).equals(text.id(document)) ? 1 : 0;
        }
        return right;
    }

    private static long used() {
        for (int i = 0; i < SETTLING; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
