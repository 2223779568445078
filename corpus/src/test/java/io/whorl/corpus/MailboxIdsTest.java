package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxIdsTest {
    @Test
    void mailsWithoutIdsOfTwoMailboxesAreDifferentDocuments(@TempDir Path folder) throws IOException {
        Path one = Files.writeString(folder.resolve("one.mbox"), "From a\nSubject: x\n\nfirst\n");
        Path two = Files.writeString(folder.resolve("two.mbox"), "From a\nSubject: x\n\nsecond\n");
        List<String> ids = new ArrayList<>();
        try (CorpusReader corpus =
                CorpusReader.open(List.of(one, two), ReaderOptions.DEFAULT, s -> fail(s.toString()))) {
            for (Optional<Document> next = corpus.next(); next.isPresent(); next = corpus.next()) {
                ids.add(next.get().id());
            }
        }
        assertEquals(List.of("one.mbox:1", "two.mbox:1"), ids);
    }
}
