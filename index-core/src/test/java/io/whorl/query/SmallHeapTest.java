package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index larger than the heap is opened and queried by a {@code java} without flags. */
class SmallHeapTest {
    @TempDir
    Path directory;

    /** The child process: queries the index with each file. */
    public static void main(String[] args) throws IOException {
        Snapshot index = Snapshot.open(Path.of(args[0]));
        for (int i = 1; i < args.length; i++) {
            Matches matches = index.query(Files.readAllBytes(Path.of(args[i])), OPTIONS);
            System.out.println("answer " + matches);
        }
        System.out.println("heap " + Runtime.getRuntime().maxMemory());
    }

    private static final QueryOptions OPTIONS = QueryOptions.DEFAULT.measure(Measure.CONTAINMENT);

    @Test
    void anIndexLargerThanTheHeapCanBeQueried() throws Exception {
        Path path = directory.resolve("index");
        Random random = new Random(6);
        try (IndexBuilder builder =
                IndexBuilder.create(path, Scheme.builder().bits(64).build(), BuildOptions.DEFAULT)) {
            for (int d = 0; d < 3_300; d++) {
                builder.add("document " + d, text(random, 1_300));
            }
            assertTrue(builder.finish().bytes() > 36 << 20);
        }
        Snapshot here = Snapshot.open(path);
        String[] args = new String[4];
        args[0] = path.toString();
        StringBuilder expected = new StringBuilder();
        Random again = new Random(6);
        for (int q = 1; q < args.length; q++) {
            byte[] text = text(again, 1_300);
            args[q] = Files.write(directory.resolve("query" + q), text).toString();
            expected.append("answer ").append(here.query(text, OPTIONS)).append('\n');
        }
        assertTrue(expected.toString().contains("id=document 0, score=1.0"));
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx32m"), SmallHeapTest.class, args)) {
            List<String> lines = child.output();
            assertEquals(expected.toString(), String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
            assertTrue(Long.parseLong(lines.get(lines.size() - 1).substring(5)) <= 32 << 20);
        }
    }

    private static byte[] text(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(Integer.toString(random.nextInt(5_000), 36)).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }
}
