package io.whorl.lab;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lab.Groups.Question;
import io.whorl.lab.SourceLaboratory.SourceTruth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reading collections, groups and queries. Error messages name file and line. */
class GroupsTest {
    @TempDir
    private Path folder;

    private Texts texts;

    @BeforeEach
    void write() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        for (String id : List.of("a1", "a2", "b1", "b2", "b3", "c1", "lone")) {
            Files.writeString(docs.resolve(id), "text of " + id);
        }
        texts = Samples.texts(docs);
    }

    @AfterEach
    void close() throws IOException {
        texts.close();
    }

    @Test
    void textsCanBeReadRepeatedly() throws IOException {
        assertEquals(List.of("a1", "a2", "b1", "b2", "b3", "c1", "lone"), List.copyOf(texts.ids()));
        assertArrayEquals("text of b2".getBytes(StandardCharsets.UTF_8), texts.text("b2"));
        List<String> all = new ArrayList<>();
        texts.forEach((id, utf8) -> all.add(id + ": " + new String(utf8, StandardCharsets.UTF_8)));
        assertEquals("a1: text of a1", all.get(0));
        assertEquals(7, all.size());
        assertEquals(6 * 10 + 12, texts.bytes());
        assertThrows(IllegalArgumentException.class, () -> texts.text("z"));
    }

    @Test
    void digestsOfDifferentCollectionsDiffer() throws IOException {
        String before = texts.digest();
        Files.writeString(folder.resolve("docs/a1"), "text of A1");
        try (Texts changed = Texts.read(folder.resolve("docs"), note -> {})) {
            assertNotEquals(before, changed.digest());
        }
        Files.writeString(folder.resolve("docs/a1"), "text of a1");
        try (Texts same = Texts.read(folder.resolve("docs"), note -> {})) {
            assertEquals(before, same.digest());
        }
    }

    @Test
    void collectionErrorsAreReported() throws IOException {
        assertSays(() -> Texts.read(folder.resolve("none"), note -> {}), "none does not exist");
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertSays(() -> Texts.read(empty, note -> {}), "has no readable document");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a1\tA\na2\tA\nb1\tB\n",
                "file\tgroup\na1\tA\na2\tA\nb1\tB\n",
                "\uFEFFFile\tGroup\r\na1\tA\r\n\r\na2\tA\r\nb1\tB",
                "a1\tA\tmore\t1\na2\tA\nb1 \t B\n",
                "document\tgroup\tfile\nx\tA\ta1\nx\tA\ta2\nx\tB\tb1\n"
            })
    void groupsAreReadWithAndWithoutHeaderAndExtraColumns(String tsv) throws IOException {
        Groups groups = groups(tsv);
        assertEquals(Map.of("A", Set.of("a1", "a2"), "B", Set.of("b1")), groups.members());
        assertEquals(Optional.of("A"), groups.groupOf("a2"));
        assertEquals(Optional.empty(), groups.groupOf("lone"));
        assertEquals(3, groups.documents());
    }

    @ParameterizedTest
    @CsvFileSource(resources = "group-errors.csv", delimiter = '|', quoteCharacter = '\'')
    void groupErrorsAreReported(String rows, String message) {
        assertSays(() -> groups(rows.replace(',', '\t').replace(';', '\n')), message);
    }

    @Test
    void missingAndNonTextTablesAreReported() throws IOException {
        assertSays(() -> Groups.read(folder.resolve("none.tsv"), texts), "none.tsv is not a file");
        Path latin = Files.write(folder.resolve("latin.tsv"), new byte[] {'a', '1', '\t', (byte) 0xE9});
        assertSays(() -> Groups.read(latin, texts), "is not UTF-8");
    }

    @Test
    void questionsAreRead() throws IOException {
        Groups groups = groups("a1\tA\na2\tA\nb1\tB\nb2\tB\nb3\tB\n");
        Path tsv = Files.writeString(folder.resolve("q.tsv"), "b2\tB\na1\n");
        assertEquals(
                List.of(new Question("b2", "B", Set.of("b1", "b2", "b3")), new Question("a1", "A", Set.of("a1", "a2"))),
                groups.questions(tsv));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lone | q.tsv:1 names 'lone', which is in no group",
                "a1;c1 | q.tsv:2 names 'c1', which is alone in its group 'C'",
                "a1,B | q.tsv:1 puts 'a1' into group 'B', the table of groups into 'A'",
                "a1;a1 | q.tsv:2 names 'a1' a second time",
                "'' | has no rows"
            })
    void questionErrorsAreReported(String rows, String message) throws IOException {
        Groups groups = groups("a1\tA\na2\tA\nc1\tC\n");
        Path tsv = Files.writeString(
                folder.resolve("q.tsv"), rows.replace(',', '\t').replace(';', '\n'));
        assertSays(() -> groups.questions(tsv), message);
    }

    @Test
    void oneDocumentOfEachLargeGroupIsDrawn() throws IOException {
        Groups groups = groups("a1\tA\na2\tA\nb1\tB\nb2\tB\nb3\tB\nc1\tC\n");
        List<Question> drawn = groups.draw(10, 2, 3);
        assertEquals(Set.of("A", "B"), drawn.stream().map(Question::group).collect(Collectors.toSet()));
        assertEquals(2, drawn.size());
        assertEquals(drawn, groups.draw(10, 2, 3));
        assertEquals(
                List.of("B"),
                groups.draw(10, 3, 3).stream().map(Question::group).toList());
        assertEquals(1, groups.draw(1, 2, 3).size());
        Set<String> seen = LongStream.range(0, 50)
                .boxed()
                .flatMap(seed -> groups.draw(10, 2, seed).stream())
                .map(Question::id)
                .collect(Collectors.toSet());
        assertEquals(Set.of("a1", "a2", "b1", "b2", "b3"), seen);
        assertSays(() -> groups.draw(10, 4, 3), "no group has 4 documents, the largest has 3");
        assertEquals(
                List.of("a1", "a2", "b1", "b2", "b3"),
                groups.all(2).stream().map(Question::id).toList());
        assertNotEquals(Groups.digest(drawn), Groups.digest(drawn.subList(0, 1)));
    }

    @Test
    void sourcesAreReadWithoutOriginals() throws IOException {
        Path tsv = Files.writeString(
                folder.resolve("truth.tsv"),
                "file\ttask\tcategory\tsource\na1\tx\tcut\tlone\nlone\tx\torig\tlone\na2\tx\tnon\tlone\n");
        assertEquals(
                List.of(new SourceTruth.Row("a1", "cut", "lone"), new SourceTruth.Row("a2", "non", "lone")),
                SourceTruth.read(tsv, texts).rows());
        Path gone = Files.writeString(folder.resolve("gone.tsv"), "a1\tcut\tgone\n");
        assertSays(() -> SourceTruth.read(gone, texts), "gone.tsv:1 'gone'");
        Path own = Files.writeString(folder.resolve("own.tsv"), "a1\torig\ta1\n");
        assertSays(() -> SourceTruth.read(own, texts), "no document with a source other than itself");
    }

    private Groups groups(String tsv) throws IOException {
        return Groups.read(Files.writeString(folder.resolve("t.tsv"), tsv), texts);
    }
}
