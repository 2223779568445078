package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The copies that {@code dedup --write} makes: targets that are refused, formats, and runs that are cut short. */
class DedupTargetTest extends CommandFixture {
    private static final String TEXT = Corpus.words(1, 200);
    private static final String OTHER = Corpus.words(2, 200);
    private static final String DEDUP = "dedup $dump.jsonl --write $clean.jsonl";

    @BeforeEach
    void write() throws IOException {
        write("dump.jsonl", Corpus.record("a", TEXT) + Corpus.record("b", TEXT) + Corpus.record("c", OTHER));
    }

    @Test
    void aSourceIsNeverTheTarget() throws IOException {
        String before = read("dump.jsonl");
        Files.createSymbolicLink(path("link.jsonl"), path("dump.jsonl"));
        Files.createLink(path("hard.jsonl"), path("dump.jsonl"));
        write("folder/x.jsonl", before);
        write("clean.jsonl.unfinished", before);
        Files.createDirectory(path("other"));
        each("""
                dedup $dump.jsonl --write $dump.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $dump.jsonl --write $link.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $link.jsonl --write $dump.jsonl --force => 2 would replace the source $link.jsonl
                dedup $dump.jsonl --write $hard.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $folder --write $folder/clean => 2 would be inside the source $folder
                dedup $folder --write $folder/clean --temp $other => 2 would be inside the source $folder
                dedup $clean.jsonl.unfinished --write $clean.jsonl => 2 would replace the source $clean.jsonl.unfinished
                """);
        assertEquals(before, read("clean.jsonl.unfinished"));
        assertEquals(before, read("dump.jsonl"));
    }

    @Test
    void whatTheUserHasIsReplacedOnlyIfAsked() throws IOException {
        write("clean.jsonl", "mine");
        write("foreign.jsonl.dedup/mine", "mine");
        write("half.jsonl.unfinished", "mine");
        Files.createDirectory(path("copy.unfinished"));
        Corpus.write(path("source"));
        each(DEDUP + " => 1 --force replaces it\n" + """
                dedup $dump.jsonl --write $clean.jsonl/x => 1 is not a directory; create it first
                dedup $dump.jsonl --write $foreign.jsonl => 1 does not belong to this command
                dedup $dump.jsonl --write $half.jsonl => 1 would be replaced; remove it first
                dedup $source --write $copy => 1 would be replaced; remove it first
                """);
        for (String name : List.of("clean.jsonl", "foreign.jsonl.dedup/mine", "half.jsonl.unfinished")) {
            assertEquals("mine", read(name));
        }
        assertTrue(exists("copy.unfinished") && !exists("half.jsonl.dedup"));
        run(DEDUP + " --force").exits(0);
        assertEquals(2, linesOf("clean.jsonl").size());
    }

    @Test
    void whatCannotBeCopiedByRecordIsRefusedBeforeItIsRead() throws IOException {
        write("z.zip", Packed.zip("a.txt", Corpus.words(1, 50)));
        write("array.json", "[" + linesOf("dump.jsonl").get(0) + "]");
        write("t.txt", Corpus.words(1, 50));
        write("t.csv", "id,text\na,b\n");
        write("1.mbox", mail("a", TEXT));
        write("2.warc", warc("a", "resource", TEXT));
        each("""
                dedup $z.zip --write $clean.jsonl => 1 cannot be copied one by one: its format is zip
                dedup $array.json --write $clean.jsonl => 1 it is a JSON array
                dedup $t.txt --write $clean.jsonl => 1 has no records
                dedup $dump.jsonl --write $clean.jsonl.xz => 1 does not compress as xz
                dedup $t.csv $dump.jsonl --write $clean.jsonl => 1 tables are not joined
                dedup $1.mbox $2.warc --write $clean.jsonl => 1 records of several formats are not joined
                dedup $z.zip $array.json $t.txt $t.csv $dump.jsonl => 0
                """);
        assertFalse(exists("clean.jsonl") || exists("clean.jsonl.dedup"), "nothing is left behind");
    }

    /** Stops a run before it writes its copy, and leaves its work. */
    private void stop(String command, String clean) throws IOException {
        Files.createDirectory(path(clean + ".unfinished"));
        run(command).exits(1, "continue with --resume").printsNothing();
        assertTrue(exists(clean + ".dedup"));
        Files.delete(path(clean + ".unfinished"));
    }

    @Test
    void aFailedWriteIsResumed() throws IOException {
        stop(DEDUP, "clean.jsonl");
        CliRun resumed = run(DEDUP + " --resume --format csv").exits(0, "continuing the run in");
        assertEquals(2, linesOf("clean.jsonl").size());
        assertEquals("b,a,1,1.0,weighted-resemblance", resumed.lines().get(1));
        assertFalse(exists("clean.jsonl.dedup"));
        String paragraphs = "dedup $dump.jsonl --write $short.jsonl --max-cut 1 --paragraphs ";
        stop(paragraphs + "lines", "short.jsonl");
        each(paragraphs + "blocks --resume => 1 --paragraphs was lines");
        run(paragraphs + "lines --resume").exits(0).prints("b");
        assertEquals(Corpus.record("b", "").strip(), linesOf("short.jsonl").get(1));
        assertFalse(exists("short.jsonl.dedup"));
    }

    @Test
    void aResultThatCouldNotBePrintedIsPrintedByTheNextRun() throws IOException {
        printing(CliRun.failing(() -> new IOException("no space")), DEDUP)
                .exits(1, "no space; the finished steps are kept");
        assertEquals(2, linesOf("clean.jsonl").size(), "the output is complete");
        assertEquals(1, run(DEDUP + " --resume --format json").exits(0).lines().size());
    }

    @Test
    void aRunWithOtherSourcesOrOptionsIsNotResumed() throws IOException {
        stop(DEDUP, "clean.jsonl");
        each(DEDUP + " --resume --keep longest => 1 had other sources or options: --keep was first");
        write("dump.jsonl", read("dump.jsonl") + "\n");
        each(DEDUP + " --resume => 1 had other sources or options");
        assertFalse(exists("clean.jsonl"));
        run(DEDUP).exits(0, "the finished steps of an earlier run are discarded");
    }

    @Test
    void aDamagedSourceIsCopiedUpToTheDamageAndReported() throws IOException {
        byte[] all = Packed.gzip(bytes("dump.jsonl"));
        write("cut.jsonl.gz", Arrays.copyOf(all, all.length - 9));
        run("dedup $cut.jsonl.gz --write $clean.jsonl").exits(1, "cut.jsonl.gz breaks off");
        assertTrue(read("dump.jsonl").startsWith(read("clean.jsonl").substring(0, 1000)));
        run("dedup $cut.jsonl.gz --write $clean.jsonl --force --lenient").exits(0);
    }

    // Clean dumps of wikis, web archives and mailboxes.

    @Test
    void theCleanDumpOfAWikiIsADump() throws IOException {
        String head = "<mediawiki>\n  <siteinfo/>\n";
        List<String> pages = IntStream.range(0, 4)
                .mapToObj(n -> "  <page><title>T" + n + "</title><ns>0</ns><revision><text>"
                        + (n % 2 == 0 ? TEXT : OTHER) + "</text></revision></page>\n")
                .toList();
        write("wiki.xml.gz", Packed.gzip(head + String.join("", pages) + "</mediawiki>\n"));
        run("dedup $wiki.xml.gz --write $kept.xml").exits(0);
        // The spaces before a page belong to the page before it.
        assertEquals(head + pages.get(0) + pages.get(1) + "  </mediawiki>\n", read("kept.xml"));
        run("build $index $kept.xml").exits(0).prints("documents");
        write("second.xml", bytes("kept.xml"));
        each("dedup $kept.xml $second.xml --write $clean.xml => 1 are not joined to one");
    }

    private static String warc(String id, String type, String text) {
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://x.example/" + id
                + "\r\nContent-Type: text/plain\r\nContent-Length: " + text.length() + "\r\n\r\n" + text + "\r\n\r\n";
    }

    private static String mail(String id, String text) {
        return "From a@x.example Mon Jan  1 00:00:00 2001\nMessage-ID: <" + id + "@x.example>\n\n" + text + "\n\n";
    }

    private static byte[] members(String... records) {
        return Packed.concat(Stream.of(records).map(Packed::gzip).toArray(byte[][]::new));
    }

    @Test
    void recordsOfWebArchivesStayInTheirMembers() throws IOException {
        String info = warc("info", "warcinfo", "about");
        String a = warc("a", "resource", TEXT);
        String b = warc("b", "resource", TEXT + " more");
        String request = warc("b", "request", "GET / HTTP/1.1");
        String c = warc("c", "conversion", OTHER);
        write("1.warc.gz", members(info, a, request, b));
        write("2.warc.gz", members(b, c));
        CliRun run = run("dedup $1.warc.gz $2.warc.gz --write $clean.warc.gz --format tsv")
                .exits(0);
        assertEquals(3, run.lines().size(), run.out());
        assertArrayEquals(members(info, a, request, c), bytes("clean.warc.gz"));
        run("dedup $1.warc.gz $2.warc.gz --write $clean.warc").exits(0);
        assertEquals(info + a + request + c, read("clean.warc"), "an archive can be unpacked on the way");
        run("dedup $clean.warc --write $again.warc.gz").exits(0);
        assertArrayEquals(members(info, a, request, c), bytes("again.warc.gz"), "each record is a member");
    }

    @Test
    void mailboxesAreJoinedWithAnEmptyLine() throws IOException {
        String c = mail("c", OTHER).strip();
        write("1.mbox", mail("a", TEXT) + mail("b", TEXT) + c);
        write("2.mbox.gz", Packed.gzip(mail("d", OTHER) + mail("e", "short words")));
        run("dedup $1.mbox $2.mbox.gz --write $clean.mbox").exits(0);
        assertEquals(mail("a", TEXT) + c + "\n\n" + mail("e", "short words"), read("clean.mbox"));
    }

    @Test
    void filesOfADirectoryKeepTheirFormats() throws IOException {
        write("source/1.warc.gz", members(warc("a", "resource", TEXT), warc("b", "resource", TEXT)));
        write("source/2.mbox", mail("m", TEXT) + mail("n", OTHER));
        write("source/3.txt", OTHER);
        write("source/4.txt", Corpus.words(3, 100));
        run("dedup $source --write $clean").exits(0);
        assertArrayEquals(members(warc("a", "resource", TEXT)), bytes("clean/1.warc.gz"));
        assertEquals(mail("n", OTHER), read("clean/2.mbox"));
        assertFalse(exists("clean/3.txt"));
        assertEquals(Corpus.words(3, 100), read("clean/4.txt"));
    }

    // Templates, and the work of an index.

    /** Twelve pages of each of two sites: the same menu, other content. */
    @Test
    void templatesAreLeftOutOfTheDocumentsOfASeries() throws IOException {
        write(
                "pages.jsonl",
                IntStream.range(0, 24)
                        .mapToObj(i -> Corpus.record(
                                "site" + i % 2 + "/" + i,
                                Corpus.words(100 + i % 2, 300) + " " + Corpus.words(i == 22 ? 20 : i, 100)))
                        .collect(Collectors.joining()));
        CliRun all = run("dedup $pages.jsonl --measure resemblance --common-df none --format tsv");
        assertEquals(1 + 22, all.lines().size(), all.out());
        CliRun run = run("dedup $pages.jsonl --measure resemblance --series prefix:/ --templates $t.tsv --format json")
                .exits(0, "left out the templates of 2 series");
        assertEquals("site0/22 site0/20", run.row("drop keep"));
        assertTrue(read("t.tsv").contains("site0\t12\t"), read("t.tsv"));
        write("series.tsv", "site0/0\ts\nnowhere\ts\n");
        run("dedup $pages.jsonl --series $series.tsv").tells("--series names 1 document that the sources do not have");
        run("build $index $pages.jsonl --preset near-duplicates").exits(0);
        assertEquals(
                run.out(),
                run("dedup $index --measure resemblance --series prefix:/ --format json")
                        .out());
    }

    @Test
    void theWorkOfAnIndexCanBeKept() throws IOException {
        buildIndex("");
        String command = "dedup $index --min-score 20% --format json";
        String expected = run(command).out();
        assertEquals(expected, run(command + " --work $work").exits(0).out());
        assertFalse(exists("work"), "it is removed when the command is done");
        assertEquals(expected, run(command + " --work $work --resume").out());
    }

    // Runs that are cut short.

    /**
     * A run that was killed after any piece leaves a step, and more bytes than it counts.
     *
     * @param record the first record that is not copied
     * @param durable the bytes of the records before it, which are all that was written of the copy but its last piece
     */
    private void continueAt(String command, String clean, int record, byte[] durable, long found, String rest)
            throws IOException {
        stop(command, clean);
        write(clean + ".unfinished", Packed.concat(durable, Packed.utf8(rest)));
        write(
                clean + ".dedup/copied.step",
                "file=0\nrecord=" + record + "\nbytes=" + durable.length + "\nlineEnds=1\nfound=" + found
                        + "\nnotes=0\n");
        run(command + " --resume").exits(0);
    }

    @Test
    void aCopyThatStoppedIsContinued() throws IOException {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            records.add(Corpus.record(i, Corpus.words(i / 2 * (i % 3), 200)).strip());
        }
        write("dump.jsonl", String.join("\n", records) + "\n");
        String options = " --write-piece 4k";
        run("dedup $dump.jsonl --write $whole.jsonl.gz" + options).exits(0);
        byte[] all = bytes("whole.jsonl.gz");
        // The second piece begins at the second magic number after the first one.
        int end = IntStream.range(1, all.length - 3)
                .filter(i -> all[i] == 0x1f && all[i + 1] == (byte) 0x8b && all[i + 2] == 8)
                .skip(1)
                .findFirst()
                .orElseThrow();
        byte[] durable = Arrays.copyOf(all, end);
        List<String> done = new String(
                        new GZIPInputStream(new ByteArrayInputStream(durable)).readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        int record = records.indexOf(done.get(done.size() - 1)) + 2;
        String command = "dedup $dump.jsonl --write $clean.jsonl.gz" + options;
        continueAt(command, "clean.jsonl.gz", record, durable, record - 1 - done.size(), "half a piece");
        assertArrayEquals(all, bytes("clean.jsonl.gz"));
    }

    @Test
    void aCopyOfShortenedRecordsThatStoppedIsContinued() throws IOException {
        String frame = Corpus.words(1, 15);
        List<String> records = new ArrayList<>();
        for (int n = 0; n < 60; n++) {
            String line = n % 3 == 0 ? frame : Corpus.words(300 + n, 15);
            records.add(
                    Corpus.record(n, line + "\\n" + Corpus.words(100 + n, 40)).strip());
        }
        write("dump.jsonl", String.join("\n", records));
        String command = " --paragraphs lines --write-piece 1k --force";
        run("dedup $dump.jsonl --write $whole.jsonl" + command).exits(0);
        List<String> written = linesOf("whole.jsonl");
        assertEquals(19, records.stream().filter(r -> !written.contains(r)).count());
        for (int record : new int[] {2, 31, 60}) {
            byte[] durable = Packed.utf8(String.join("\n", written.subList(0, record - 1)) + "\n");
            long found = records.subList(0, record - 1).stream()
                    .filter(r -> !written.contains(r))
                    .count();
            continueAt(DEDUP + command, "clean.jsonl", record, durable, found, "{\"id\": half a rec");
            assertEquals(written, linesOf("clean.jsonl"));
        }
    }

    /**
     * Each file has a line that cannot be read. The report of it stops the run, which does not read on from the start.
     */
    @Test
    void readingThatStoppedContinuesAtTheFile() throws IOException {
        StringBuilder command = new StringBuilder("dedup");
        for (int file = 0; file < 5; file++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                String record = Corpus.record(i, Corpus.words(i % 4 == 0 ? i : 100 * file + i, 60));
                lines.append(i == 25 ? record.replace("\"}", "") : record);
            }
            write("part" + file + ".jsonl", lines.toString());
            command.append(" $part").append(file).append(".jsonl");
        }
        command.append(" --format json --run-text 1k --drop-unread --lenient --write ");
        CliRun whole = run(command + "$expected.jsonl").exits(0);
        for (int stop = 1; stop < 5; stop++) {
            String name = "part" + stop;
            interrupted(name + ".jsonl:26", command + "$clean" + stop + ".jsonl")
                    .exits(1);
            CliRun resumed = run(command + "$clean" + stop + ".jsonl --resume")
                    .exits(0, name + ".jsonl:26", "skipped 5 documents: invalid 5", "left out 5 records")
                    .omits("part" + (stop - 1) + ".jsonl:26");
            assertEquals(whole.out(), resumed.out());
            assertEquals(read("expected.jsonl"), read("clean" + stop + ".jsonl"));
        }
    }
}
