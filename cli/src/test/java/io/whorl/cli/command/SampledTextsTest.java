package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.command.IngestCommand.SampledTexts;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.scheme.Scheme;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampledTextsTest {
    private static byte[] text(int number) {
        return ByteBuffer.allocate(100).putInt(number).array();
    }

    @Test
    void theSampleHoldsAllTextsIfTheyFit() {
        SampledTexts sample = new SampledTexts(40, 10 * (40 + 4 + SampledTexts.OVERHEAD));
        for (int i = 0; i < 10; i++) {
            sample.add("d" + i, text(i));
        }
        assertEquals(10, sample.texts().size());
        assertArrayEquals(
                ByteBuffer.allocate(40).putInt(7).array(), sample.texts().get(7));
    }

    @Test
    void theSampleIsBoundedAndCoversTheWholeStream() {
        SampledTexts sample = new SampledTexts(1_000, 250_000);
        int[] quarters = new int[4];
        for (int i = 0; i < 100_000; i++) {
            sample.add("d" + i, text(i));
        }
        sample.texts().forEach(t -> quarters[ByteBuffer.wrap(t).getInt() / 25_000]++);
        int size = sample.texts().size();
        assertTrue(size > 300 && size <= 1_000, size + " texts");
        for (int quarter : quarters) {
            assertTrue(quarter > size / 8, java.util.Arrays.toString(quarters));
        }
    }

    @Test
    void theNumberOfEmptyTextsIsBounded() {
        SampledTexts sample = new SampledTexts(1_000, 10_000);
        for (int i = 0; i < 100_000; i++) {
            sample.add("d" + i, new byte[0]);
        }
        int size = sample.texts().size();
        assertTrue(size <= 10_000 / SampledTexts.OVERHEAD, size + " texts");
    }

    @Test
    void chunksOfMinutiaeAreFoundInTheSample() {
        Scheme scheme = Scheme.builder().granularity(2).build();
        SampledTexts sample = new SampledTexts(1_000, 10_000);
        sample.add("a", "red green blue".getBytes(StandardCharsets.UTF_8));
        sample.add("b", "blue red Green yellow".getBytes(StandardCharsets.UTF_8));
        sample.add("b", "black white".getBytes(StandardCharsets.UTF_8));
        long redGreen = minutia(scheme, "red green");
        long greenYellow = minutia(scheme, "green yellow");
        long nowhere = minutia(scheme, "black white");
        assertEquals(
                Map.of(redGreen, "red green", greenYellow, "green yellow"),
                sample.chunks(
                        scheme,
                        List.of(
                                new CommonMinutia(redGreen, 2, "a"),
                                new CommonMinutia(greenYellow, 2, "b"),
                                new CommonMinutia(nowhere, 2, "c"))));
    }

    private static long minutia(Scheme scheme, String text) {
        return Fingerprinter.of(scheme)
                .trace(text.getBytes(StandardCharsets.UTF_8))
                .get(0)
                .minutia();
    }
}
