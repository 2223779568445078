package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cluster.ClusterOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of pairs and clusters that leave minutiae out, and those of work that is resumed. */
class OmissionOptionsTest {
    private static final List<String> COMMANDS = List.of("pairs", "clusters");

    @TempDir
    private Path directory;

    private Path index;

    /** Twelve pages of a site with the same frame, one of them without content, and a copy of one elsewhere. */
    @BeforeEach
    void build() throws IOException {
        Path site = Files.createDirectories(directory.resolve("sources/site"));
        String frame = Corpus.words(99, 300);
        for (int i = 0; i < 12; i++) {
            Files.writeString(
                    site.resolve("page" + (char) ('a' + i) + ".txt"),
                    frame + (i == 11 ? "" : " " + Corpus.words(i, 60)));
        }
        Path other = Files.createDirectories(directory.resolve("sources/other"));
        Files.writeString(other.resolve("copy.txt"), Corpus.words(0, 60));
        index = directory.resolve("index");
        CliRun.of("build", index, directory.resolve("sources"), "--quiet").exits(0);
    }

    private CliRun run(String command, Object... options) {
        return CliRun.of(command, index, "--format", "json", options);
    }

    @Test
    void templatesAreLeftOutAndReported() throws IOException {
        Path table = directory.resolve("templates.tsv");
        for (String command : COMMANDS) {
            assertTrue(run(command, "--measure", "resemblance", "--common-df", "none")
                            .lines()
                            .size()
                    > 10);
            CliRun run = run(
                            command,
                            "--measure",
                            "resemblance",
                            "--common-df",
                            "none",
                            "--series",
                            "prefix:/",
                            "--template-share",
                            "0.8",
                            "--templates",
                            table)
                    .exits(0);
            assertTrue(run.out().contains("site/pagea.txt") && run.out().contains("other/copy.txt"), run.out());
            assertFalse(run.out().contains("pageb"), run.out());
            run.tells(
                    "left out the templates of 1 series: 297 minutiae",
                    "1 document consists of the template of its series alone");
            assertEquals(
                    List.of("series\tdocuments\tminutiae\tonlyTemplate", "site\t12\t297\t1"),
                    Files.readAllLines(table));
        }
    }

    @Test
    void seriesOfAFileAreUsedAndUnknownIdsAreCounted() throws IOException {
        Path file = directory.resolve("series.tsv");
        List<String> lines = new ArrayList<>(List.of("no such document\tsite"));
        for (int i = 0; i < 12; i++) {
            lines.add("site/page" + (char) ('a' + i) + ".txt\tsite");
        }
        Files.write(file, lines);
        CliRun run = run("clusters", "--series", file)
                .exits(0, "--series names 1 document that the index does not have", "297 minutiae");
        for (String wrong : List.of("an id without a tab\n", "\tseries\n", "id\t\n", "a\tx\na\ty\n")) {
            Files.writeString(file, wrong);
            CliRun refused = run("clusters", "--series", file).exits(1, "series.tsv, line ");
        }
    }

    @Test
    void aRuleThatMatchesNothingIsReported() {
        for (String command : COMMANDS) {
            for (String rule : List.of("host", "regex:qqq", "prefix:~")) {
                CliRun run = run(command, "--series", rule)
                        .exits(0, "no document is in a series by ", "so nothing is left out (--series)");
            }
        }
    }

    @Test
    void meaninglessOptionsAreRefused() {
        for (String command : COMMANDS) {
            for (List<String> wrong : List.of(
                    List.of("--series", "prefix:"),
                    List.of("--series", "regex:(a"),
                    List.of("--series", "host", "--template-share", "0"),
                    List.of("--series", "host", "--template-share", "1.1"),
                    List.of("--series", "host", "--template-least", "1"),
                    List.of("--template-share", "0.5"),
                    List.of("--templates", "file.tsv"),
                    List.of("--common-df", "0"),
                    List.of("--super-shingles", "65"),
                    List.of("--super-shingles", "-1"),
                    List.of("--super-shingles", "6", "--measure", "containment"),
                    List.of("--resume"))) {
                CliRun run = run(command, wrong.toArray());
                assertEquals(2, run.code(), () -> command + wrong + run.err());
                run.printsNothing();
            }
            CliRun missing = run(command, "--series", directory.resolve("no.tsv"))
                    .exits(1, "--series is host, prefix:SEPARATOR");
        }
    }

    @Test
    void superShinglesReportWhatTheyLeaveOut() {
        for (String command : COMMANDS) {
            CliRun run = run(command, "--super-shingles", "8", "--measure", "resemblance")
                    .exits(0, " share a super shingle; other pairs were not compared");
        }
    }

    /** Stopped work is made by the library; the command then continues it. */
    @Test
    void workIsResumedAndThenRemoved() throws IOException {
        Path work = directory.resolve("work");
        CliRun whole = run("clusters", "--min-score", "0.2");
        try (Snapshot snapshot = Snapshot.open(index)) {
            snapshot.clusters(ClusterOptions.DEFAULT.minScore(0.2).work(work)).close();
        }
        CliRun refused =
                run("clusters", "--min-score", "0.2", "--work", work).exits(1, "there is unfinished work here");
        CliRun changed = run("clusters", "--min-score", "0.3", "--work", work, "--resume")
                .exits(1, "min-score was 0.2 and is 0.3");
        CliRun resumed = run("clusters", "--min-score", "0.2", "--work", work, "--resume")
                .exits(0);
        assertEquals(whole.out(), resumed.out());
        assertFalse(Files.exists(work));
        assertEquals(run("pairs").out(), run("pairs", "--work", work).out());
        assertFalse(Files.exists(work));
    }
}
