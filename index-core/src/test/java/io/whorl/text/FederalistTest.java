package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.TextRules.Words;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads a real text: the Federalist Papers (LMD 6.3). */
class FederalistTest {
    @NeedsData
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNumberOfWordsMatchesThePaper(boolean structure) throws IOException {
        WordReader reader = WordReader.of(Rules.with(b -> b.words(Words.ALPHABETIC)), structure);
        WordBlock block = new WordBlock();
        long words = 0;
        List<Path> papers = papers();
        for (Path paper : papers) {
            try (InputStream in = Files.newInputStream(paper)) {
                reader.open(in);
                while (reader.next(block)) {
                    words += block.count;
                }
                assertEquals(0, reader.malformed());
            }
        }
        assertEquals(85, papers.size());
        assertEquals(190_239, words);
    }

    private static List<Path> papers() throws IOException {
        try (Stream<Path> files = Files.list(TestData.of("federalist/docs"))) {
            return files.filter(f -> f.toString().endsWith(".txt")).sorted().toList();
        }
    }
}
