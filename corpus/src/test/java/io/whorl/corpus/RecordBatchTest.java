package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.FailingStream;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records are parsed in batches on several threads, and arrive as one thread would read them. */
class RecordBatchTest {
    /** Longer than any batch. */
    private static final int LONG = 1_300_000;

    @TempDir
    Path dir;

    private final List<String> expected = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** Lines of many lengths, some invalid, blank, or longer than a batch. */
    private List<String> lines(long seed, int count) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int kind = random.nextInt(200);
            int length = i == count / 2 ? LONG : kind < 3 ? random.nextInt(300_000) : random.nextInt(200);
            String text = "é" + "x".repeat(length);
            if (kind < 190) {
                lines.add("{\"id\":\"" + i + "\",\"text\":\"" + text + "\\n\"}");
                expected.add(i + "=" + text + "\n");
            } else if (kind < 195) {
                lines.add("");
            } else if (kind < 198) {
                lines.add("{\"text\":\"" + text + "\"}");
                expected.add("x.jsonl:" + i + "=" + text);
            } else {
                lines.add("{\"id\":\"" + i + "\",\"text\":\"" + text);
                skipped.add(":" + i);
            }
        }
        return lines;
    }

    private static ReaderOptions options(int threads) {
        return ReaderOptions.DEFAULT.threads(threads);
    }

    private void assertRead(ReadAll all, String what) {
        assertEquals(expected, all.pairs(), what);
        assertEquals(
                skipped,
                all.skipped().stream()
                        .map(s -> s.place().substring(s.place().lastIndexOf(':')))
                        .toList(),
                what);
    }

    @Test
    void linesOfAllLengthsArriveInOrder() throws IOException {
        Path file = Files.writeString(dir.resolve("x.jsonl"), String.join("\n", lines(1, 3_000)));
        for (int threads : new int[] {1, 4}) {
            assertRead(ReadAll.of(options(threads), file), threads + " threads");
        }
        assertTrue(skipped.size() > 10, skipped.size() + " skipped");
    }

    @Test
    void objectsOfAnArrayArriveInOrder() throws IOException {
        List<String> objects = new ArrayList<>();
        for (int i = 1; i <= 2_000; i++) {
            objects.add("{\"id\":" + i + ",\"text\":\"" + "y".repeat(i == 700 ? LONG : i % 300) + "\"}");
            expected.add(i + "=" + "y".repeat(i == 700 ? LONG : i % 300));
        }
        Path file = Files.writeString(dir.resolve("x.json"), "[" + String.join(",\n", objects) + "]");
        assertRead(ReadAll.of(options(3), file), "array");
    }

    @Test
    void recordsBeforeAFailureOfTheStreamAreDelivered() throws IOException {
        byte[] whole = String.join("\n", lines(2, 600)).getBytes(StandardCharsets.UTF_8);
        List<String> all = List.copyOf(expected);
        Random random = new Random(3);
        for (int i = 0; i < 12; i++) {
            int end = random.nextInt(whole.length);
            ReadAll some = ReadAll.of(options(2), "x.jsonl", new FailingStream(whole, end));
            List<Skipped> reports = some.skipped();
            List<String> read = some.pairs();
            assertEquals(all.subList(0, read.size()), read);
            String text = new String(whole, 0, end, StandardCharsets.UTF_8);
            long lines = text.chars().filter(c -> c == '\n').count();
            long before = reports.stream()
                    .filter(s -> s.reason() == Skipped.Reason.INVALID)
                    .count();
            long blank = text.lines().filter(String::isEmpty).count();
            assertTrue(Math.abs(lines - read.size() - before - blank) <= 1, "cut at " + end + " after " + lines);
            assertEquals(
                    Skipped.Reason.UNREADABLE, reports.get(reports.size() - 1).reason(), "cut at " + end);
            assertTrue(reports.get(reports.size() - 1).detail().contains("cut"), reports::toString);
        }
    }

    /** The same line again and again. */
    private static final class EndlessLines extends InputStream {
        private static final byte[] LINE = "{\"id\":\"1\",\"text\":\"t\"}\n".getBytes(StandardCharsets.UTF_8);

        private volatile Thread reading;
        private volatile long bytes;

        @Override
        public int read() {
            throw new IllegalStateException("only blocks are read");
        }

        @Override
        public int read(byte[] b, int off, int len) {
            reading = Thread.currentThread();
            for (int i = 0; i < len; i++) {
                b[off + i] = LINE[(int) ((bytes + i) % LINE.length)];
            }
            bytes += len;
            return len;
        }
    }

    @Test
    void theObjectsOfTinyRecordsCountAsMemory() throws Exception {
        EndlessLines lines = new EndlessLines();
        try (CorpusReader reader = CorpusReader.ofStream("x.jsonl", lines, options(2), report -> {})) {
            reader.next();
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            // The reading thread waits only for room in the queue.
            while (lines.reading.getState() != Thread.State.WAITING) {
                assertTrue(System.nanoTime() < end, "it reads without limit");
                Thread.sleep(1);
            }
            long records = lines.bytes / EndlessLines.LINE.length;
            assertTrue(records < (16 << 20) / 150, records + " records are read ahead");
        }
    }

    @Test
    void globsLimitsAndDatesApplyToBatches() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            lines.add("{\"id\":\"" + (i % 3 == 0 ? "a/" : "b/") + i + "\",\"text\":\"t\",\"date\":\"" + (1_000 + i)
                    + "\"}");
        }
        lines.add("{\"id\":\"\",\"text\":\"no id\"}");
        Path file = Files.writeString(dir.resolve("x.jsonl"), String.join("\n", lines));
        ReaderOptions options =
                ReaderOptions.DEFAULT.include(List.of("a/*")).formats(FormatOptions.DEFAULT.dateField("date"));
        ReadAll all = ReadAll.of(options, file);
        assertEquals(400, all.documents().size());
        assertEquals(Optional.of("1003"), all.documents().get(1).date());
        assertEquals(801, all.skipped().size());
        assertEquals(Skipped.Reason.LEFT_OUT, all.skipped().get(0).reason());
        assertEquals(Skipped.Reason.INVALID, all.skipped().get(800).reason());
        ReadAll some = ReadAll.of(options.limit(7), file);
        assertEquals(all.ids().subList(0, 7), some.ids());
        assertEquals(12, some.skipped().size());
    }
}
