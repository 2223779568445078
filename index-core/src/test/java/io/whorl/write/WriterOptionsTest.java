package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WriterOptionsTest {
    private static final WriterOptions D = WriterOptions.DEFAULT;

    private static void refused(String message, Supplier<WriterOptions> options) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, options::get).getMessage());
    }

    private static WriterOptions reserve(long bytes) {
        return D.merges(D.merges().reserve(bytes));
    }

    private static WriterOptions mostPostings(long value) {
        return D.merges(D.merges().mostPostings(value));
    }

    @Test
    void whatIsOutOfRangeIsNamed() {
        refused("live-postings is 999; it must be from 1000 to 268435456", () -> D.live(999, 100));
        refused("live-postings is 268435457; it must be from 1000 to 268435456", () -> D.live((1 << 28) + 1, 100));
        refused("live-documents is 99; it must be from 100 to 16777216", () -> D.live(1_000, 99));
        refused("live-documents is 16777217; it must be from 100 to 16777216", () -> D.live(1_000, (1 << 24) + 1));
        refused("straight-postings is 0; it must be from 1 to 1048576", () -> D.straightPostings(0));
        refused("straight-postings is 1048577; it must be from 1 to 1048576", () -> D.straightPostings((1 << 20) + 1));
        refused("merge-factor is 1; it must be from 2 to 64", () -> D.mergeFactor(1));
        refused("merge-factor is 65; it must be from 2 to 64", () -> D.mergeFactor(65));
        refused("memory is 16777215; it must be from 16777216 to 1125899906842624", () -> D.memory((16L << 20) - 1));
        refused(
                "memory is 1125899906842625; it must be from 16777216 to 1125899906842624",
                () -> D.memory((1L << 50) + 1));
        refused("merge-reserve is -1; it must be from 0 to 1125899906842624", () -> reserve(-1));
        refused("merge-postings is 0; it must be from 1 to 1125899906842624", () -> mostPostings(0));
        assertThrows(NullPointerException.class, () -> D.merges().listener(null));
        assertThrows(NullPointerException.class, () -> D.merges(null));
        refused("threads is 0; it must be from 1 to 1024", () -> D.threads(0));
        refused("threads is 1025; it must be from 1 to 1024", () -> D.threads(1_025));
    }

    @Test
    void theLimitsThemselvesAreTaken() {
        WriterOptions least = D.live(1_000, 100)
                .straightPostings(1)
                .mergeFactor(2)
                .memory(16 << 20)
                .threads(1);
        WriterOptions most = D.live(1 << 28, 1 << 24)
                .straightPostings(1 << 28)
                .mergeFactor(64)
                .memory(1L << 50)
                .threads(1_024);
        assertEquals(
                List.of(
                        new WriterOptions(1_000, 100, 1, 2, 16 << 20, LiveMap.AUTO, 1, MergeOptions.DEFAULT),
                        new WriterOptions(
                                1 << 28, 1 << 24, 1 << 28, 64, 1L << 50, LiveMap.AUTO, 1_024, MergeOptions.DEFAULT)),
                List.of(least, most));
        assertEquals(500, D.live(1_000, 100).straightPostings());
    }
}
