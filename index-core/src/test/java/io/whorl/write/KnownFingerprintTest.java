package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeMismatchException;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document that is added with its fingerprint is the same as one that the writer fingerprints. */
class KnownFingerprintTest {
    private static final List<Scheme> SCHEMES = List.of(
            Scheme.builder().build(),
            Scheme.builder().granularity(2).frequencies(true).build(),
            Scheme.builder().selection("min-s", Map.of("s", "4")).build(),
            Scheme.builder().selection("mod-by-size", Map.of()).build());
    private static final WriterOptions OPTIONS = WriterOptions.builder()
            .liveMap(LiveMap.NONE)
            .threads(1)
            .storeText(true)
            .storeFingerprints(true)
            .build();
    private static final QueryOptions RESEMBLANCE =
            QueryOptions.builder().measure(Measure.RESEMBLANCE).build();
    private static final List<String> TEXTS = List.of(
            "the quick brown fox jumps over the lazy dog and the quick brown fox jumps again",
            "the quick brown fox jumps over a dog that is not lazy at all",
            "two words",
            "");

    @TempDir
    Path directory;

    @Test
    void indexesAreTheSame() throws IOException {
        for (int s = 0; s < SCHEMES.size(); s++) {
            Path known = directory.resolve("known-" + s);
            Path read = directory.resolve("read-" + s);
            Scheme scheme = SCHEMES.get(s);
            try (IndexWriter first = IndexWriter.create(known, scheme, OPTIONS);
                    IndexWriter second = IndexWriter.create(read, scheme, OPTIONS)) {
                Fingerprinter fingerprinter = Fingerprinter.of(first.scheme());
                for (int i = 0; i < TEXTS.size(); i++) {
                    NewDocument document = new NewDocument("d" + i, TEXTS.get(i));
                    assertFalse(first.update(document, fingerprinter.fingerprint(TEXTS.get(i))));
                    assertFalse(second.update(document));
                }
                NewDocument again = new NewDocument("d0", TEXTS.get(1));
                assertTrue(first.update(again, fingerprinter.fingerprint(TEXTS.get(1))));
                second.add(again);
                first.commit();
                second.commit();
                assertSame(first.snapshot(), second.snapshot());
                first.seal();
                second.seal();
                assertSame(first.snapshot(), second.snapshot());
            }
            assertEquals(List.of(), IndexCheck.check(known).problems());
        }
    }

    private static void assertSame(Snapshot known, Snapshot read) {
        try (known;
                read) {
            for (int i = 0; i < TEXTS.size(); i++) {
                byte[] text = RandomCorpus.utf8(TEXTS.get(i));
                assertTrue(known.isTextOf("d" + i, i == 0 ? RandomCorpus.utf8(TEXTS.get(1)) : text), "d" + i);
                assertEquals(
                        read.query(text, RESEMBLANCE).matches(),
                        known.query(text, RESEMBLANCE).matches());
            }
        }
    }

    @Test
    void aFingerprintOfAnotherSchemeIsRefused() throws IOException {
        Scheme other = SCHEMES.get(1);
        try (IndexWriter writer = IndexWriter.create(directory.resolve("index"), SCHEMES.get(0), OPTIONS)) {
            String message = assertThrows(
                            SchemeMismatchException.class,
                            () -> writer.update(
                                    new NewDocument("a", TEXTS.get(0)),
                                    Fingerprinter.of(other).fingerprint(TEXTS.get(0))))
                    .getMessage();
            assertTrue(message.contains(writer.scheme().toJson()), message);
            assertTrue(message.contains(Fingerprinter.of(other).scheme().toJson()), message);
        }
    }
}
