package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlapCommandTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path texts;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
        List<String> original = List.of(Corpus.ORIGINAL.split(" "));
        texts = Files.writeString(
                directory.resolve("texts.jsonl"),
                Corpus.record("whole", String.join(" ", original.subList(10, 300)))
                        + Corpus.record("part", Corpus.words(7, 100) + " " + String.join(" ", original.subList(50, 80)))
                        + Corpus.record("new", Corpus.words(8, 100))
                        + Corpus.record("short", "two words"));
    }

    @Test
    void theColumnsOfTheTableHaveDifferentTitles() {
        String[] titles =
                CliRun.of("overlap", index, texts).lines().get(0).strip().split(" {2,}");
        assertEquals(
                List.of("share", "minutiae", "held", "words", "run words", "run start", "text", "verdict", "document"),
                List.of(titles));
    }

    @Test
    void eachTextHasItsShareItsRunAndAVerdict() throws IOException {
        for (int threads : new int[] {1, 3}) {
            CliRun run = CliRun.of("overlap", index, texts, "--threads", threads, "--format", "json")
                    .exits(0);
            List<Map<String, String>> records = run.objects();
            assertEquals(
                    List.of(
                            "id",
                            "verdict",
                            "share",
                            "minutiae",
                            "held",
                            "ignored",
                            "words",
                            "runWords",
                            "runStart",
                            "runChunks",
                            "documents",
                            "runBegin",
                            "runEnd"),
                    List.copyOf(records.get(0).keySet()));
            assertEquals(List.of("whole", "part", "new", "short"), CliRun.values(records, "id"));
            assertEquals(List.of("contaminated", "partial", "clean", "unknown"), CliRun.values(records, "verdict"));
            assertEquals(List.of("290", "30", "0", "0"), CliRun.values(records, "runWords"));
            assertEquals("100", records.get(1).get("runStart"));
            assertEquals("27", records.get(1).get("runChunks"));
            assertEquals(27.0 / 127, Double.parseDouble(records.get(1).get("share")));
            assertTrue(!records.get(2).containsKey("runStart"), records.get(2)::toString);
            assertTrue(!records.get(2).containsKey("runBegin"), records.get(2)::toString);
            List<String> words = List.of(Corpus.ORIGINAL.split(" "));
            String part = Corpus.words(7, 100) + " " + String.join(" ", words.subList(50, 80));
            assertEquals(
                    String.join(" ", words.subList(50, 80)),
                    part.substring(
                            Integer.parseInt(records.get(1).get("runBegin")),
                            Integer.parseInt(records.get(1).get("runEnd"))));
            assertTrue(
                    run.lines().get(1).contains("\"documents\":[{\"id\":\"original.txt\",\"shared\":27,"), run.out());
            run.tells("4 texts: 1 contaminated, 1 partial, 1 clean, 1 unknown", "short");
        }
    }

    @Test
    void aTableNamesTheDocumentThatHoldsMost() {
        CliRun run = CliRun.of("overlap", index, texts);
        assertTrue(run.lines().get(2).contains("original.txt"), run.out());
        assertEquals(5, run.lines().size());
    }

    @Test
    void thresholdsAndTheExitCodeAreOptions() throws IOException {
        CliRun strict = CliRun.of("overlap", index, texts, "--contaminated-run", 20, "--format", "json");
        assertEquals(
                List.of("contaminated", "contaminated", "clean", "unknown"),
                CliRun.values(strict.objects(), "verdict"));
        CliRun lenient = CliRun.of("overlap", index, texts, "--partial-run", 40, "--format", "json");
        assertEquals(List.of("contaminated", "clean", "clean", "unknown"), CliRun.values(lenient.objects(), "verdict"));
        CliRun.of("overlap", index, texts, "--fail-on", "contaminated").exits(1);
        CliRun.of("overlap", index, texts, "--fail-on", "partial").exits(1);
        Path clean = Files.writeString(directory.resolve("clean.txt"), Corpus.words(9, 50));
        CliRun.of("overlap", index, clean, "--fail-on", "partial").exits(0);
        CliRun limited = CliRun.of("overlap", index, texts, "--max-df", 1, "--top", 1, "--format", "json");
        assertTrue(Integer.parseInt(limited.objects().get(0).get("ignored")) > 0, limited.out());
    }

    @Test
    void textsAreComparedWithEachOtherOnlyOnRequest() throws IOException {
        Path copies = Files.writeString(
                directory.resolve("copies.jsonl"),
                Corpus.record("first", Corpus.words(20, 100))
                        + Corpus.record("second", Corpus.words(20, 100))
                        + Corpus.record("first", Corpus.words(21, 100))
                        + Corpus.record("third", Corpus.words(22, 60)));
        CliRun usual = CliRun.of("overlap", index, copies, "--format", "json");
        assertEquals(List.of("clean", "clean", "clean", "clean"), CliRun.values(usual.objects(), "verdict"));
        CliRun run = CliRun.of("overlap", index, copies, "--among", "--format", "json")
                .exits(0);
        assertEquals(
                List.of("contaminated", "contaminated", "clean", "clean"), CliRun.values(run.objects(), "verdict"));
        assertTrue(run.lines().get(0).contains("\"id\":\"second\""), run.out());
        run.tells("1 text has the id of an earlier one");
        CliRun.withInput("text", "overlap", index, "-", "--among").exits(2, "only once");
    }

    @Test
    void aTextWhoseIdIsTooLongIsComparedButOthersNotWithIt() throws IOException {
        String words = Corpus.words(20, 100);
        Path copies = Files.writeString(
                directory.resolve("copies.jsonl"),
                Corpus.record("x".repeat(70_000), words) + Corpus.record("second", words));
        CliRun run = CliRun.of("overlap", index, copies, "--among", "--format", "json")
                .exits(0);
        assertEquals(List.of("contaminated", "clean"), CliRun.values(run.objects(), "verdict"));
        run.tells("1 text has the id of an earlier one, an id that is too long");
    }

    @Test
    void wrongUsesAreReported() throws IOException {
        for (Object[] wrong : new Object[][] {
            {"--contaminated-run", 0},
            {"--contaminated-share", 0},
            {"--contaminated-share", 1.5},
            {"--partial-run", 60},
            {"--top", 0},
            {"--fail-on", "dirty"}
        }) {
            CliRun.of("overlap", index, texts, wrong[0], wrong[1])
                    .exits(2, wrong[0].toString().substring(2));
        }
        CliRun.of("overlap", index).exits(2);
        CliRun.of("overlap", index, directory.resolve("none")).exits(1);
        CliRun.withInput("", "overlap", index, "-").exits(1);
        CliRun.withInput("", "overlap", index, "-", "--allow-empty").exits(0);
        CliRun.of("overlap", directory.resolve("no-index"), texts).exits(1);
    }

    @Test
    void selectionsThatLeaveChunksOutAreRefusedOrNoted() throws IOException {
        Path sources = directory.resolve("sources");
        Path sketches = directory.resolve("sketches");
        CliRun.of("build", sketches, sources, "--selection", "min-s").exits(0);
        CliRun.of("overlap", sketches, texts).exits(2, "min-s");
        Path winnowed = directory.resolve("winnowed");
        CliRun.of("build", winnowed, sources, "--preset", "near-duplicates").exits(0);
        CliRun noted = CliRun.of("overlap", winnowed, texts, "--format", "json").tells("consecutive selected chunks");
        assertEquals("contaminated", noted.objects().get(0).get("verdict"));
    }

    @Test
    void aDamagedSourceIsReportedAndTheRestIsAnswered() throws IOException {
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            records.append(Corpus.record("text " + i, Corpus.words(i, 50)));
        }
        byte[] packed = Packed.gzip(records.toString());
        Path broken = Files.write(directory.resolve("broken.jsonl.gz"), Arrays.copyOf(packed, packed.length * 3 / 4));
        CliRun run = CliRun.of("overlap", index, broken, "--format", "json").exits(1);
        assertTrue(run.lines().size() > 10 && run.lines().size() < 50, run.err());
        CliRun.of("overlap", index, broken, "--lenient").exits(0);
    }
}
