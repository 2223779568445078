package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query runs within its memory or is refused. */
class QueryLimitsTest {
    @TempDir
    Path directory;

    private static byte[] text(int words) {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(Integer.toString(random.nextInt(Integer.MAX_VALUE), 36)).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }

    /** Each minutia of the text has its own list. */
    private Snapshot indexOf(byte[] text) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(
                directory.resolve("index"), Scheme.builder().granularity(1).build(), BuildOptions.DEFAULT)) {
            String[] words = new String(text, StandardCharsets.US_ASCII).split(" ");
            builder.add("all", text);
            for (int i = 0; i < words.length; i++) {
                builder.add("word " + i, RandomCorpus.utf8(words[i]));
            }
            builder.finish();
        }
        return Snapshot.open(directory.resolve("index"));
    }

    @Test
    void aQueryWithTooManyMinutiaeIsRefused() throws IOException {
        byte[] text = text(20_000);
        Snapshot index = indexOf(text);
        for (Measure measure : new Measure[] {Measure.CONTAINMENT, Measure.WEIGHTED_RESEMBLANCE}) {
            QueryOptions options = QueryOptions.builder().measure(measure).build();
            LimitExceededException e = assertThrows(
                    LimitExceededException.class,
                    () -> index.query(text, options.toBuilder().memory(400_000).build()));
            assertTrue(
                    e.getMessage().contains("distinct minutiae")
                            && e.getMessage().contains("mod"),
                    e.getMessage());
            LimitExceededException lists = assertThrows(
                    LimitExceededException.class,
                    () -> index.query(
                            text,
                            options.toBuilder().memory(20_000 * 96 + 200_000).build()));
            assertTrue(lists.getMessage().contains("distinct lists"), lists.getMessage());
            assertEquals(
                    "all",
                    index.query(text, options.toBuilder().memory(20_000 * 200).build())
                            .matches()
                            .get(0)
                            .id());
        }
    }

    @Test
    void aFingerprintWithTooManyMinutiaeIsRefused() throws IOException {
        byte[] text = text(3_000);
        Snapshot index = indexOf(text);
        var fingerprint = Fingerprinter.of(index.scheme()).fingerprint(text);
        LimitExceededException e = assertThrows(
                LimitExceededException.class,
                () -> index.query(
                        fingerprint,
                        QueryOptions.builder()
                                .measure(Measure.CONTAINMENT)
                                .memory(0)
                                .build()));
        assertEquals(3_000, e.value());
        assertEquals(1_024, e.most());
    }
}
