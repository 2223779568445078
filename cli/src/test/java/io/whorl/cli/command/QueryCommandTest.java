package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code query} with texts and with sources of texts. */
class QueryCommandTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path original;
    private static final String OTHER = Corpus.words(3, 300);

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
        original = directory.resolve("sources").resolve("original.txt");
    }

    @Test
    void versionsAndPartsAreRanked() throws IOException {
        List<Map<String, String>> found = query("--format", "json").objects();
        assertEquals(
                List.of("rank", "id", "score", "shared", "percent", "resemblance", "containment", "contained"),
                List.copyOf(found.get(0).keySet()));
        assertEquals(List.of("original.txt", "version.txt", "part.txt"), CliRun.values(found, "id"));
        assertEquals(List.of("1", "2", "3"), CliRun.values(found, "rank"));
        assertEquals(List.of("397", "397", "97"), CliRun.values(found, "shared"));
        Map<String, String> part = found.get(2);
        assertEquals(100.0 * 97 / 397, Double.parseDouble(part.get("percent")), 1e-12);
        assertEquals(part.get("percent"), part.get("score"));
        assertEquals(97.0 / 397, Double.parseDouble(part.get("resemblance")), 1e-12);
        assertEquals(97.0 / 397, Double.parseDouble(part.get("containment")), 1e-12);
        assertEquals(1.0, Double.parseDouble(part.get("contained")), 1e-12);
    }

    @Test
    void theMeasureDecidesTheScore() throws IOException {
        CliRun run = CliRun.of(
                "query", index, original, "--format", "json", "--measure", "contained", "--min-score", 0.9, "--top", 2);
        List<Map<String, String>> found = run.objects();
        assertEquals(List.of("original.txt", "part.txt"), CliRun.values(found, "id"));
        assertEquals("1.0", found.get(1).get("score"));
        Map<String, String> first =
                query("--format", "json", "--measure", "shared").objects().get(0);
        assertEquals("397", first.get("score"));
    }

    @Test
    void aSampleGivesEstimatesAndSaysSo() throws IOException {
        CliRun run = CliRun.of(
                        "query", index, original, "--sample-minutiae", 40, "--sample-seed", "0x2a", "--format", "json")
                .exits(0, "looked up 40 of 397 minutiae, so the figures are estimates");
        Map<String, String> first = run.objects().get(0);
        assertEquals("40", first.get("lookedUp"));
        assertEquals("40", first.get("shared"));
        assertEquals(100.0, Double.parseDouble(first.get("percent")));
        CliRun all = query("--sample-minutiae", 1_000, "--format", "json");
        assertEquals("", all.err());
        assertEquals("397", all.objects().get(0).get("lookedUp"));
    }

    @Test
    void aSampleThatCannotBeUsedIsRefused() {
        query("--sample-seed", 1).exits(2, "--sample-seed has no effect without --sample-minutiae");
        query("--sample-minutiae", 0).exits(2, "sample is 0; it must be from 1");
        query("--sample-minutiae", 9, "--measure", "weighted-resemblance")
                .exits(2, "cannot estimate weighted-resemblance");
    }

    @Test
    void severalQueriesAreNamedAndKeepTheirOrder() throws IOException {
        List<Object> arguments =
                new ArrayList<>(List.of("query", index, "--threads", 3, "--top", 1, "--format", "json"));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String name = i % 2 == 0 ? "original.txt" : "other.txt";
            arguments.add(directory.resolve("sources").resolve(name));
            expected.add(name);
        }
        List<Map<String, String>> found = CliRun.of(arguments).objects();
        assertEquals(expected, CliRun.values(found, "query"));
        assertEquals(expected, CliRun.values(found, "id"));
        assertEquals("query", found.get(0).keySet().iterator().next());
    }

    @Test
    void aSingleQueryCanBeNamed() throws IOException {
        CliRun run =
                CliRun.withInput(Corpus.ORIGINAL, "query", index, "-", "--id", "mine", "--top", 1, "--format", "json");
        assertEquals("mine", run.object().get("query"));
        query(original, "--id", "mine").exits(2);
    }

    @Test
    void anEmptyFingerprintIsAWarningWithoutMatches() {
        CliRun.withInput("...", "query", index, "-").exits(0).printsNothing().tells("no minutiae");
    }

    @Test
    void aTextShorterThanAChunkMatchesOnlyItself() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("brief"));
        for (String name : List.of("one", "two", "other")) {
            Files.writeString(sources.resolve(name + ".txt"), name.equals("other") ? "other words" : "two words");
        }
        Path brief = directory.resolve("brief.index");
        CliRun.of("build", brief, sources).omits("no minutiae");
        CliRun run = CliRun.withInput("Two words", "query", brief, "-", "--measure", "resemblance", "--format", "tsv");
        assertEquals(3, run.lines().size(), run.out());
        assertTrue(run.lines().get(1).startsWith("1\tone.txt\t1.0\t"), run.out());
        run.tells("is too short: it is less than a chunk of 4 words");
        CliRun.withInput("words", "query", brief, "-").printsNothing().tells("is too short");
        CliRun.of("pairs", brief, "--format", "tsv").prints("\none.txt\ttwo.txt\t1.0\t");
        CliRun dropped = CliRun.of("dedup", sources, "--format", "tsv").prints("\ntwo.txt\tone.txt\t1\t1.0\t");
        assertEquals(2, dropped.lines().size(), dropped.out());
    }

    @Test
    void ignoredMinutiaeAreReported() throws IOException {
        CliRun run = query("--max-df", 2, "--format", "json");
        // Three documents hold the 97 minutiae of part.txt.
        run.tells("ignored 97 of 397 minutiae");
        assertEquals(List.of("300", "300"), run.values("shared"));
        CliRun unlimited = query("--max-df", "none", "--format", "json");
        assertEquals("397", unlimited.objects().get(0).get("shared"));
    }

    @Test
    void aQueryCanHaveItsOwnSelection() throws IOException {
        CliRun run = query("--query-selection", "first-r:r=5", "--format", "json");
        assertEquals("5", run.objects().get(0).get("shared"));
    }

    @Test
    void sketchesSupportResemblanceOnly() throws IOException {
        Path sketches = Corpus.index(directory.resolve("sketches"), "--selection", "min-s:s=50");
        CliRun run = CliRun.of("query", sketches, original, "--format", "json").exits(0);
        Map<String, String> first = run.objects().get(0);
        assertEquals("1.0", first.get("resemblance"));
        assertEquals(first.get("resemblance"), first.get("score"));
        assertFalse(first.containsKey("containment"));
        for (String measure : List.of("percent", "containment", "contained")) {
            CliRun refused = CliRun.of("query", sketches, original, "--measure", measure);
            assertEquals(2, refused.code(), measure);
            refused.printsNothing();
        }
    }

    @Test
    void idsAreEscapedInTsv() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("dump.jsonl"), "{\"id\":\"a\\tb\\\\c\\nd\",\"text\":\"" + Corpus.ORIGINAL + "\"}\n");
        Path strange = directory.resolve("strange");
        CliRun.of("build", strange, lines).exits(0);
        List<String> found =
                CliRun.of("query", strange, original, "--format", "tsv").lines();
        assertEquals(2, found.size());
        assertEquals("a\\tb\\\\c\\nd", found.get(1).split("\t")[1]);
    }

    @Test
    void theDefaultIsATable() {
        List<String> lines = query().lines();
        assertEquals("rank  document       score  shared  percent  resemblance  containment  contained", lines.get(0));
        assertEquals("   1  original.txt  100.00     397   100.00       1.0000       1.0000     1.0000", lines.get(1));
    }

    @Test
    void unreachableThresholdsAreRefused() {
        query("--measure", "resemblance", "--min-score", 50).exits(2);
        query("--min-score", 101).exits(2);
        query("--measure", "shared", "--min-score", 101).exits(0);
    }

    @Test
    void frequencyMeasuresRankByWordCounts() throws IOException {
        Path words = Corpus.index(directory.resolve("words"), "--granularity", 1, "--frequencies");
        for (String measure : List.of(
                "inner-product",
                "normalised-inner-product",
                "cosine",
                "identity-1",
                "identity-2",
                "identity-3",
                "identity-4",
                "identity-5",
                "weighted-resemblance",
                "weighted-containment")) {
            CliRun run = CliRun.of("query", words, original, "--format", "json", "--measure", measure, "--self")
                    .exits(0);
            Map<String, String> itself = run.objects().stream()
                    .filter(m -> m.get("id").equals("original.txt"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(itself.get("self"), itself.get("score"), measure);
            assertTrue(Double.parseDouble(itself.get("score")) > 0, measure);
        }
        // Three of the five documents hold 100 of its words, two hold the other 300, each word once. The score is the
        // sum
        // of N / f_t.
        Map<String, String> first = CliRun.of("query", words, original, "--format", "json", "--measure", "identity-5")
                .objects()
                .get(0);
        assertEquals("original.txt", first.get("id"));
        assertEquals(100 * 5 / 3.0 + 300 * 5 / 2.0, Double.parseDouble(first.get("score")), 1e-6);
    }

    @Test
    void frequencyMeasuresNeedAnIndexWithFrequencies() {
        query("--measure", "cosine").exits(2).printsNothing().tells("--frequencies");
        query("--measure", "weighted-containment", "--min-score", 1.5).exits(2);
    }

    @Test
    void knownIsTheShareOfTheQueryThatTheIndexHas() throws IOException {
        // 397 chunks of the original, and 397 that no document has.
        String text = Corpus.ORIGINAL + " " + Corpus.words(9, 397);
        CliRun run = CliRun.withInput(text, "query", index, "-", "--format", "json", "--known", "--top", 1);
        assertEquals(0.5, Double.parseDouble(run.object().get("known")), 1e-12);
        assertFalse(run.object().containsKey("self"));
        CliRun.withInput(Corpus.words(9, 50), "query", index, "-", "--known")
                .tells("no document matches; known 0.0000");
    }

    private CliRun query(Object... options) {
        return CliRun.of("query", index, original, options);
    }

    @Test
    void aPercentageIsRelativeToTheHighestScore() {
        assertEquals(query("--min-score", 50).out(), query("--min-score", "50%").out());
        assertEquals(2 + 1, query("--min-score", "50%").lines().size());
        assertEquals(
                query("--measure", "contained", "--min-score", 0.5).out(),
                query("--measure", "contained", "--min-score", "50%").out());
        assertEquals(
                CliRun.of("pairs", index, "--min-score", 0.8).out(),
                CliRun.of("pairs", index, "--min-score", "80%").out());
        assertEquals(2, query("--measure", "shared", "--min-score", "50%").code());
        assertEquals(2, query("--min-score", "101%").code());
        assertEquals(2, query("--min-score", "half").code());
    }

    @Test
    void aShareForTheMeasurePercentIsAWarning() {
        assertTrue(
                query("--min-score", 0.5).err().contains("give --min-score 50%"),
                query("--min-score", 0.5).err());
        assertFalse(query("--min-score", 5).err().contains("warning"));
        assertFalse(query("--min-score", "0.5%").err().contains("warning"));
        assertFalse(query("--measure", "resemblance", "--min-score", 0.5).err().contains("warning"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private CliRun ask(Object source, Object... options) {
        return CliRun.of("query", index, source, "--top", 1, "--format", "json", options);
    }

    @Test
    void textsBeforeTheFirstThatCannotBeReadAreAnsweredByAnyNumberOfThreads() throws IOException {
        StringBuilder lines = new StringBuilder();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add("q" + i);
            lines.append(Corpus.record("q" + i, Corpus.ORIGINAL));
        }
        Path source = write("q.jsonl", lines + "not json\n" + Corpus.record("last", Corpus.ORIGINAL));
        for (int threads : new int[] {1, 4}) {
            CliRun run = ask(source, "--strict", "--threads", threads).exits(1);
            assertEquals(ids, run.values("query"));
            run.tells("the remaining texts are not queried");
        }
    }

    @Test
    void eachRecordIsAQueryNamedByItsId() throws IOException {
        CliRun run = ask(write("q.jsonl", Corpus.record("one", Corpus.ORIGINAL) + Corpus.record("two", OTHER)));
        assertEquals(List.of("one", "two"), run.values("query"));
        assertEquals(List.of("original.txt", "other.txt"), run.values("id"));
        assertEquals(List.of("1.0", "1.0"), run.values("resemblance"));
    }

    @Test
    void theOnlyRecordOfAFileIsASingleQuery() throws IOException {
        Map<String, String> found =
                ask(write("q.jsonl", Corpus.record("one", Corpus.ORIGINAL))).object();
        assertEquals("1.0", found.get("resemblance"));
        assertFalse(found.containsKey("query"));
    }

    @Test
    void standardInputIsReadLikeAFile() throws IOException {
        CliRun run = CliRun.withInput(
                Corpus.record("one", Corpus.ORIGINAL) + Corpus.record("two", OTHER),
                "query",
                index,
                directory.resolve("sources/part.txt"),
                "-",
                directory.resolve("sources/other.txt"),
                "--top 1 --format json");
        assertEquals(List.of("part.txt", "one", "two", "other.txt"), run.values("query"));
        assertEquals(List.of("100.0", "100.0", "100.0", "100.0"), run.values("percent"));
    }

    @Test
    void archivesAndDirectoriesAreRead() throws IOException {
        Path zip = Files.write(
                directory.resolve("q.zip"),
                Packed.zip("in/a.txt", Corpus.ORIGINAL, "in/b.jsonl", Corpus.record("two", OTHER)));
        assertEquals(List.of("in/a.txt", "two"), ask(zip).values("query"));
        CliRun run = ask(directory.resolve("sources"), "--include", "o*.txt");
        assertEquals(List.of("original.txt", "other.txt"), run.values("query"));
        run.tells("excluded 3 documents");
    }

    @Test
    void manyRecordsKeepTheirOrderOnSeveralThreads() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            lines.append(Corpus.record("q" + i, i % 2 == 0 ? Corpus.ORIGINAL : OTHER));
        }
        CliRun run = ask(write("q.jsonl", lines.toString()), "--threads", 4);
        List<Map<String, String>> found = run.objects();
        assertEquals(200, found.size());
        for (int i = 0; i < 200; i++) {
            assertEquals("q" + i, found.get(i).get("query"));
            assertEquals(i % 2 == 0 ? "original.txt" : "other.txt", found.get(i).get("id"));
        }
        assertEquals(3, ask(directory.resolve("q.jsonl"), "--limit", 3).lines().size());
    }

    @Test
    void recordsWithoutTheTextFieldAreSkipped() throws IOException {
        Path file = write("q.jsonl", Corpus.record("one", Corpus.ORIGINAL));
        CliRun run = ask(file, "--text-field", "body").exits(1).printsNothing();
        assertTrue(run.err().contains("nothing was queried") && run.err().contains("it has: id, text"), run.err());
        assertEquals(1, ask(file, "--text-field", "body", "--allow-empty").code());
        assertEquals(
                0,
                ask(file, "--text-field", "body", "--allow-empty", "--lenient").code());
    }

    @Test
    void anIdIsRefusedForSeveralRecords() throws IOException {
        assertEquals(
                2,
                ask(write("q.jsonl", Corpus.record("one", OTHER) + Corpus.record("two", OTHER)), "--id", "mine")
                        .code());
        assertEquals(
                "mine",
                ask(write("q.jsonl", Corpus.record("one", OTHER)), "--id", "mine")
                        .object()
                        .get("query"));
    }

    @Test
    void compareAndFingerprintReadSingleTextsAndRefuseSeveral() throws IOException {
        Path one = write("one.jsonl", Corpus.record("one", OTHER));
        Path other = directory.resolve("sources/other.txt");
        Map<String, String> compared =
                CliRun.of("compare", one, other, "--format", "json").object();
        assertEquals(
                List.of("one", "other.txt", "1.0"),
                List.of(compared.get("a"), compared.get("b"), compared.get("resemblance")));
        assertEquals(
                CliRun.of("fingerprint", other).out(),
                CliRun.of("fingerprint", one).out());
        Path two = write("two.jsonl", Corpus.record("one", OTHER) + Corpus.record("two", OTHER));
        for (CliRun run : List.of(CliRun.of("compare", two, other), CliRun.of("fingerprint", two))) {
            run.exits(1).printsNothing().tells("contains several documents, such as one and two");
        }
    }
}
