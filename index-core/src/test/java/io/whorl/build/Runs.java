package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.RandomCorpus;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Documents with duplicates, and builds of them in runs. */
final class Runs {
    static final BuildOptions SMALL = BuildOptions.DEFAULT.memory(16 << 20).threads(2);

    private Runs() {}

    /** Writes documents as runs into a directory. */
    static List<Path> runs(Path directory, Scheme scheme, List<SlowDuplicates.Arrival> arrivals, BuildOptions options)
            throws IOException {
        List<Path> runs = new ArrayList<>();
        int at = 0;
        do {
            Path file = RunBuilder.file(directory, runs.size() + 1);
            try (RunBuilder run = new RunBuilder(scheme, options, directory, document -> {})) {
                int from = at;
                while (at < arrivals.size() && !run.isFull()) {
                    run.add(arrivals.get(at).id(), arrivals.get(at++).text(), DocumentDate.NONE);
                }
                long bytes = run.finish(file);
                Run written = Run.open(file);
                assertEquals(bytes, written.bytes());
                RunNotes.Counts counts = written.notes().counts();
                assertEquals(at - from, counts.arrived());
                assertEquals(at - from, counts.documents() + counts.repeatedIds());
            }
            runs.add(file);
        } while (at < arrivals.size());
        return runs;
    }

    static BuildReport build(Path index, Scheme scheme, List<SlowDuplicates.Arrival> arrivals, BuildOptions options)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (SlowDuplicates.Arrival a : arrivals) {
                builder.add(a.id(), a.text());
            }
            return builder.finish();
        }
    }

    /** The bytes of the only segment of an index. */
    static byte[] segment(Path index) throws IOException {
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    /** Documents, some with the id, bytes, words or set of words of an earlier one, and some without words. */
    static List<SlowDuplicates.Arrival> arrivals(long seed, int documents) {
        Random random = new Random(seed);
        List<SlowDuplicates.Arrival> arrivals = new ArrayList<>();
        RandomCorpus.of(seed, documents, 120).forEach((id, text) -> {
            byte[] before = arrivals.isEmpty()
                    ? text
                    : arrivals.get(random.nextInt(arrivals.size())).text();
            byte[] drawn =
                    switch (random.nextInt(10)) {
                        case 0, 1 -> before;
                        case 2 -> changed(before, "  ", ",  ");
                        case 3 -> changed(before, " ", random.nextBoolean() ? ". X" : "\n\n");
                        case 4 -> shuffled(before, random);
                        case 5 ->
                            RandomCorpus.utf8(
                                    List.of("", "...", "same ".repeat(40)).get(random.nextInt(3)));
                        default -> text;
                    };
            boolean repeated = !arrivals.isEmpty() && random.nextInt(8) == 0;
            arrivals.add(new SlowDuplicates.Arrival(
                    repeated ? arrivals.get(random.nextInt(arrivals.size())).id() : id, drawn));
        });
        return arrivals;
    }

    private static byte[] changed(byte[] text, String first, String rest) {
        return RandomCorpus.utf8(first + new String(text, StandardCharsets.UTF_8).replace(" ", rest));
    }

    private static byte[] shuffled(byte[] text, Random random) {
        List<String> words = Arrays.asList(new String(text, StandardCharsets.UTF_8).split(" "));
        Collections.shuffle(words, random);
        return RandomCorpus.utf8(String.join(" ", words));
    }
}
