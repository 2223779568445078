package io.whorl.lucene.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lucene.index.WhorlIndexer.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Path written() throws IOException {
        Path path = folder.resolve("journal");
        try (Journal journal = Journal.create(path)) {
            journal.add(bytes("a"), bytes("the text of a"));
            journal.delete(bytes("ü"));
            journal.add(bytes("b"), bytes(""));
            journal.end(7);
        }
        return path;
    }

    @Test
    void changesAreReadInOrder() throws IOException {
        Path path = written();
        List<String> read = new ArrayList<>();
        assertEquals(Optional.of(7L), Journal.commit(path));
        Journal.replay(
                path,
                (id, text) -> read.add(text.map(utf8 -> id + "=" + new String(utf8, StandardCharsets.UTF_8))
                        .orElse("-" + id)));
        assertEquals(List.of("a=the text of a", "-ü", "b="), read);
    }

    @Test
    void aJournalThatIsCutAnywhereIsNotWhole() throws IOException {
        byte[] whole = Files.readAllBytes(written());
        Path cut = folder.resolve("cut");
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            assertEquals(Optional.empty(), Journal.commit(cut), "cut at " + length);
        }
        Files.write(cut, Arrays.copyOf(whole, whole.length + 1));
        assertEquals(Optional.empty(), Journal.commit(cut), "one byte too many");
        assertThrows(IOException.class, () -> Journal.replay(cut, (id, text) -> {}));
    }

    @Test
    void aJournalWithAnyBitFlippedIsNotWhole() throws IOException {
        byte[] whole = Files.readAllBytes(written());
        Path flipped = folder.resolve("flipped");
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(flipped, changed);
            assertEquals(Optional.empty(), Journal.commit(flipped), "bit " + bit);
        }
    }

    @Test
    void aMissingJournalIsNone() throws IOException {
        assertEquals(Optional.empty(), Journal.commit(folder.resolve("absent")));
        Journal.delete(folder.resolve("absent"));
        Path path = written();
        Journal.delete(path);
        assertFalse(Files.exists(path));
    }
}
