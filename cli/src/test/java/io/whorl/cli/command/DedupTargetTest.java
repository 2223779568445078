package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that are refused, and runs that are cut short. */
class DedupTargetTest {
    @TempDir
    private Path directory;

    private Path dump;
    private Path clean;

    @BeforeEach
    void write() throws IOException {
        String text = Corpus.words(1, 200);
        dump = Files.write(
                directory.resolve("dump.jsonl"),
                List.of(
                        "{\"id\":\"a\",\"text\":\"" + text + "\"}",
                        "{\"id\":\"b\",\"text\":\"" + text + "\"}",
                        "{\"id\":\"c\",\"text\":\"" + Corpus.words(2, 200) + "\"}"));
        clean = directory.resolve("clean.jsonl");
    }

    private CliRun failed(String message, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = "dedup";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        CliRun run = CliRun.of(all);
        assertEquals(1, run.code(), () -> message + run.err());
        assertTrue(run.err().contains(message), () -> message + " is not in " + run.err());
        return run;
    }

    private void refused(String message, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = "dedup";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        CliRun run = CliRun.of(all);
        assertEquals(2, run.code(), () -> message + run.err());
        assertTrue(run.err().contains(message), () -> message + " is not in " + run.err());
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
        assertEquals(0, CliRun.of("dedup", dump, "--write", clean, "--force").code());
        assertEquals(2, Files.readAllLines(clean).size());
        failed("is not a directory; create it first", dump, "--write", directory.resolve("clean.jsonl/x"));
    }

    @Test
    void whatCannotBeCopiedByRecordIsRefusedBeforeItIsRead() throws IOException {
        Path zip = directory.resolve("z.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("a.txt"));
            out.write(Corpus.words(1, 50).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
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
    void aFailedWriteIsResumed() throws IOException {
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
        CliRun run = failed("continue with --resume", dump, "--write", clean);
        assertEquals("", run.out());
        assertTrue(Files.exists(directory.resolve("clean.jsonl.dedup")));
        Files.delete(obstacle);
        CliRun resumed = CliRun.of("dedup", dump, "--write", clean, "--resume", "--format", "csv");
        assertEquals(0, resumed.code(), resumed.err());
        assertTrue(resumed.err().contains("continuing the run in"), resumed.err());
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
        CliRun resumed = CliRun.of("dedup", dump, "--write", clean, "--resume", "--format", "json");
        assertEquals(0, resumed.code(), resumed.err());
        assertEquals(1, resumed.lines().size());
    }

    @Test
    void aRunWithOtherSourcesOrOptionsIsNotResumed() throws IOException {
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
        failed("continue with --resume", dump, "--write", clean);
        Files.delete(obstacle);
        failed(
                "had other sources or options: --keep was first",
                dump,
                "--write",
                clean,
                "--resume",
                "--keep",
                "longest");
        Files.writeString(dump, Files.readString(dump) + "\n");
        failed("had other sources or options", dump, "--write", clean, "--resume");
        assertFalse(Files.exists(clean));
        CliRun anew = CliRun.of("dedup", dump, "--write", clean);
        assertEquals(0, anew.code(), anew.err());
        assertTrue(anew.err().contains("the finished steps of an earlier run are discarded"), anew.err());
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
        Path packed = directory.resolve("cut.jsonl.gz");
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.util.zip.GZIPOutputStream gzip = new java.util.zip.GZIPOutputStream(bytes)) {
            gzip.write(Files.readAllBytes(dump));
        }
        byte[] all = bytes.toByteArray();
        Files.write(packed, java.util.Arrays.copyOf(all, all.length - 9));
        CliRun run = CliRun.of("dedup", packed, "--write", clean);
        assertEquals(1, run.code(), run.err());
        assertTrue(run.err().contains("cut.jsonl.gz breaks off"), run.err());
        assertTrue(Files.readString(dump).startsWith(Files.readString(clean).substring(0, 1000)));
        assertEquals(
                0,
                CliRun.of("dedup", packed, "--write", clean, "--force", "--lenient")
                        .code());
    }
}
