package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassagesOptionTest {
    private static final String PASSAGE = "The granite lighthouse at the harbour entrance burned whale oil for thirty"
            + " years, and each evening its keeper climbed the narrow stairs to trim the wicks and to wind the heavy"
            + " clockwork that turned the great lens above the sea.";
    private static final String BEFORE = "Tüchtige Möwen. ";

    @TempDir
    Path folder;

    private Path a;
    private Path b;

    @BeforeEach
    void texts() throws IOException {
        a = Files.writeString(folder.resolve("a.txt"), BEFORE + PASSAGE + " Nothing else.");
        b = Files.writeString(folder.resolve("b.txt"), PASSAGE);
    }

    @Test
    void jsonLinesGivePlacesInCodePointsAndBytes() throws IOException {
        CliRun run =
                CliRun.of("compare", a, b, "--passages", "--format", "json").exits(0);
        Map<String, String> passage = run.object();
        assertEquals(
                List.of(
                        "query",
                        "id",
                        "queryStart",
                        "queryEnd",
                        "start",
                        "end",
                        "queryStartBytes",
                        "queryEndBytes",
                        "startBytes",
                        "endBytes",
                        "kind",
                        "words",
                        "score"),
                List.copyOf(passage.keySet()));
        assertEquals("a.txt", passage.get("query"));
        assertEquals("b.txt", passage.get("id"));
        assertEquals("verbatim", passage.get("kind"));
        assertEquals("" + BEFORE.length(), passage.get("queryStart"));
        assertEquals("" + BEFORE.getBytes(StandardCharsets.UTF_8).length, passage.get("queryStartBytes"));
        assertEquals("" + (BEFORE.length() + PASSAGE.length()), passage.get("queryEnd"));
        assertEquals("" + PASSAGE.length(), passage.get("end"));
    }

    @Test
    void tableFitsEightyColumns() {
        CliRun run = CliRun.of("compare", a, b, "--passages");
        assertEquals(2, run.lines().size());
        assertTrue(run.lines().stream().allMatch(line -> line.length() <= 80), run.out());
    }

    @Test
    void anExcerptHasALineOfItsOwnIfNamesAreLong() throws IOException {
        Path c = Files.copy(a, folder.resolve("a-document-with-a-name-that-leaves-no-room-for-an-excerpt.txt"));
        CliRun run = CliRun.of("compare", b, c, "--passages");
        assertEquals(
                List.of(
                        "  at 0: 40 words verbatim from "
                                + "a-document-with-a-name-that-leaves-no-room-for-an-excerpt.txt at 16:",
                        "      \"" + PASSAGE.substring(0, 69) + "...\""),
                run.lines().subList(1, run.lines().size()));
    }

    @Test
    void unrelatedTextsGiveNoLines() throws IOException {
        Files.writeString(b, "Something else entirely.");
        CliRun.of("compare", a, b, "--passages").exits(0).printsNothing();
    }

    @Test
    void wrongOptionsAreRefused() {
        CliRun.of("compare", a, b, "--language", "german").exits(2);
        CliRun.of("compare", a, b, "--passages", "--language", "x").exits(2);
        CliRun.of("compare", a, b, "--passages", "--summaries", "x").exits(2);
    }
}
