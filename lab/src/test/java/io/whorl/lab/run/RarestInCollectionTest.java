package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.lab.collection.Texts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RarestInCollectionTest {
    private static final Scheme SCHEME = Scheme.builder()
            .granularity(2)
            .selection("rarest-in-collection", Map.of("r", "2"))
            .build();

    @TempDir
    private Path folder;

    /** Removes the collection, which is a static field. */
    @AfterEach
    void forget() throws IOException {
        Files.writeString(folder.resolve("any"), "a b");
        learn(SCHEME.withSelection(Selection.of("full")));
    }

    private void learn(Scheme scheme) throws IOException {
        try (Texts texts = Texts.read(folder, note -> {})) {
            RarestInCollection.learn(texts, scheme);
        }
    }

    private static List<String> selected(String text) {
        return Fingerprinter.of(SCHEME).trace(text.getBytes(StandardCharsets.UTF_8)).stream()
                .map(TracedMinutia::text)
                .toList();
    }

    /** Three documents hold the chunk ab of "a b c d e", two hold bc and de, one holds cd. */
    @Test
    void rarestMinutiaeAreSelectedEarliestFirst() throws IOException {
        Files.writeString(folder.resolve("one"), "a b c d e");
        Files.writeString(folder.resolve("two"), "a b c. a b c.");
        Files.writeString(folder.resolve("three"), "a b x d e");
        learn(SCHEME);
        assertEquals(List.of("b c", "c d"), selected("a b c d e"));
    }

    @Test
    void withoutCollectionTheFirstMinutiaeAreSelected() throws IOException {
        Files.writeString(folder.resolve("one"), "a b c d e");
        learn(SCHEME.withSelection(Selection.of("full")));
        assertEquals(List.of("a b", "b c"), selected("a b c d e"));
    }

    @Test
    void invalidParametersAreRejected() {
        for (Map.Entry<String, String> wrong : Map.of("s", "3", "r", "0").entrySet()) {
            Scheme scheme = SCHEME.toBuilder()
                    .selection("rarest-in-collection", Map.of(wrong.getKey(), wrong.getValue()))
                    .build();
            String message = assertThrows(IllegalArgumentException.class, () -> Fingerprinter.of(scheme))
                    .getMessage();
            assertTrue(message.startsWith("selection rarest-in-collection: "), message);
        }
        assertEquals(
                Map.of("r", "15"),
                Fingerprinter.of(SCHEME.withSelection(Selection.of("rarest-in-collection")))
                        .scheme()
                        .selection()
                        .parameters());
    }
}
