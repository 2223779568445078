package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.bulk.TestFiles;
import io.whorl.query.Matches.Match;
import io.whorl.scheme.Scheme;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens an index that is under version control and has a file of every kind: a segment with texts, fingerprints and
 * dates, deletions, and a log. A release opens the indexes of earlier releases (docs/API-STABILITY.md), so once a
 * release has written the file, it stays, and another format adds another file. Until then, the property
 * {@value #REWRITE} makes it anew.
 */
class FormatPromiseTest {
    private static final String REWRITE = "io.whorl.format.rewrite";
    /** Begins the line with the name of a file. Its bytes follow in Base64. */
    private static final String HEAD = "# ";

    private static final Path RECORDED = Path.of("src/test/resources/io/whorl/query/index-0.1.txt");
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.storeText(true).storeFingerprints(true).liveMap(WriterOptions.LiveMap.NONE);

    @TempDir
    Path folder;

    private Path index;

    @BeforeEach
    void copy() throws IOException {
        if (Boolean.getBoolean(REWRITE)) {
            record(folder.resolve("made"));
        }
        index = folder.resolve("index");
        for (String file : Files.readString(RECORDED).substring(HEAD.length()).split("\n" + HEAD)) {
            String[] parts = file.split("\n", 2);
            Path path = index.resolve(parts[0]);
            Files.createDirectories(path.getParent());
            Files.write(path, Base64.getMimeDecoder().decode(parts.length > 1 ? parts[1] : ""));
        }
    }

    @Test
    void recordedIndexIsWholeAndAnswers() throws IOException {
        assertEquals(List.of(), IndexCheck.check(index).problems());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertAnswers(snapshot);
        }
    }

    @Test
    void recordedIndexTakesFurtherDocuments() throws IOException {
        try (IndexWriter writer = IndexWriter.open(index, OPTIONS)) {
            writer.add("later", text(9));
            writer.commit();
            writer.forceMerge();
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(List.of("later"), ids(snapshot, text(9)));
            }
            writer.delete("later");
            writer.commit();
        }
        recordedIndexIsWholeAndAnswers();
    }

    private static void assertAnswers(Snapshot snapshot) throws IOException {
        assertEquals(4, snapshot.documents());
        assertEquals(List.of("copy", "first"), ids(snapshot, text(1)));
        assertEquals(List.of(), ids(snapshot, text(2)));
        assertEquals(List.of("third"), ids(snapshot, text(3)));
        assertEquals(List.of("logged"), ids(snapshot, text(4)));
        for (String id : List.of("first", "logged")) {
            String stored = new String(snapshot.text(id).orElseThrow(), StandardCharsets.UTF_8);
            assertEquals(text(id.equals("first") ? 1 : 4), stored);
        }
        assertEquals(
                Optional.of(Instant.parse("2026-01-31T12:00:00Z")),
                snapshot.document("third").orElseThrow().date());
        assertEquals(1, snapshot.like("first", QueryOptions.DEFAULT).matches().size());
    }

    private static List<String> ids(Snapshot snapshot, String text) throws IOException {
        return snapshot.query(text, QueryOptions.DEFAULT).matches().stream()
                .map(Match::id)
                .sorted()
                .toList();
    }

    /** A text that shares no chunk with one of another number. */
    private static String text(int number) {
        return Repeated.text(30, i -> "word" + (i * number + i * i) + "of" + number + (i % 7 == 6 ? ".\n" : " "));
    }

    private static void record(Path made) throws IOException {
        write(made);
        StringBuilder text = new StringBuilder();
        for (Path file : TestFiles.files(made, ".*")) {
            text.append(HEAD).append(made.relativize(file)).append('\n');
            String bytes = Base64.getMimeEncoder(100, new byte[] {'\n'}).encodeToString(Files.readAllBytes(file));
            text.append(bytes.isEmpty() ? "" : bytes + "\n");
        }
        Files.writeString(RECORDED, text);
    }

    private static void write(Path made) throws IOException {
        try (IndexWriter writer = IndexWriter.create(made, Scheme.builder().build(), OPTIONS)) {
            writer.add("first", text(1));
            writer.add("second", text(2));
            writer.add(new NewDocument(
                    "third",
                    text(3).getBytes(StandardCharsets.UTF_8),
                    Optional.of(Instant.parse("2026-01-31T12:00:00Z"))));
            writer.commit();
            writer.seal();
            writer.delete("second");
            writer.commit();
            writer.add("copy", text(1));
            writer.commit();
            writer.seal();
            writer.add("logged", text(4));
            writer.commit();
        }
    }
}
