package io.whorl.minutiae;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hot path allocates no object per word or chunk once its buffers have grown. */
class AllocationTest {
    private static final int WORDS = 50_000;

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod", "winnowing", "anchor", "first-r", "min-s", "kth-in-sentence"})
    void selectingAllocatesNothingPerChunk(String selection) {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "skipped: this JVM does not count allocated bytes");
        MinutiaExtractor extractor = MinutiaExtractor.of(
                Scheme.builder().selection(Selection.of(selection)).build());
        byte[] text = text();
        SelectedChunks out = new SelectedChunks(false);
        for (int i = 0; i < 3; i++) {
            extractor.extract(text, 0, text.length, out);
        }
        long before = allocated();
        extractor.extract(text, 0, text.length, out);
        long bytes = allocated() - before;
        // A few objects per document are fine. One per chunk would be 16 bytes times 50,000.
        assertTrue(bytes < WORDS, selection + " allocated " + bytes + " bytes");
    }

    private static byte[] text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            text.append("word").append(Integer.toString(i * 31 % 4_001, 36)).append(i % 9 == 8 ? ". " : " ");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
