package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.Streams;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildCommandTest {
    @TempDir
    private Path directory;

    @Test
    void printsTheFiguresAsAResult() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun run = CliRun.of("build", directory.resolve("index"), sources, "--format", "json")
                .exits(0);
        Map<String, String> built = run.object();
        assertEquals("5", built.get("documents"));
        assertEquals("1560", built.get("words"));
        assertEquals("0", built.get("skipped"));
        // 397 of original.txt, 60 more of version.txt, none more of part.txt, 297 of each of the others.
        assertEquals("1051", built.get("minutiae"));
        assertEquals("1545", built.get("postings"));
        assertEquals("654", built.get("singletons"));
        run.tells("5 documents");
    }

    @Test
    void quietPrintsNothingOnStandardError() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun run = CliRun.of("build", directory.resolve("index"), sources, "--quiet");
        assertEquals("", run.err());
        run.prints("documents");
    }

    @Test
    void anExistingIndexIsReplacedOnlyWithForce() throws IOException {
        Path index = Corpus.index(directory);
        Path more = Files.writeString(directory.resolve("more.txt"), Corpus.words(9, 100));
        CliRun.of("build", index, more).exits(1, "--force");
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun.of("build", index, more, "--force").exits(0);
        assertEquals("1", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void badDocumentsAreReportedAndSkipped() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("dump.jsonl"),
                "{\"id\":\"a\",\"text\":\"" + Corpus.words(1, 50) + "\"}\n"
                        + "{\"id\":\"b\",\"text\":\n"
                        + "{\"id\":\"c\",\"text\":\"" + Corpus.words(2, 50) + "\"}\n"
                        + "{\"id\":\"a\",\"text\":\"" + Corpus.words(3, 50) + "\"}\n");
        CliRun run = CliRun.of("build", directory.resolve("index"), lines, "--format", "json")
                .exits(1);
        assertEquals("2", run.object().get("documents"));
        assertEquals("1", run.object().get("skipped"));
        assertEquals("1", run.object().get("repeatedIds"));
        assertTrue(run.err().contains("skipped") && run.err().contains("dump.jsonl"), run.err());
    }

    @Test
    void strictFailsAtTheFirstBadDocumentAndLeavesNoFiles() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("dump.jsonl"), "{\"id\":\"a\",\"text\":\"" + Corpus.words(1, 50) + "\"}\nnot json\n");
        CliRun.of("build", directory.resolve("index"), lines, "--strict")
                .exits(1)
                .printsNothing()
                .tells("--strict");
        try (var left = Files.list(directory)) {
            assertEquals(List.of(lines), left.toList());
        }
    }

    @Test
    void documentsThatAreTooLargeOrTooShortAreCounted() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun run = CliRun.of(
                        "build",
                        directory.resolve("index"),
                        sources,
                        "--format json --max-document 2500 --min-document 150")
                .exits(1);
        assertEquals("1", run.object().get("skipped"));
        assertEquals("1", run.object().get("tooShort"));
        assertEquals("3", run.object().get("documents"));
    }

    /** Such a document is reported by its id, like one that is too large to be read, and does not end the build. */
    @Test
    void aDocumentThatNeedsTooMuchMemoryIsReportedAndSkipped() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        Files.writeString(sources.resolve("long.txt"), "word ".repeat(100_000));
        Object[] arguments = {
            "build",
            directory.resolve("index"),
            sources,
            "--format",
            "json",
            "--memory",
            "16m",
            "--threads",
            8,
            "--selection",
            "rarest-in-document"
        };
        CliRun run = CliRun.of(arguments).exits(1);
        assertEquals("1", run.object().get("skipped"));
        assertEquals("5", run.object().get("documents"));
        assertTrue(
                run.err().contains("skipped long.txt: chunks of one document: ")
                        && run.err().contains("give more memory"),
                run.err());
        Object[] strict = Arrays.copyOf(arguments, arguments.length + 1);
        strict[arguments.length] = "--strict";
        strict[1] = directory.resolve("strict");
        CliRun.of(strict).exits(1, "--strict is set (long.txt: chunks of one document: ");
        assertFalse(Files.exists(directory.resolve("strict")));
    }

    @Test
    void fieldsOfJsonLinesCanBeNamed() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("dump.jsonl"), "{\"name\":\"a\",\"body\":\"" + Corpus.ORIGINAL + "\"}\n");
        Path index = directory.resolve("index");
        CliRun.of("build", index, lines, "--id-field", "name", "--text-field", "body")
                .exits(0);
        Map<String, String> match = CliRun.withInput(Corpus.ORIGINAL, "query", index, "-", "--format", "json")
                .object();
        assertEquals("a", match.get("id"));
    }

    @Test
    void fieldOptionsAreRefusedForPlainText() throws IOException {
        Path text = Files.writeString(directory.resolve("a.txt"), Corpus.ORIGINAL);
        CliRun.of("build", directory.resolve("index"), text, "--id-field", "name")
                .exits(2);
    }

    @Test
    void anIndexInsideItsSourceIsRefused() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun.of("build", sources.resolve("index"), sources).exits(2);
        assertFalse(Files.exists(sources.resolve("index")));
    }

    @Test
    void duplicatesAreHandledByThePolicy() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        Files.writeString(sources.resolve("same.txt"), Corpus.ORIGINAL);
        Files.writeString(sources.resolve("spaced.txt"), Corpus.ORIGINAL.replace(" ", "  "));
        Path index = directory.resolve("index");
        Map<String, String> unasked =
                CliRun.of("build", index, sources, "--format", "json").object();
        assertEquals("7", unasked.get("documents"));
        assertFalse(unasked.containsKey("exactDuplicates"));
        for (String[] policy : new String[][] {
            {"keep", "7", "2339"}, {"alias", "7", "1545"}, {"first", "5", "1545"}, {"first:exact", "6", "1942"}
        }) {
            CliRun run = CliRun.of("build", index, sources, "--force", "--duplicates", policy[0], "--format", "json");
            Map<String, String> built = run.object();
            assertEquals(policy[1], built.get("documents"), run.out());
            assertEquals(policy[2], built.get("postings"), run.out());
            assertEquals("1", built.get("exactDuplicates"), run.out());
            assertEquals("1", built.get("lexicalDuplicates"), run.out());
            assertEquals("0", built.get("fingerprintDuplicates"), run.out());
        }
        CliRun.of("build", index, sources, "--force", "--duplicates", "some").exits(2);
    }

    @Test
    void moreMemoryThanTheHeapIsRefused() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun.of("build", directory.resolve("index"), sources, "--memory", "900t")
                .exits(2, "-Xmx");
    }

    @Test
    void anInterruptLeavesNoFiles() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("dump.jsonl"),
                "{\"id\":\"a\",\"text\":\"" + Corpus.words(1, 50) + "\"}\nnot json\n" + "{\"id\":\"b\",\"text\":\""
                        + Corpus.words(2, 50) + "\"}\n");
        StringWriter err = new StringWriter() {
            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                if (text.contains("skipped")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Streams streams = new Streams(System.in, new StringWriter(), new PrintWriter(err, true), () -> false);
        int code =
                CliRun.withStreams(streams, "build", directory.resolve("index").toString(), lines.toString());
        // Also clears the interrupt for the tests that follow on this thread.
        assertTrue(Thread.interrupted());
        assertEquals(1, code);
        assertTrue(err.toString().contains("interrupted"), err.toString());
        assertFalse(Files.exists(directory.resolve("index")));
    }

    @Test
    void aSourceNamedLikeAnArgumentFileIsRead() throws IOException {
        Path text = Files.writeString(directory.resolve("@--force"), Corpus.ORIGINAL);
        CliRun run = CliRun.of("build", directory.resolve("index"), text, "--format", "json");
        assertEquals("1", run.object().get("documents"));
    }

    @Test
    void theBytesDoNotDependOnTheThreads() throws IOException {
        Path one = Corpus.index(directory.resolve("one"), "--threads", 1);
        Path four = Corpus.index(directory.resolve("four"), "--threads", 4);
        try (var files = Files.list(one)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".whs")).toList()) {
                assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(four.resolve(file.getFileName())));
            }
        }
    }
}
