package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the word trigrams of the Federalist Papers (LMD 6.3) with independent counts. */
class FederalistTest {
    @NeedsData
    @Test
    void theNumberOfTrigramsMatchesThePaper() throws Exception {
        Fingerprinter trigrams = Fingerprinter.of(Scheme.builder()
                .granularity(3)
                .words(TextRules.Words.ALPHABETIC)
                .build());
        Set<Long> union = new HashSet<>();
        long postings = 0;
        long words = 0;
        for (Path paper : papers(TestData.of("federalist/docs"))) {
            Fingerprint fingerprint = trigrams.fingerprint(Files.readAllBytes(paper));
            for (long minutia : fingerprint.toArray()) {
                union.add(minutia);
            }
            postings += fingerprint.size();
            words += fingerprint.words();
        }
        assertEquals(190_239, words);
        assertEquals(139_950, union.size());
        assertEquals(179_409, postings);
    }

    private static List<Path> papers(Path docs) throws Exception {
        try (Stream<Path> files = Files.list(docs)) {
            return files.sorted().toList();
        }
    }
}
