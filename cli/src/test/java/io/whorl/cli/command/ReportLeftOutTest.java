package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report does not compare is named and counted, and the file of a report is written safely. */
class ReportLeftOutTest {
    private static final String SHARED = Corpus.words(1, 80);

    @TempDir
    Path folder;

    private Path essays;

    @BeforeEach
    void essays() throws IOException {
        essays = Files.createDirectory(folder.resolve("essays"));
        Files.writeString(essays.resolve("a.txt"), SHARED + " " + Corpus.words(2, 50));
        Files.writeString(essays.resolve("b.txt"), SHARED + " " + Corpus.words(3, 60));
    }

    @Test
    void documentsThatAreNotComparedAreNamedAndCounted() throws IOException {
        Files.writeString(essays.resolve("empty.txt"), "?!\n");
        Files.writeString(essays.resolve("short.txt"), "A short answer.");
        Files.writeString(essays.resolve("letter.rtf"), "{\\rtf1 A letter}");
        Files.writeString(essays.resolve("task copy.txt"), Corpus.words(4, 60));
        Path task = Files.writeString(folder.resolve("task.txt"), Corpus.words(4, 60));
        Path record = Files.writeString(folder.resolve("more.jsonl"), "{\"id\": \"a.txt\", \"text\": \"again\"}\n");
        CliRun run = CliRun.of("report", essays, record, "--template", task).exits(1);
        assertEquals(1, run.lines().size(), run.out());
        run.tells(
                "skipped " + essays.resolve("letter.rtf") + ": ",
                "warning: empty.txt cannot share a passage: without words",
                "warning: short.txt cannot share a passage: shorter than any",
                "warning: task copy.txt cannot share a passage: nothing but text that everyone",
                "cannot share passages: 5 documents: With text that cannot be read, such as a scan or a file that has a"
                        + " password (1); The name is repeated (1); Without words (1); Shorter than any passage (150"
                        + " bytes) (1); Nothing but text that everyone was given (1)");
    }

    @Test
    void aTextOfTheLeastLengthIsNotCalledTooShort() throws IOException {
        Files.writeString(essays.resolve("c.txt"), "x".repeat(150));
        CliRun.of("report", essays).omits("cannot share");
        Files.writeString(essays.resolve("c.txt"), "x".repeat(149));
        CliRun.of("report", essays).tells("c.txt cannot share a passage");
    }

    @Test
    void aTextWithMoreThanAHundredSourcesIsReported() throws IOException {
        Path old = Files.createDirectory(folder.resolve("old"));
        for (int i = 0; i < 101; i++) {
            Files.writeString(old.resolve(i + ".txt"), SHARED + " " + Corpus.words(10 + i, 5));
        }
        Path one = Files.createDirectory(folder.resolve("one"));
        Files.copy(essays.resolve("a.txt"), one.resolve("a.txt"));
        CliRun run = CliRun.of("report", one, "--reference", old);
        assertEquals(100, run.lines().size());
        run.tells("warning: 1 text shares sequences of four words with more than 100");
        Files.delete(old.resolve("0.txt"));
        CliRun all = CliRun.of("report", one, "--reference", old);
        assertEquals(100, all.lines().size());
        all.omits("more than 100");
    }

    /** Each text shares three blocks with a third of 104 others, and one block with all of them. */
    @Test
    void aReportComparesTheTextsThatPassagesCompares() throws IOException {
        Path many = Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < 105; i++) {
            Files.writeString(
                    many.resolve(i + ".txt"),
                    SHARED + "\n\n" + Corpus.words(2 + i % 3, 40 + i % 7) + "\n\n" + Corpus.words(100 + i, 20));
        }
        CliRun report = CliRun.of("report", many, "--top", 100_000, "--given-by", 0, "--format", "json")
                .tells("105 texts share sequences of four words with more than 100");
        Path index = folder.resolve("index");
        CliRun.of("build", index, many, "--preset", "plagiarism", "--store-text", "--quiet")
                .exits(0);
        Set<Set<String>> pairs = new HashSet<>();
        for (Map<String, String> passage :
                CliRun.of("passages", index, many, "--format", "json").objects()) {
            if (!passage.get("query").equals(passage.get("id"))) {
                pairs.add(Set.of(passage.get("query"), passage.get("id")));
            }
        }
        assertEquals(
                pairs,
                report.objects().stream()
                        .map(pair -> Set.of(pair.get("query"), pair.get("id")))
                        .collect(Collectors.toSet()));
    }

    @Test
    void noOtherFileIsTouched() throws IOException {
        Path html = folder.resolve("report.html");
        Path other = Files.writeString(folder.resolve("report.html.unfinished"), "mine");
        Files.writeString(html, "an earlier report");
        CliRun.of("report", essays, "--html", html).exits(0);
        assertEquals("mine", Files.readString(other));
        assertTrue(Files.readString(html).startsWith("<!DOCTYPE html>"));
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of("essays", "report.html", "report.html.unfinished"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aPathThatIsNoFileIsRefusedAndKept() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        for (Path target : List.of(Path.of("/dev/null"), file.resolve("report.html"), folder)) {
            CliRun run = CliRun.of("report", essays, "--html", target).exits(1).printsNothing();
            assertTrue(run.err().startsWith("whorl: ") && run.err().contains(target.toString()), run.err());
        }
        assertEquals("text", Files.readString(file));
    }
}
