package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.Streams;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that are refused, and runs that are cut short. */
class DedupTargetTest {
    @TempDir
    private Path directory;

    private Path dump;
    private Path clean;
    private static final String TEXT = Corpus.words(1, 200);
    private static final String OTHER = Corpus.words(2, 200);

    @BeforeEach
    void write() throws IOException {
        dump = Files.writeString(
                directory.resolve("dump.jsonl"),
                Corpus.record("a", TEXT) + Corpus.record("b", TEXT) + Corpus.record("c", OTHER));
        clean = directory.resolve("clean.jsonl");
    }

    private CliRun failed(String message, Object... arguments) {
        return CliRun.of("dedup", arguments).exits(1, message);
    }

    private void refused(String message, Object... arguments) {
        CliRun.of("dedup", arguments).exits(2, message);
    }

    @Test
    void aSourceIsNeverTheTarget() throws IOException {
        String before = Files.readString(dump);
        refused("would replace the source " + dump, dump, "--write", dump, "--force");
        Path link = Files.createSymbolicLink(directory.resolve("link.jsonl"), dump);
        refused("would replace the source " + dump, dump, "--write", link, "--force");
        refused("would replace the source " + link, link, "--write", dump, "--force");
        Path hard = Files.createLink(directory.resolve("hard.jsonl"), dump);
        refused("would replace the source " + dump, dump, "--write", hard, "--force");
        Path folder = Files.createDirectories(directory.resolve("folder"));
        Files.copy(dump, folder.resolve("x.jsonl"));
        refused("would be inside the source " + folder, folder, "--write", folder.resolve("clean"));
        Path other = Files.createDirectories(directory.resolve("temp"));
        refused("would be inside the source " + folder, folder, "--write", folder.resolve("clean"), "--temp", other);
        Path unfinished = Files.copy(dump, directory.resolve("clean.jsonl.unfinished"));
        refused("would replace the source " + unfinished, unfinished, "--write", clean);
        assertEquals(before, Files.readString(unfinished));
        assertEquals(before, Files.readString(dump));
    }

    @Test
    void anExistingFileIsReplacedOnlyIfAsked() throws IOException {
        Files.writeString(clean, "mine");
        failed("--force replaces it", dump, "--write", clean);
        assertEquals("mine", Files.readString(clean));
        CliRun.of("dedup", dump, "--write", clean, "--force").exits(0);
        assertEquals(2, Files.readAllLines(clean).size());
        failed("is not a directory; create it first", dump, "--write", directory.resolve("clean.jsonl/x"));
    }

    @Test
    void whatCannotBeCopiedByRecordIsRefusedBeforeItIsRead() throws IOException {
        Path zip = Files.write(directory.resolve("z.zip"), Packed.zip("a.txt", Corpus.words(1, 50)));
        failed("cannot be copied one by one: its format is zip", zip, "--write", clean);
        Path array = Files.writeString(
                directory.resolve("array.json"), "[" + Files.readAllLines(dump).get(0) + "]");
        failed("it is a JSON array", array, "--write", clean);
        Path text = Files.writeString(directory.resolve("t.txt"), Corpus.words(1, 50));
        failed("has no records", text, "--write", clean);
        failed("does not compress as xz", dump, "--write", directory.resolve("clean.jsonl.xz"));
        Path csv = Files.writeString(directory.resolve("t.csv"), "id,text\na,b\n");
        failed("tables are not joined", csv, dump, "--write", clean);
        assertFalse(Files.exists(clean));
        assertFalse(Files.exists(directory.resolve("clean.jsonl.dedup")), "nothing is left behind");
        assertEquals(0, CliRun.of("dedup", zip, array, text, csv, dump).code(), "without --write all can be read");
    }

    @Test
    void theCleanDumpOfAWikiIsADump() throws IOException {
        String[] pages = new String[4];
        for (int n = 0; n < pages.length; n++) {
            pages[n] = "  <page><title>T" + n + "</title><ns>0</ns><revision><text>" + (n % 2 == 0 ? TEXT : OTHER)
                    + "</text></revision></page>\n";
        }
        String head = "<mediawiki>\n  <siteinfo/>\n";
        Path wiki = Files.write(
                directory.resolve("wiki.xml.gz"), Packed.gzip(head + String.join("", pages) + "</mediawiki>\n"));
        Path kept = directory.resolve("kept.xml");
        CliRun.of("dedup", wiki, "--write", kept).exits(0);
        // The spaces before a page belong to the page before it.
        assertEquals(head + pages[0] + pages[1] + "  </mediawiki>\n", Files.readString(kept));
        CliRun.of("build", directory.resolve("index"), kept).exits(0).prints("documents");
        Path second = Files.copy(kept, directory.resolve("second.xml"));
        failed("are not joined to one", kept, second, "--write", clean);
    }

    @Test
    void aFailedWriteIsResumed() throws IOException {
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
        CliRun run = failed("continue with --resume", dump, "--write", clean).printsNothing();
        assertTrue(Files.exists(directory.resolve("clean.jsonl.dedup")));
        Files.delete(obstacle);
        CliRun resumed = CliRun.of("dedup", dump, "--write", clean, "--resume", "--format", "csv")
                .exits(0, "continuing the run in");
        assertEquals(2, Files.readAllLines(clean).size());
        assertEquals("b,a,1,1.0,weighted-resemblance", resumed.lines().get(1));
        assertFalse(Files.exists(directory.resolve("clean.jsonl.dedup")));
    }

    @Test
    void aResultThatCouldNotBePrintedIsPrintedByTheNextRun() throws IOException {
        Writer full = new Writer() {
            @Override
            public void write(char[] chars, int from, int length) throws IOException {
                throw new IOException("no space");
            }

            @Override
            public void flush() throws IOException {
                throw new IOException("no space");
            }

            @Override
            public void close() {}
        };
        StringWriter err = new StringWriter();
        int code = CliRun.withStreams(
                CliRun.streams("", full, err), "dedup", dump.toString(), "--write", clean.toString());
        assertEquals(1, code, err.toString());
        assertTrue(err.toString().contains("no space; the finished steps are kept"), err.toString());
        assertEquals(2, Files.readAllLines(clean).size(), "the output is complete");
        CliRun resumed = CliRun.of("dedup", dump, "--write", clean, "--resume", "--format", "json")
                .exits(0);
        assertEquals(1, resumed.lines().size());
    }

    @Test
    void aRunWithOtherSourcesOrOptionsIsNotResumed() throws IOException {
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
        failed("continue with --resume", dump, "--write", clean);
        Files.delete(obstacle);
        failed("had other sources or options: --keep was first", dump, "--write", clean, "--resume --keep longest");
        Files.writeString(dump, Files.readString(dump) + "\n");
        failed("had other sources or options", dump, "--write", clean, "--resume");
        assertFalse(Files.exists(clean));
        CliRun.of("dedup", dump, "--write", clean).exits(0, "the finished steps of an earlier run are discarded");
    }

    @Test
    void aDirectoryOfOtherFilesIsNotUsed() throws IOException {
        Path other = Files.createDirectories(directory.resolve("clean.jsonl.dedup"));
        Files.writeString(other.resolve("mine"), "mine");
        failed("does not belong to this command", dump, "--write", clean);
        assertEquals("mine", Files.readString(other.resolve("mine")));
    }

    @Test
    void anUnfinishedDirectoryOfTheUserIsNotReplaced() throws IOException {
        Path source = Corpus.write(directory.resolve("source"));
        Path mine = Files.createDirectories(directory.resolve("copy.unfinished"));
        failed("would be replaced; remove it first", source, "--write", directory.resolve("copy"));
        assertTrue(Files.exists(mine));
    }

    @Test
    void anUnfinishedFileOfTheUserIsNotReplaced() throws IOException {
        Path mine = Files.writeString(directory.resolve("clean.jsonl.unfinished"), "mine");
        failed("would be replaced; remove it first", dump, "--write", clean);
        assertEquals("mine", Files.readString(mine));
        assertFalse(Files.exists(directory.resolve("clean.jsonl.dedup")));
    }

    @Test
    void aDamagedSourceIsCopiedUpToTheDamageAndReported() throws IOException {
        byte[] all = Packed.gzip(Files.readAllBytes(dump));
        Path packed = Files.write(directory.resolve("cut.jsonl.gz"), Arrays.copyOf(all, all.length - 9));
        CliRun.of("dedup", packed, "--write", clean).exits(1, "cut.jsonl.gz breaks off");
        assertTrue(Files.readString(dump).startsWith(Files.readString(clean).substring(0, 1000)));
        CliRun.of("dedup", packed, "--write", clean, "--force", "--lenient").exits(0);
    }

    // Clean dumps of web archives and mailboxes, repeated ids, templates, and the work of an index.

    private static String warc(String id, String type, String text) {
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://x.example/" + id
                + "\r\nContent-Type: text/plain\r\nContent-Length: " + text.length() + "\r\n\r\n" + text + "\r\n\r\n";
    }

    private static String mail(String id, String text) {
        return "From a@x.example Mon Jan  1 00:00:00 2001\nMessage-ID: <" + id + "@x.example>\n\n" + text + "\n\n";
    }

    private static byte[] members(String... records) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String record : records) {
            all.write(Packed.gzip(record));
        }
        return all.toByteArray();
    }

    @Test
    void recordsOfWebArchivesStayInTheirMembers() throws IOException {
        String info = warc("info", "warcinfo", "about");
        String a = warc("a", "resource", TEXT);
        String b = warc("b", "resource", TEXT + " more");
        String request = warc("b", "request", "GET / HTTP/1.1");
        String c = warc("c", "conversion", OTHER);
        Path first = Files.write(directory.resolve("1.warc.gz"), members(info, a, request, b));
        Path second = Files.write(directory.resolve("2.warc.gz"), members(b, c));
        Path clean = directory.resolve("clean.warc.gz");
        CliRun run = CliRun.of("dedup", first, second, "--write", clean, "--format", "tsv")
                .exits(0);
        assertEquals(3, run.lines().size(), run.out());
        assertArrayEquals(members(info, a, request, c), Files.readAllBytes(clean));
        Path plain = directory.resolve("clean.warc");
        assertEquals(
                0, CliRun.of("dedup", first, second, "--write", plain).code(), "an archive can be unpacked on the way");
        assertEquals(info + a + request + c, Files.readString(plain));
        Path packed = directory.resolve("again.warc.gz");
        CliRun.of("dedup", plain, "--write", packed).exits(0);
        assertArrayEquals(members(info, a, request, c), Files.readAllBytes(packed), "each record is a member");
    }

    @Test
    void mailboxesAreJoinedWithAnEmptyLine() throws IOException {
        Path first = Files.writeString(
                directory.resolve("1.mbox"),
                mail("a", TEXT) + mail("b", TEXT) + mail("c", OTHER).strip());
        Path second =
                Files.write(directory.resolve("2.mbox.gz"), Packed.gzip(mail("d", OTHER) + mail("e", "short words")));
        Path clean = directory.resolve("clean.mbox");
        CliRun.of("dedup", first, second, "--write", clean).exits(0);
        assertEquals(
                mail("a", TEXT) + mail("c", OTHER).strip() + "\n\n" + mail("e", "short words"),
                Files.readString(clean));
    }

    @Test
    void filesOfADirectoryKeepTheirFormats() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        Files.write(source.resolve("1.warc.gz"), members(warc("a", "resource", TEXT), warc("b", "resource", TEXT)));
        Files.writeString(source.resolve("2.mbox"), mail("m", TEXT) + mail("n", OTHER));
        Files.writeString(source.resolve("3.txt"), OTHER);
        Files.writeString(source.resolve("4.txt"), Corpus.words(3, 100));
        Path clean = directory.resolve("clean");
        CliRun.of("dedup", source, "--write", clean).exits(0);
        assertArrayEquals(members(warc("a", "resource", TEXT)), Files.readAllBytes(clean.resolve("1.warc.gz")));
        assertEquals(mail("n", OTHER), Files.readString(clean.resolve("2.mbox")));
        assertFalse(Files.exists(clean.resolve("3.txt")));
        assertEquals(Corpus.words(3, 100), Files.readString(clean.resolve("4.txt")));
    }

    @Test
    void formatsAreNotMixedInOneFile() throws IOException {
        Path box = Files.writeString(directory.resolve("1.mbox"), mail("a", TEXT));
        Path archive = Files.writeString(directory.resolve("2.warc"), warc("a", "resource", TEXT));
        CliRun.of("dedup", box, archive, "--write", directory.resolve("clean"))
                .exits(1, "records of several formats are not joined");
    }

    @Test
    void repeatedIdsAreCounted() throws IOException {
        Path dump = Files.writeString(
                directory.resolve("dump.jsonl"),
                Corpus.record("x", TEXT)
                        + Corpus.record("x", OTHER)
                        + Corpus.record("x", Corpus.words(5, 100))
                        + Corpus.record("y", TEXT));
        Path summary = directory.resolve("summary.json");
        CliRun.of("dedup", dump, "--summary", summary)
                .exits(0, "2 documents have an id that an earlier document has, such as x");
        assertTrue(Files.readString(summary).contains("\"repeatedIds\":2"), Files.readString(summary));
    }

    /** Ten pages of two sites: the same menu, other content. */
    private Path templated() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            String text = Corpus.words(100 + i % 2, 300) + " " + Corpus.words(i == 22 ? 20 : i, 100);
            lines.append(Corpus.record("site" + i % 2 + "/" + i, text));
        }
        return Files.writeString(directory.resolve("pages.jsonl"), lines);
    }

    @Test
    void templatesAreLeftOutOfTheDocumentsOfASeries() throws IOException {
        Path pages = templated();
        CliRun all = CliRun.of("dedup", pages, "--measure", "resemblance", "--common-df", "none", "--format", "tsv");
        assertEquals(1 + 22, all.lines().size(), all.out());
        Path table = directory.resolve("templates.tsv");
        CliRun run = CliRun.of(
                        "dedup", pages, "--measure resemblance --series prefix:/ --templates", table, "--format tsv")
                .exits(0);
        assertEquals(2, run.lines().size(), run.out());
        assertTrue(run.lines().get(1).startsWith("site0/22\tsite0/20\t"), run.out());
        run.tells("left out the templates of 2 series");
        assertTrue(Files.readString(table).contains("site0\t12\t"), Files.readString(table));
        Path series = Files.writeString(directory.resolve("series.tsv"), "site0/0\ts\nnowhere\ts\n");
        CliRun.of("dedup", pages, "--series", series).tells("--series names 1 document that the sources do not have");
        Path index = directory.resolve("index");
        CliRun.of("build", index, pages, "--preset", "near-duplicates").exits(0);
        CliRun ofIndex =
                CliRun.of("dedup", index, "--measure", "resemblance", "--series", "prefix:/", "--format", "tsv");
        assertEquals(run.lines().get(1), ofIndex.lines().get(1), ofIndex.err());
        assertEquals(2, CliRun.of("dedup", pages, "--templates", table).code(), "--templates needs --series");
    }

    @Test
    void theWorkOfAnIndexCanBeKept() throws IOException {
        Path index = Corpus.index(directory);
        Path work = directory.resolve("work");
        CliRun expected = CliRun.of("dedup", index, "--min-score", "20%", "--format", "json");
        CliRun run = CliRun.of("dedup", index, "--min-score", "20%", "--format", "json", "--work", work)
                .exits(0);
        assertEquals(expected.out(), run.out());
        assertFalse(Files.exists(work), "it is removed when the command is done");
        assertEquals(
                expected.out(),
                CliRun.of("dedup", index, "--min-score", "20%", "--format", "json", "--work", work, "--resume")
                        .out());
        CliRun.of("dedup", index, "--resume").exits(2);
        Path source = directory.resolve("sources");
        CliRun.of("dedup", source, "--work", work).exits(2, "--work is for an index");
    }

    @Test
    void aCopyThatStoppedIsContinued() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            lines.append(Corpus.record(i, Corpus.words(i / 2 * (i % 3), 200)));
        }
        Path dump = Files.writeString(directory.resolve("dump.jsonl"), lines);
        Path whole = directory.resolve("whole.jsonl.gz");
        CliRun.of("dedup", dump, "--write", whole, "--write-piece", "4k").exits(0);
        Path clean = directory.resolve("clean.jsonl.gz");
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.gz.unfinished"));
        CliRun.of("dedup", dump, "--write", clean, "--write-piece", "4k").exits(1);
        Files.delete(obstacle);
        // What a run that was killed after two pieces leaves: a step, and more bytes than it counts.
        byte[] all = Files.readAllBytes(whole);
        int pieces = 0;
        int end = 0;
        for (int i = 1; i < all.length - 3 && pieces < 2; i++) {
            if (all[i] == 0x1f && all[i + 1] == (byte) 0x8b && all[i + 2] == 8) {
                pieces++;
                end = i;
            }
        }
        assertEquals(2, pieces);
        String done = new String(
                new GZIPInputStream(new ByteArrayInputStream(all, 0, end)).readAllBytes(), StandardCharsets.UTF_8);
        String last = done.strip().substring(done.strip().lastIndexOf('\n') + 1);
        int record = List.of(lines.toString().split("\n")).indexOf(last) + 2;
        long dropped = record - 1 - done.lines().count();
        Files.write(directory.resolve("clean.jsonl.gz.unfinished"), java.util.Arrays.copyOf(all, end + 100));
        Files.writeString(
                directory.resolve("clean.jsonl.gz.dedup").resolve("copied.step"),
                "file=0\nrecord=" + record + "\nbytes=" + end + "\nlineEnds=1\nfound=" + dropped + "\nnotes=0\n");
        CliRun.of("dedup", dump, "--write", clean, "--write-piece", "4k", "--resume")
                .exits(0);
        assertArrayEquals(all, Files.readAllBytes(clean));
    }

    /**
     * Each file has a line that cannot be read. The report of it stops the run, which does not read on from the start.
     */
    @Test
    void readingThatStoppedContinuesAtTheFile() throws IOException {
        List<Object> run = new ArrayList<>(List.of("dedup"));
        for (int file = 0; file < 5; file++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                String text = Corpus.words(i % 4 == 0 ? i : 100 * file + i, 60);
                lines.append("{\"id\":\"").append(i).append("\",\"text\":\"").append(text);
                lines.append(i == 25 ? "\n" : "\"}\n");
            }
            run.add(Files.writeString(directory.resolve("part" + file + ".jsonl"), lines)
                    .toString());
        }
        run.addAll(List.of("--format", "json", "--run-text", "1k", "--drop-unread", "--lenient"));
        Path expected = directory.resolve("expected.jsonl");
        List<Object> whole = new ArrayList<>(run);
        whole.addAll(List.of("--write", expected));
        String out = CliRun.of(whole.toArray()).exits(0).out();
        for (int stop = 1; stop < 5; stop++) {
            String name = "part" + stop;
            StringWriter err = new StringWriter() {
                @Override
                public void write(String text, int from, int length) {
                    super.write(text, from, length);
                    if (text.contains("skipped") && text.contains(name)) {
                        Thread.currentThread().interrupt();
                    }
                }
            };
            Path clean = directory.resolve("clean" + stop + ".jsonl");
            List<Object> stopped = new ArrayList<>(run);
            stopped.addAll(List.of("--write", clean));
            Streams streams = new Streams(System.in, new StringWriter(), new PrintWriter(err, true), () -> false);
            int code = CliRun.withStreams(
                    streams, stopped.stream().map(Object::toString).toArray(String[]::new));
            // Also clears the interrupt for the rest of this thread.
            assertTrue(Thread.interrupted());
            assertEquals(1, code, err.toString());
            stopped.add("--resume");
            CliRun resumed = CliRun.of(stopped.toArray())
                    .exits(0)
                    .tells(name + ".jsonl:26", "skipped 5 documents: invalid 5", "left out 5 records")
                    .omits("part" + (stop - 1) + ".jsonl:26");
            assertEquals(out, resumed.out());
            assertEquals(-1, Files.mismatch(expected, clean));
        }
    }
}
