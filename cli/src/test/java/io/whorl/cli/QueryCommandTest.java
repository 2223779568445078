package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code query} with texts, with sources of texts, and with documents of the index, and {@code group}. */
class QueryCommandTest extends CliRun.Fixture {
    private static final String QUERY = "query $index $sources/original.txt --format json ";
    private static final String OTHER = Corpus.words(3, 300);

    @BeforeEach
    void build() throws IOException {
        buildIndex("--store-fingerprints");
    }

    @Test
    void versionsAndPartsAreRanked() throws IOException {
        CliRun run = run(QUERY);
        assertEquals("rank id score shared percent resemblance containment contained", run.fields());
        String part = 100.0 * 97 / 397 + " " + 97.0 / 397;
        run.gives(
                "rank id shared percent resemblance containment contained",
                "1 original.txt 397 100.0 1.0 1.0 1.0",
                "2 version.txt 397 100.0 " + 397.0 / 457 + " 1.0 " + 397.0 / 457,
                "3 part.txt 97 " + part + " " + 97.0 / 397 + " 1.0");
        assertEquals(run.rows("percent"), run.rows("score"));
        assertEquals(
                """
                rank  document       score  shared  percent  resemblance  containment  contained
                   1  original.txt  100.00     397   100.00       1.0000       1.0000     1.0000
                """,
                String.join(
                                "\n",
                                run("query $index $sources/original.txt")
                                        .lines()
                                        .subList(0, 2)) + "\n");
    }

    @Test
    void theMeasureDecidesTheScore() throws IOException {
        CliRun run = run(QUERY + "--measure contained --min-score 0.9 --top 2");
        assertEquals(List.of("original.txt 1.0", "part.txt 1.0"), run.rows("id score"));
        assertEquals("397", run(QUERY + "--measure shared").rows("score").get(0));
    }

    @Test
    void aSampleGivesEstimatesAndSaysSo() throws IOException {
        CliRun run = run(QUERY + "--sample-minutiae 40 --sample-seed 0x2a")
                .exits(0, "looked up 40 of 397 minutiae, so the figures are estimates");
        assertEquals("40 40 100.0", run.rows("lookedUp shared percent").get(0));
        run(QUERY + "--sample-minutiae 1000").tellsNothing().givesFirst("lookedUp", "397");
    }

    @Test
    void severalQueriesAreNamedAndKeepTheirOrder() throws IOException {
        List<String> expected =
                Repeated.list(200, i -> i % 2 == 0 ? "original.txt original.txt" : "other.txt other.txt");
        String files = " $sources/original.txt $sources/other.txt".repeat(100);
        CliRun run = run("query $index --threads 3 --top 1 --format json" + files);
        assertEquals(expected, run.rows("query id"));
        assertTrue(run.fields().startsWith("query "), run.fields());
        String records = Corpus.record("original.txt", Corpus.ORIGINAL) + Corpus.record("other.txt", OTHER);
        write("q.jsonl", records.repeat(100));
        assertEquals(
                expected,
                run("query $index $q.jsonl --threads 4 --top 1 --format json").rows("query id"));
        run("query $index $q.jsonl --top 1 --limit 3 --format json").printsLines(3);
    }

    @Test
    void aSingleQueryCanBeNamed() throws IOException {
        CliRun run = given(Corpus.ORIGINAL, "query $index - --id mine --top 1 --format json");
        assertEquals("mine", run.row("query"));
        run = given(Corpus.record("one", OTHER), "query $index - --id mine --top 1 --format json");
        assertEquals("mine", run.row("query"));
        run = given(Corpus.record("one", OTHER), "query $index - --top 1 --format json");
        assertEquals("null 1.0", run.row("query resemblance"));
    }

    @Test
    void aTextShorterThanAChunkMatchesOnlyItself() throws IOException {
        given("...", "query $index -").exits(0, "no minutiae").printsNothing();
        write("brief/one.txt", "two words");
        write("brief/two.txt", "two words");
        write("brief/other.txt", "other words");
        run("build $of-brief $brief").omits("no minutiae");
        CliRun run = given("Two words", "query $of-brief - --measure resemblance --format json")
                .tells("is too short: it is less than a chunk of 4 words");
        assertEquals(List.of("1 one.txt 1.0", "2 two.txt 1.0"), run.rows("rank id score"));
        given("words", "query $of-brief -").printsNothing().tells("is too short");
        run("pairs $of-brief --format tsv").prints("\none.txt\ttwo.txt\t1.0\t");
        CliRun dropped = run("dedup $brief --format json");
        assertEquals("two.txt one.txt 1 1.0", dropped.row("drop keep cluster score"));
    }

    @Test
    void ignoredMinutiaeAreReportedAndAQueryCanHaveItsOwnSelection() throws IOException {
        // Three documents hold the 97 minutiae of part.txt.
        CliRun run = run(QUERY + "--max-df 2").tells("ignored 97 of 397 minutiae");
        assertEquals(List.of("300", "300"), run.rows("shared"));
        assertEquals("397", run(QUERY + "--max-df none").rows("shared").get(0));
        run(QUERY + "--query-selection first-r:r=5").givesFirst("shared", "5");
    }

    @Test
    void sketchesSupportResemblanceOnly() throws IOException {
        run("build $sketches $sources --selection min-s:s=50 --store-fingerprints")
                .exits(0);
        CliRun run = run(QUERY.replace("$index", "$sketches"));
        assertEquals("1.0 1.0 null", run.rows("resemblance score containment").get(0));
        run = run("compare --index $sketches original.txt part.txt --format json");
        assertTrue(run.fields().contains("resemblance") && !run.fields().contains("containment"), run.fields());
    }

    @Test
    void frequencyMeasuresRankByWordCounts() throws IOException {
        run("build $words $sources --granularity 1 --frequencies --store-fingerprints")
                .exits(0);
        String query = QUERY.replace("$index", "$words");
        String measures = "inner-product normalised-inner-product cosine identity-1 identity-2 identity-3 identity-4"
                + " identity-5 weighted-resemblance weighted-containment";
        for (String measure : measures.split(" ")) {
            CliRun run = run(query + "--self --measure " + measure).exits(0);
            Map<String, String> itself = run.objects().stream()
                    .filter(m -> m.get("id").equals("original.txt"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(itself.get("self"), itself.get("score"), measure);
            assertTrue(Double.parseDouble(itself.get("score")) > 0, measure);
        }
        // Three of the five documents hold 100 of its words, two hold the other 300, each word once. The score is the
        // sum of N / f_t.
        Map<String, String> first =
                run(query + "--measure identity-5").objects().get(0);
        assertEquals("original.txt", first.get("id"));
        assertEquals(100 * 5 / 3.0 + 300 * 5 / 2.0, Double.parseDouble(first.get("score")), 1e-6);
        String fields = run("compare --index $words original.txt version.txt --format json")
                .fields();
        assertTrue(fields.contains("identity5") && fields.contains("normalisedInnerProduct"), fields);
    }

    @Test
    void knownIsTheShareOfTheQueryThatTheIndexHas() throws IOException {
        // 397 chunks of the original, and 397 that no document has.
        String text = Corpus.ORIGINAL + " " + Corpus.words(9, 397);
        CliRun run = given(text, "query $index - --format json --known --top 1");
        assertEquals("0.5 null", run.row("known self"));
        given(Corpus.words(9, 50), "query $index - --known").tells("no document matches; known 0.0000");
    }

    @Test
    void aPercentageIsRelativeToTheHighestScoreAndAShareForPercentIsAWarning() throws IOException {
        for (String[] equal : new String[][] {
            {QUERY + "--min-score 50", QUERY + "--min-score 50%"},
            {QUERY + "--measure contained --min-score 0.5", QUERY + "--measure contained --min-score 50%"},
            {"pairs $index --min-score 0.8", "pairs $index --min-score 80%"}
        }) {
            assertEquals(run(equal[0]).exits(0).out(), run(equal[1]).exits(0).out());
        }
        assertEquals(2, run(QUERY + "--min-score 50%").lines().size());
        run(QUERY + "--measure shared --min-score 101").exits(0);
        run(QUERY + "--min-score 0.5").tells("give --min-score 50%");
        for (String right : List.of("5", "0.5%", "0.5 --measure resemblance")) {
            run(QUERY + "--min-score " + right).omits("warning");
        }
        run(QUERY + "--exact-weights --measure weighted-resemblance").exits(0);
    }

    // Sources of texts.

    @Test
    void textsBeforeTheFirstThatCannotBeReadAreAnsweredByAnyNumberOfThreads() throws IOException {
        List<String> ids = Repeated.list(10, i -> "q" + i);
        String lines =
                ids.stream().map(id -> Corpus.record(id, Corpus.ORIGINAL)).collect(Collectors.joining());
        write("q.jsonl", lines + "not json\n" + Corpus.record("last", Corpus.ORIGINAL));
        for (int threads : new int[] {1, 4}) {
            CliRun run = run("query $index $q.jsonl --top 1 --format json --strict --threads " + threads)
                    .exits(1, "the remaining texts are not queried");
            assertEquals(ids, run.rows("query"));
        }
    }

    @Test
    void eachRecordOfAFileArchiveOrStandardInputIsAQueryNamedByItsId() throws IOException {
        String records = Corpus.record("one", Corpus.ORIGINAL) + Corpus.record("two", OTHER);
        write("q.jsonl", records);
        write("q.zip", Packed.zip("in/a.txt", Corpus.ORIGINAL, "in/b.jsonl", Corpus.record("two", OTHER)));
        String top = " --top 1 --format json";
        run("query $index $q.jsonl" + top).gives("query id resemblance", "one original.txt 1.0", "two other.txt 1.0");
        run("query $index $q.zip" + top).gives("query", "in/a.txt", "two");
        given(records, "query $index $sources/part.txt - $sources/other.txt" + top)
                .gives("query percent", "part.txt 100.0", "one 100.0", "two 100.0", "other.txt 100.0");
        run("query $index $sources --include o*.txt" + top)
                .tells("excluded 3 documents")
                .gives("query", "original.txt", "other.txt");
    }

    @Test
    void recordsWithoutTheTextFieldAreSkipped() throws IOException {
        write("q.jsonl", Corpus.record("one", Corpus.ORIGINAL));
        each("""
                query $index $q.jsonl --text-field body => 1 nothing was queried ; it has: id, text
                query $index $q.jsonl --text-field body --allow-empty => 1
                query $index $q.jsonl --text-field body --allow-empty --lenient => 0
                """);
    }

    @Test
    void compareAndFingerprintReadSingleTextsAndRefuseSeveral() throws IOException {
        write("one.jsonl", Corpus.record("one", OTHER));
        write("two.jsonl", Corpus.record("one", OTHER) + Corpus.record("two", OTHER));
        CliRun compared = run("compare $one.jsonl $sources/other.txt --format json");
        assertEquals("one other.txt 1.0", compared.row("a b resemblance"));
        assertEquals(run("fingerprint $sources/other.txt"), run("fingerprint $one.jsonl"));
        each("""
                compare $two.jsonl $sources/other.txt => 1 contains several documents, such as one and two
                fingerprint $two.jsonl => 1 contains several documents, such as one and two
                """);
    }

    // Presets.

    @Test
    void aPresetIsASchemeAMeasureAndAThreshold() throws IOException {
        String near = "--preset near-duplicates ";
        for (String[] equal : new String[][] {
            {QUERY + near, QUERY + "--measure weighted-resemblance --min-score 0.3"},
            {QUERY + near + "--min-score 0.9", QUERY + "--measure weighted-resemblance --min-score 0.9"},
            // The threshold of the preset applies to its own measure only.
            {QUERY + near + "--measure shared", QUERY + "--measure shared"},
            {"pairs $index " + near, "pairs $index --measure weighted-resemblance --min-score 0.3"},
            {"pairs $index --measure resemblance --preset plagiarism", "pairs $index --measure resemblance"}
        }) {
            assertEquals(run(equal[1]).exits(0).out(), run(equal[0]).exits(0).out());
        }
        // part.txt is a quarter of the original, which is below the threshold.
        assertEquals(List.of("original.txt", "version.txt"), run(QUERY + near).rows("id"));
        run("pairs $index " + near).prints("version.txt");
        assertEquals(
                run(QUERY + "--measure shared --min-score 11").rows("score"),
                run(QUERY + "--preset plagiarism").tellsNothing().rows("score"));
        for (String command : List.of(QUERY, "pairs $index ")) {
            run(command + near)
                    .exits(
                            0,
                            "granularity is 4 in the index and 5 in the preset; selection is full in the index and"
                                    + " winnowing:parts=16,w=24 in the preset");
        }
        run("build $fitting $sources --preset near-duplicates").exits(0);
        try (Snapshot built = Snapshot.open(path("fitting"))) {
            assertEquals(Preset.NEAR_DUPLICATES.scheme().build(), built.scheme());
        }
        run("build $fitting $sources --force --preset near-duplicates --stop english")
                .exits(0);
        run(QUERY.replace("$index", "$fitting") + near).tellsNothing();
    }

    // Documents of the index.

    @Test
    void aDocumentFindsOthersAndOnRequestItself() throws IOException {
        CliRun byText = run(QUERY);
        assertEquals(byText, run("query $index --like original.txt --with-itself --format json"));
        CliRun like = run("query $index --like original.txt --format json");
        assertEquals(List.of("1 version.txt", "2 part.txt"), like.rows("rank id"));
        assertEquals(byText.fields(), like.fields());
    }

    @Test
    void severalDocumentsAreAnsweredInTheirOrderAndUnknownIdsAreNamed() throws IOException {
        write("ids", "part.txt\n\nother.txt\n");
        for (int threads : new int[] {1, 3}) {
            CliRun run = run("query $index --like version.txt --like-ids $ids --top 1 --format json --threads "
                            + threads)
                    .exits(0, "other.txt: no document matches");
            assertEquals(List.of("version.txt", "part.txt"), run.rows("query"));
        }
        CliRun input = given("part.txt\nversion.txt\n", "query $index --like-ids - --top 1 --format json");
        assertEquals(List.of("part.txt", "version.txt"), input.rows("query"));
        run("delete $index part.txt").exits(0);
        CliRun run = run("query $index --like part.txt --like original.txt --like none --format json")
                .exits(1, "not found: part.txt", "not found: none");
        assertEquals(List.of("version.txt"), run.rows("id"));
    }

    @Test
    void anIndexWithoutFingerprintsAndTextsIsRefusedWithTheOption() throws IOException {
        run("build $plain $sources").exits(0);
        each("""
                query $plain --like original.txt => 1 --store-fingerprints or --store-text
                compare --index $plain original.txt part.txt => 1 --store-fingerprints or --store-text
                group $plain original.txt part.txt => 1 --store-fingerprints or --store-text
                """);
        // A rebuild adds what is missing, and keeps it.
        assertEquals("null", run("stats $plain --format json").row("storedFingerprintBytes"));
        run("rebuild $plain $sources --store-fingerprints").exits(0);
        run("rebuild $plain $sources").exits(0);
        run("query $plain --like original.txt").exits(0);
        assertTrue(Long.parseLong(run("stats $plain --format json").row("storedFingerprintBytes")) > 1_000);
        run("check $plain").exits(0);
    }

    @Test
    void twoDocumentsAreComparedByAllMeasures() throws IOException {
        CliRun compared = run("compare --index $index original.txt part.txt --format json");
        compared.hasFields(
                "a b minutiaeA minutiaeB score shared resemblance containment contained percent weightedResemblance"
                        + " weightedContainment");
        assertEquals("97 1.0", compared.row("shared contained"));
        assertEquals(compared.row("resemblance"), compared.row("score"));
        run("compare --index $index original.txt part.txt").prints("weighted resemblance");
    }

    @Test
    void resultsAreGroupedInTheirOrder() throws IOException {
        CliRun run = run("group $index part.txt other.txt version.txt original.txt --min-score 50% --format json")
                .exits(0);
        assertEquals("group size id representative score to", run.fields());
        assertEquals(List.of("1 part.txt", "2 other.txt", "3 version.txt", "3 original.txt"), run.rows("group id"));
        assertEquals("version.txt", run.rows("representative").get(3));
        write("ids", "original.txt\nnone\noriginal.txt\npart.txt\n");
        CliRun contained = run("group $index --ids $ids --measure containment --link components --format tsv")
                .exits(1, "not found: none");
        assertEquals(3, contained.lines().size(), contained.out());
    }

    @Test
    void aListOfMoreDocumentsThanCanBeGroupedIsRefused() throws IOException {
        String lines = Repeated.text(10_001, i -> Corpus.record("d" + i, "some words"));
        given(lines, "build $many - --store-fingerprints").exits(0);
        String ids = Repeated.text(10_001, i -> "d" + i + "\nmissing\nd0\n");
        CliRun run = given(ids, "group $many --ids -").exits(2, "the index has more than 10000 of the ids");
        assertEquals(
                1, run.err().lines().filter("whorl: not found: missing"::equals).count(), run.err());
    }
}
