package io.whorl.minutiae;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of one text, and what its selection allocates. BuildTest compares little memory with much. */
class DocumentMinutiaeTest {
    private static final int WORDS = 50_000;

    static byte[] text(Random random, int words, int different) {
        String text = new String(RandomCorpus.text(random, words, different), StandardCharsets.US_ASCII);
        return RandomCorpus.utf8(text.replace("7 ", "7. "));
    }

    /** Repeats take no memory. Too many distinct minutiae are refused, and the next text can be fingerprinted. */
    @Example
    void aTextWithTooManyMinutiaeIsRefused() {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.of("granularity=1 frequencies=true"));
        byte[] repeated = text(new Random(1), 300_000, 3_000);
        byte[] distinct = text(new Random(1), 30_000, 1_000_000);
        Fingerprint all = fingerprinter.fingerprint(distinct);
        for (int time = 0; time < 2; time++) {
            LimitExceededException e =
                    assertThrows(LimitExceededException.class, () -> fingerprinter.fingerprint(distinct, 480_000));
            assertEquals(10_000, e.most());
            assertTrue(e.value() > 10_000 && e.value() <= all.size(), e.getMessage());
            assertTrue(e.getMessage().contains("give more memory"), e.getMessage());
            Fingerprint fingerprint = fingerprinter.fingerprint(repeated, 480_000);
            assertEquals(3_000, fingerprint.size());
            long occurrences = 0;
            for (int i = 0; i < fingerprint.size(); i++) {
                occurrences += fingerprint.frequency(i);
            }
            assertEquals(300_000, occurrences);
        }
        assertArrayEquals(
                all.toArray(), fingerprinter.fingerprint(distinct, 1 << 22).toArray());
    }

    /** A selection that keeps all chunks until the end receives at most as many as the memory can hold. */
    @Example
    void selectionsThatHoldTheDocumentAreBounded() throws IOException {
        for (String name : new String[] {"rarest-in-document", "rarest-prefix", "random", "mod-by-size"}) {
            Fingerprinter fingerprinter =
                    Fingerprinter.of(Scheme.builder().selection(name, Map.of()).build());
            byte[] text = text(new Random(1), 30_000, 100);
            LimitExceededException e =
                    assertMessage(LimitExceededException.class, name, () -> fingerprinter.fingerprint(text, 10_000));
            assertEquals(4_096, e.most());
            assertTrue(fingerprinter.fingerprint(text, 1 << 24).size() > 0);
        }
    }

    @Example
    void aCountBeyondAnIntIsRefused() {
        LimitExceededException e =
                assertThrows(LimitExceededException.class, () -> DocumentMinutiae.checkedCount(1L << 31));
        assertEquals(Integer.MAX_VALUE, e.most());
    }

    // The hot path allocates no object per word or chunk once its buffers have grown.

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod", "winnowing", "anchor", "first-r", "min-s", "kth-in-sentence"})
    void selectingAllocatesNothingPerChunk(String selection) {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "skipped: this JVM does not count allocated bytes");
        MinutiaExtractor extractor = MinutiaExtractor.of(
                Scheme.builder().selection(Selection.of(selection)).build());
        byte[] text = text(new Random(1), WORDS, 4_001);
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

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
