package io.whorl.scheme;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.text.WordList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every valid scheme can be stored in an index and read back; a larger one cannot be built. */
class SchemeSizeTest {
    private static final int MOST = Scheme.MOST_LIST_BYTES;

    @TempDir
    Path directory;

    /** Distinct words of so many bytes in total, plus one for each; on request, of characters that JSON escapes. */
    private static List<String> words(int bytes, boolean escaped) {
        List<String> words = new ArrayList<>();
        int left = bytes;
        for (int i = 0; left > 0; i++) {
            String digits = Integer.toString(1_000_000 + i);
            String word = escaped
                    ? digits.codePoints()
                            .collect(
                                    StringBuilder::new, (b, c) -> b.append((char) (c - '0' + 1)), StringBuilder::append)
                            .toString()
                    : digits;
            int length = Math.min(word.length(), left - 1);
            words.add(left - length - 1 < 2 ? word + "a".repeat(left - 1 - length) : word);
            left -= words.get(words.size() - 1).length() + 1;
        }
        return words;
    }

    @Test
    void theLargestSchemeIsStoredAndReadBack() throws IOException {
        Scheme longest = Scheme.builder()
                .stop(words(MOST, true))
                .selection("custom", Map.of("list", "\u0001".repeat(MOST - 6)))
                .build();
        int length = longest.toJson().getBytes(StandardCharsets.UTF_8).length;
        assertTrue(length > 10 * MOST && length <= Scheme.LONGEST_JSON, length + " bytes");
        assertEquals(longest, Scheme.fromJson(longest.toJson()));
        Scheme scheme = longest.withSelection(Selection.of("full"));
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, BuildOptions.DEFAULT)) {
            builder.add("a", "some words for a small index".getBytes(StandardCharsets.UTF_8));
            builder.finish();
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
        assertEquals(scheme, Snapshot.open(index).scheme());
        Snapshot.open(index).query("some words".getBytes(StandardCharsets.UTF_8), QueryOptions.DEFAULT);
    }

    @Test
    void aLargerSchemeIsRefusedWithItsSizeAndTheLimit() {
        List<String> tooMany = words(MOST + 1, false);
        SchemeException e = assertReason(
                SchemeException.Reason.INVALID,
                () -> Scheme.builder().stop(tooMany).build());
        assertTrue(
                e.getMessage().contains("the stop list has 524,289 bytes")
                        && e.getMessage().contains("524,288"),
                e.getMessage());
        assertReason(SchemeException.Reason.INVALID, () -> Scheme.builder()
                .selection("anchor", Map.of("anchors", "a".repeat(MOST)))
                .build());
        assertReason(
                SchemeException.Reason.INVALID,
                () -> Scheme.builder().stem("x".repeat(200)).build());
    }

    @Test
    void aFileOfWordsIsReadOnlyUpToTheLimit() throws IOException {
        Path file = Files.write(directory.resolve("words.txt"), words(2 * MOST, false));
        TextRules plain = Scheme.builder().build().text();
        assertTrue(assertReason(SchemeException.Reason.INVALID, () -> WordList.read(file, plain))
                .getMessage()
                .contains("524,288"));
        Files.write(file, words(MOST, false));
        assertEquals(words(MOST, false).size(), WordList.read(file, plain).size());
    }
}
