package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report --against INDEX}: new texts and the documents of an index. */
class ReportAgainstTest {
    private static final String SHARED = Corpus.words(201, 80);

    @TempDir
    Path folder;

    private Path essays;
    private Path old;
    private Path index;

    @BeforeEach
    void texts() throws IOException {
        essays = Files.createDirectory(folder.resolve("essays"));
        Files.writeString(essays.resolve("anna.txt"), SHARED + " " + Corpus.words(202, 120));
        Files.writeString(essays.resolve("ben.txt"), Corpus.words(203, 120) + " " + SHARED);
        old = Files.createDirectory(folder.resolve("old"));
        Files.writeString(old.resolve("book.txt"), Corpus.words(204, 300) + " " + Corpus.words(203, 120));
        Files.writeString(old.resolve("other.txt"), Corpus.words(205, 300));
        index = folder.resolve("index");
        CliRun.of("build", index, old, "--quiet").exits(0);
    }

    private CliRun run(Object... more) {
        return CliRun.of("report", essays, "--against", index, "--texts", old, more);
    }

    @Test
    void documentsAreComparedWithTheIndexAndWithEachOtherOnlyOnRequest() {
        CliRun run = run().exits(0);
        assertEquals(List.of("ben.txt shares 120 words with book.txt in 1 passage, 60 % of ben.txt"), run.lines());
        CliRun among = run("--among");
        assertEquals(2, among.lines().size());
        among.prints("anna.txt and ben.txt share 80 words");
    }

    @Test
    void thePageShowsTheDocumentOfTheIndex() throws IOException {
        Path html = folder.resolve("report.html");
        assertEquals(0, run("--html", html, "--threads", "1").code());
        String one = ReportCommandTest.withoutRun(html);
        assertEquals(0, run("--html", html, "--threads", "4").code());
        assertEquals(one, ReportCommandTest.withoutRun(html));
    }

    @Test
    void otherReferencesAreComparedToo() throws IOException {
        Path more = Files.createDirectory(folder.resolve("more"));
        Files.writeString(more.resolve("web.txt"), SHARED);
        CliRun run = run("--reference", more).exits(0);
        assertEquals(3, run.lines().size());
        assertEquals(2, run.out().split("with web.txt in", -1).length - 1, run.out());
    }

    @Test
    void changedAndMissingTextsAreReportedAndCounted() throws IOException {
        Files.writeString(old.resolve("book.txt"), Corpus.words(203, 120));
        CliRun changed = run().exits(1).printsNothing().tells("book.txt of the index: its text has changed");
        Files.delete(old.resolve("book.txt"));
        CliRun missing = run().exits(1, "book.txt of the index: its text is missing");
    }

    @Test
    void storedTextsNeedNoSource() throws IOException {
        String expected = run().out();
        CliRun.of("build", index, old, "--store-text", "--force", "--quiet").exits(0);
        Files.delete(old.resolve("book.txt"));
        CliRun run = CliRun.of("report", essays, "--against", index).exits(0);
        assertEquals(expected, run.out());
    }

    @Test
    void anIndexWithoutTextsNeedsThem() {
        CliRun run = CliRun.of("report", essays, "--against", index).exits(1);
        assertTrue(run.err().contains("--store-text") && run.err().contains("--texts"), run.err());
        CliRun.of("report", essays, "--texts", old).exits(2);
        CliRun.of("report", essays, "--against", folder.resolve("x"), "--texts", old)
                .exits(1);
    }
}
