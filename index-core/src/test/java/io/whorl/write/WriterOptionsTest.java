package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.write.WriterOptions.LiveMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WriterOptionsTest {
    private static void refused(String message, UnaryOperator<WriterOptions.Builder> change) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> change.apply(WriterOptions.builder())
                                .build())
                        .getMessage());
    }

    private static List<Object> values(WriterOptions o) {
        return List.of(
                o.livePostings(),
                o.liveDocuments(),
                o.directPostings(),
                o.mergeFactor(),
                o.memory(),
                o.liveMap(),
                o.threads(),
                o.merges());
    }

    @Test
    void valuesOutOfRangeAreRefusedByName() {
        refused("live-postings is 999; it must be from 1000 to 268435456", o -> o.livePostings(999));
        refused("live-postings is 268435457; it must be from 1000 to 268435456", o -> o.livePostings((1 << 28) + 1));
        refused("live-documents is 99; it must be from 100 to 16777216", o -> o.liveDocuments(99));
        refused("live-documents is 16777217; it must be from 100 to 16777216", o -> o.liveDocuments((1 << 24) + 1));
        refused("direct-postings is 0; it must be from 1 to 268435456", o -> o.directPostings(0));
        refused("direct-postings is 1048577; it must be from 1 to 1048576", o -> o.directPostings((1 << 20) + 1));
        refused("merge-factor is 1; it must be from 2 to 64", o -> o.mergeFactor(1));
        refused("merge-factor is 65; it must be from 2 to 64", o -> o.mergeFactor(65));
        refused("memory is 16777215; it must be from 16777216 to 1125899906842624", o -> o.memory((16L << 20) - 1));
        refused(
                "memory is 1125899906842625; it must be from 16777216 to 1125899906842624",
                o -> o.memory((1L << 50) + 1));
        refused(
                "merge-reserve is -1; it must be from 0 to 1125899906842624",
                o -> o.merges(MergeOptions.builder().reserve(-1).build()));
        refused(
                "merge-postings is 0; it must be from 1 to 1125899906842624",
                o -> o.merges(MergeOptions.builder().mostPostings(0).build()));
        refused("threads is 0; it must be from 1 to 1024", o -> o.threads(0));
        refused("threads is 1025; it must be from 1 to 1024", o -> o.threads(1_025));
        assertThrows(NullPointerException.class, () -> MergeOptions.builder().listener(null));
        assertThrows(NullPointerException.class, () -> WriterOptions.builder().merges(null));
    }

    @Test
    void leastAndGreatestValuesAreAccepted() {
        WriterOptions least = WriterOptions.builder()
                .livePostings(1_000)
                .liveDocuments(100)
                .directPostings(1)
                .mergeFactor(2)
                .memory(16 << 20)
                .threads(1)
                .build();
        WriterOptions greatest = WriterOptions.builder()
                .livePostings(1 << 28)
                .liveDocuments(1 << 24)
                .directPostings(1 << 28)
                .mergeFactor(64)
                .memory(1L << 50)
                .threads(1_024)
                .build();
        assertEquals(List.of(1_000, 100, 1, 2, 16L << 20, LiveMap.AUTO, 1, MergeOptions.DEFAULT), values(least));
        assertEquals(
                List.of(1 << 28, 1 << 24, 1 << 28, 64, 1L << 50, LiveMap.AUTO, 1_024, MergeOptions.DEFAULT),
                values(greatest));
        assertEquals(values(least), values(least.toBuilder().build()));
    }

    @Test
    void directCommitsBeginAtHalfOfTheLivePostingsByDefault() {
        assertEquals(500, WriterOptions.builder().livePostings(1_000).build().directPostings());
    }
}
