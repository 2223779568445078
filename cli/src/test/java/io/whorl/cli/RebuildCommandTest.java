package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.IngestCommand.SampledTexts;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.scheme.Scheme;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code rebuild}: the first index, replacement in one step, resumption, and the report. */
class RebuildCommandTest extends CliRun.Fixture {
    /** Writes 30 documents, of which 5 are repeated, and the same with a bad line between them. */
    @BeforeEach
    void build() throws IOException {
        buildIndex("");
        String lines =
                Repeated.text(30, i -> Corpus.record("d" + i, "of a common beginning " + Corpus.words(i % 25, 60)));
        write("dump.jsonl", lines);
        write("broken.jsonl", lines.replace("{\"id\":\"d20\"", "not json\n{\"id\":\"d20\""));
    }

    /** Asserts that an index has the bytes of one that is built with these options. */
    private void assertBuilt(String index, String options) throws IOException {
        run("build $bulk --force --lenient " + options).exits(0);
        assertArrayEquals(bytes(segment("bulk")), bytes(segment(index)));
    }

    @Test
    void theNewIndexReplacesTheOldOne() throws IOException {
        write("report.json", "earlier");
        Files.createLink(path("earlier.json"), path("report.json"));
        CliRun run =
                run("rebuild $index $dump.jsonl --format json --report $report.json --max-df 3 --check --run-text 1000")
                        .exits(0);
        // Only the chunk "of a common beginning" is in more than three documents.
        assertEquals("30 0 5 0 1", run.row("documents skipped exactDuplicates repeatedIds overMaxDf"));
        assertTrue(Integer.parseInt(run.row("runs")) > 5, run.out());
        run.prints("\"documents\":30,\"holder\":\"d", "\"text\":\"of a common beginning\"");
        for (String name : List.of("megabytesPerSecond", "bytesPerPosting", "temporaryBytes", "peakHeap")) {
            assertTrue(Double.parseDouble(run.row(name)) > 0, name);
        }
        assertEquals(run.out(), read("report.json"));
        assertEquals("earlier", read("earlier.json"), "the report is replaced when the new one is complete");
        run("check $index").exits(0);
        assertBuilt("index", "$dump.jsonl");
    }

    @Test
    void anIdThatIsTooLongIsReported() throws IOException {
        write("dump.jsonl", read("dump.jsonl") + Corpus.record("x".repeat(70_000), "some text"));
        CliRun run = run("rebuild $index $dump.jsonl --format json");
        assertEquals("30 1 1", run.row("documents skipped skippedInvalid"));
    }

    @Test
    void theReportIsReadable() {
        run("rebuild $index $broken.jsonl")
                .exits(1, "rebuilt $index")
                .prints(
                        "documents",
                        "exact duplicates",
                        "Skipped documents",
                        "broken.jsonl",
                        "The minutiae that most documents hold",
                        "of a common beginning",
                        "Examples of duplicates");
    }

    @Test
    void resumeContinuesAfterAnInterrupt() throws IOException {
        for (String index : List.of("index", "first")) {
            String rebuild = "rebuild $" + index + " $broken.jsonl --run-text 500 --step 2 ";
            interrupted("skipped", rebuild).exits(1, "interrupted", "--resume");
            if (index.equals("index")) {
                assertEquals("5", documents(index));
            } else {
                assertFalse(exists("first/MANIFEST"));
                each("stats $first => 1 rebuild --resume");
            }
            CliRun run =
                    run(rebuild.replace("--step 2", "--resume --format json")).exits(1);
            assertEquals("30 1 1 0", run.row("documents skipped skippedInvalid leftOutByRule"));
            assertTrue(Integer.parseInt(run.row("resumedDocuments")) > 10, run.out());
            assertBuilt(index, "$broken.jsonl --step 2");
            each(rebuild.replace("--step 2", "--resume") + " => 1 no unfinished rebuild");
        }
    }

    @Test
    void theFirstIndexHasTheSchemeOfTheOptionsAndTheNextKeepsIt() throws IOException {
        String options = " $dump.jsonl --preset near-duplicates --bits 48";
        run("rebuild $first" + options).exits(0, "there is no index at $first");
        assertBuilt("first", options);
        for (String[] change : new String[][] {
            {"", "\"bits\":48"}, {"--granularity 3", "\"granularity\":3"}, {"--unmask", "\"unmask\":true"}
        }) {
            run("rebuild $first $dump.jsonl " + change[0]).exits(0);
            run("stats $first").prints(change[1]);
        }
    }

    @Test
    void resumeRefusesOtherSourcesAndOptions() throws IOException {
        interrupted("skipped", "rebuild $index $broken.jsonl --run-text 500").exits(1);
        each("""
                rebuild $index $broken.jsonl --resume --min-document 3 => 1 was ; and is
                rebuild $index $broken.jsonl --resume --duplicates first => 1 was ; and is
                rebuild $index $broken.jsonl --resume --max-document 1m => 1 was ; and is
                rebuild $index $broken.jsonl --resume --text-field title => 1 was ; and is
                rebuild $index $broken.jsonl --resume $dump.jsonl => 1 was ; and is
                """);
        Path source = path("broken.jsonl");
        FileTime time = Files.getLastModifiedTime(source);
        Files.setLastModifiedTime(source, FileTime.fromMillis(time.toMillis() + 5_000));
        each("rebuild $index $broken.jsonl --resume => 1 time of $broken.jsonl");
        Files.writeString(source, Files.readString(source).replace("beginning", "beginninG"));
        Files.setLastModifiedTime(source, time);
        each("rebuild $index $broken.jsonl --resume => 1 digest of both ends of $broken.jsonl");
        assertEquals("5", documents("index"));
    }

    @Test
    void resumeRefusesAnIndexThatHasChanged() throws IOException {
        interrupted("skipped", "rebuild $index $broken.jsonl --run-text 500").exits(1);
        write("more.txt", Corpus.words(99, 50));
        run("add $index $more.txt").exits(0);
        each("rebuild $index $broken.jsonl --resume => 1 would not contain");
        assertEquals("6", documents("index"));
        run("rebuild $index $broken.jsonl --resume --force").exits(1);
        assertEquals("30", documents("index"));
    }

    @Test
    void aSchemeCanBeGivenAsStatsPrintsIt() throws IOException {
        run("build $other $dump.jsonl --granularity 2 --selection mod:m=3").exits(0);
        write("whole.json", run("stats $other --format json").out());
        String line = run("stats $other").lines().stream()
                .filter(l -> l.startsWith("scheme"))
                .findFirst()
                .orElseThrow();
        write("alone.json", line.replaceFirst("scheme *", ""));
        for (String scheme : List.of("whole", "alone")) {
            run("rebuild $index $dump.jsonl --scheme $" + scheme + ".json").exits(0);
            assertArrayEquals(bytes(segment("other")), bytes(segment("index")));
        }
        each("rebuild $index $dump.jsonl --scheme $dump.jsonl => 1 contains no scheme");
        assertEquals("30", documents("index"));
    }

    @Test
    void duplicatesAreLeftOutByThePolicy() throws IOException {
        run("rebuild $index $dump.jsonl --duplicates first --format json").gives("documents", "25");
    }

    /** A truncated gzip file: the documents before the cut are indexed. */
    @Test
    void theExitCodeTellsThatASourceBrokeOff() throws IOException {
        byte[] packed = Packed.gzip(bytes("dump.jsonl"));
        write("cut.jsonl.gz", Arrays.copyOf(packed, packed.length / 2));
        for (String lenient : List.of("", " --lenient")) {
            for (String command : List.of("rebuild $index", "build $built --force", "add $built")) {
                CliRun run = run(command + " $cut.jsonl.gz" + lenient).exits(lenient.isEmpty() ? 1 : 0);
                assertEquals(lenient.isEmpty(), run.err().contains("--lenient would make this exit code 0"), run.err());
            }
            int held = Integer.parseInt(documents("index"));
            assertTrue(held > 5 && held < 30, "documents: " + held);
            assertEquals(documents("index"), documents("built"));
        }
    }

    @Test
    void foreignFilesAndStrictReadingLeaveEverythingAsItIs() throws IOException {
        write("stranger/letter.txt", "mine");
        each("""
                rebuild $stranger $dump.jsonl => 1 letter.txt
                rebuild $index $broken.jsonl --strict => 1 --strict is set; the index is unchanged
                """);
        assertEquals("5", documents("index"));
        assertEquals(List.of("letter.txt"), names("stranger"));
    }

    @Test
    void resumeRefusesAPipe() throws Exception {
        assertEquals(
                0, new ProcessBuilder("mkfifo", path("pipe").toString()).start().waitFor());
        each("rebuild $index $pipe --resume => 2 cannot be read twice");
    }

    // The sample of texts in which the report looks for minutiae.

    private static byte[] numbered(int number) {
        return ByteBuffer.allocate(100).putInt(number).array();
    }

    @Test
    void theSampleHoldsAllTextsIfTheyFit() {
        SampledTexts sample = new SampledTexts(40, 10 * (40 + 4 + SampledTexts.OVERHEAD));
        for (int i = 0; i < 10; i++) {
            sample.add("d" + i, numbered(i));
        }
        assertEquals(10, sample.texts().size());
        assertArrayEquals(
                ByteBuffer.allocate(40).putInt(7).array(), sample.texts().get(7));
    }

    @Test
    void theSampleIsBoundedAndCoversTheWholeStream() {
        SampledTexts sample = new SampledTexts(1_000, 250_000);
        int[] quarters = new int[4];
        for (int i = 0; i < 100_000; i++) {
            sample.add("d" + i, numbered(i));
        }
        sample.texts().forEach(t -> quarters[ByteBuffer.wrap(t).getInt() / 25_000]++);
        int size = sample.texts().size();
        assertTrue(size > 300 && size <= 1_000, size + " texts");
        for (int quarter : quarters) {
            assertTrue(quarter > size / 8, java.util.Arrays.toString(quarters));
        }
    }

    @Test
    void theNumberOfEmptyTextsIsBounded() {
        SampledTexts sample = new SampledTexts(1_000, 10_000);
        for (int i = 0; i < 100_000; i++) {
            sample.add("d" + i, new byte[0]);
        }
        int size = sample.texts().size();
        assertTrue(size <= 10_000 / SampledTexts.OVERHEAD, size + " texts");
    }

    @Test
    void chunksOfMinutiaeAreFoundInTheSample() {
        Scheme scheme = Scheme.builder().granularity(2).build();
        SampledTexts sample = new SampledTexts(1_000, 10_000);
        sample.add("a", "red green blue".getBytes(StandardCharsets.UTF_8));
        sample.add("b", "blue red Green yellow".getBytes(StandardCharsets.UTF_8));
        sample.add("b", "black white".getBytes(StandardCharsets.UTF_8));
        long redGreen = minutia(scheme, "red green");
        long greenYellow = minutia(scheme, "green yellow");
        long nowhere = minutia(scheme, "black white");
        assertEquals(
                Map.of(redGreen, "red green", greenYellow, "green yellow"),
                sample.chunks(
                        scheme,
                        List.of(
                                new CommonMinutia(redGreen, 2, "a"),
                                new CommonMinutia(greenYellow, 2, "b"),
                                new CommonMinutia(nowhere, 2, "c"))));
    }

    private static long minutia(Scheme scheme, String numbered) {
        return Fingerprinter.of(scheme)
                .trace(numbered.getBytes(StandardCharsets.UTF_8))
                .get(0)
                .minutia();
    }
}
