package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code passages INDEX}: texts against the documents of an index, whose texts are read from {@code --texts}. */
class IndexPassagesTest {
    private static final String SHARED = Corpus.words(101, 60);

    @TempDir
    Path folder;

    private Path index;
    private Path sources;
    private Path essay;

    @BeforeEach
    void texts() throws IOException {
        sources = Corpus.write(folder.resolve("sources"));
        Files.writeString(sources.resolve("book.txt"), Corpus.words(102, 50) + "\n\n" + SHARED);
        Files.writeString(sources.resolve("notes.txt"), SHARED.substring(0, 200) + "\n\n" + Corpus.words(103, 90));
        index = folder.resolve("index");
        CliRun.of("build", index, sources, "--quiet").exits(0);
        essay = folder.resolve("essay.txt");
        Files.writeString(
                essay,
                "Ä " + Corpus.words(104, 30) + "\n\n" + SHARED + "\n\n" + Corpus.words(105, 30) + "\n\n"
                        + Corpus.words(3, 200));
    }

    private CliRun run(Object... more) {
        return CliRun.of("passages", index, essay, "--texts", sources, more);
    }

    @Test
    void quotationsAreLeftOutOnRequest() throws IOException {
        Files.writeString(essay, Corpus.words(104, 150) + " “" + SHARED + "” (Smith 2010). " + Corpus.words(3, 200));
        assertEquals(3, run("--format", "json").objects().size());
        List<Map<String, String>> passages =
                run("--leave-out", "quotations", "--format", "json").objects();
        assertEquals(List.of("other.txt"), CliRun.values(passages, "id"));
        assertEquals(
                "" + Files.readString(essay).indexOf(Corpus.words(3, 200)),
                passages.get(0).get("queryStart"));
        Path list = folder.resolve("pairs.tsv");
        Files.writeString(list, "essay.txt\tbook.txt\n");
        CliRun.of("passages", "--pairs", list, folder, sources, "--leave-out", "both")
                .exits(0)
                .printsNothing();
    }

    @Test
    void jsonLinesComeByPlaceWithTheBestDocumentFirst() throws IOException {
        CliRun run = run("--format", "json").exits(0);
        List<Map<String, String>> passages = run.objects();
        assertEquals(
                List.of("1 book.txt", "2 notes.txt", "1 other.txt"),
                passages.stream().map(p -> p.get("rank") + " " + p.get("id")).toList());
        Map<String, String> best = passages.get(0);
        assertEquals(
                List.of(
                        "query",
                        "id",
                        "queryStart",
                        "queryEnd",
                        "start",
                        "end",
                        "queryStartBytes",
                        "queryEndBytes",
                        "startBytes",
                        "endBytes",
                        "kind",
                        "words",
                        "score",
                        "rank"),
                List.copyOf(best.keySet()));
        String text = Files.readString(essay);
        int start = text.indexOf(SHARED);
        assertEquals("essay.txt", best.get("query"));
        assertEquals("" + start, best.get("queryStart"));
        assertEquals("" + (start + SHARED.length()), best.get("queryEnd"));
        assertEquals("" + (start + 1), best.get("queryStartBytes"));
        assertEquals("60", best.get("words"));
        assertEquals("verbatim", best.get("kind"));
    }

    @Test
    void xmlHasOneFileForEachTextWithThePassagesOfAllItsSources() throws IOException {
        Path queries = folder.resolve("queries.jsonl");
        Files.writeString(
                queries,
                "{\"id\": \"a/q\", \"text\": \"" + SHARED + "\"}\n{\"id\": \"b/q\", \"text\": \"nothing shared\"}\n");
        Path xml = folder.resolve("xml");
        CliRun run = CliRun.of("passages", index, essay, queries, "--texts", sources, "--xml", xml)
                .exits(0)
                .printsNothing();
        StringBuilder expected =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"essay.txt\">\n");
        for (Map<String, String> passage : run("--format", "json").objects()) {
            int start = Integer.parseInt(passage.get("queryStart"));
            int there = Integer.parseInt(passage.get("start"));
            expected.append("  <feature name=\"detected-plagiarism\" this_offset=\"" + start + "\" this_length=\""
                    + (Integer.parseInt(passage.get("queryEnd")) - start) + "\" source_reference=\"" + passage.get("id")
                    + "\" source_offset=\"" + there + "\" source_length=\""
                    + (Integer.parseInt(passage.get("end")) - there) + "\"/>\n");
        }
        assertEquals(expected + "</document>\n", Files.readString(xml.resolve("essay.xml")));
        assertTrue(Files.readString(xml.resolve("q.xml")).contains("source_reference=\"book.txt\""));
        assertFalse(Files.readString(xml.resolve("q-2.xml")).contains("feature"));
        CliRun.of("passages", index, essay, "--texts", sources, "--xml", xml.resolve("essay.xml"))
                .exits(1);
    }

    @Test
    void oneTextIsAlignedOnAllThreadsWithTheSameResult() throws IOException {
        String one = run("--format", "json", "--threads", "1").out();
        assertEquals(3, one.lines().count());
        assertEquals(one, run("--format", "json", "--threads", "4").out());
    }

    @Test
    void theTableSaysInWordsWhatWasTakenAndFitsTheTerminal() throws IOException {
        CliRun run = run().exits(0);
        String text = Files.readString(essay);
        String place = String.format("%,d", text.indexOf(Corpus.words(3, 200)));
        assertEquals(
                List.of(
                        "essay.txt shares 200 words with other.txt in 1 passage, 62 % of essay.txt",
                        "essay.txt shares 60 words with book.txt in 1 passage, 19 % of essay.txt",
                        "essay.txt shares 33 words with notes.txt in 1 passage, 10 % of essay.txt"),
                run.lines().subList(0, 3));
        assertTrue(run.lines().get(3).startsWith("  at 183: 60 words verbatim from book.txt at 301: \""), run.out());
        assertEquals(
                "    also 33 words verbatim from notes.txt at 0", run.lines().get(4));
        assertTrue(
                run.lines().get(5).startsWith("  at " + place + ": 200 words verbatim from other.txt at 0: \""),
                run.out());
        assertTrue(run.lines().stream().allMatch(line -> line.length() <= 80), run.out());
    }

    @Test
    void aJsonlSourceGivesOneQueryForEachRecord() throws IOException {
        Path queries = folder.resolve("queries.jsonl");
        Files.writeString(
                queries,
                "{\"id\":\"first\",\"text\":\"" + SHARED + "\"}\n{\"id\":\"none\",\"text\":\""
                        + Corpus.words(106, 40) + "\"}\n{\"id\":\"last\",\"text\":\"" + Corpus.words(4, 90)
                        + "\"}\n");
        CliRun run = CliRun.of("passages", index, queries, "--texts", sources, "--format", "json", "--threads", "4")
                .exits(0);
        assertEquals(List.of("first", "first", "last"), run.values("query"));
        run.tells("none: no shared passages");
        assertEquals(
                run.out(),
                CliRun.of("passages", index, queries, "--texts", sources, "--format", "json", "--threads", "1")
                        .out());
        String standardInput = Files.readString(queries);
        assertEquals(
                run.out(),
                CliRun.withInput(standardInput, "passages", index, "-", "--texts", sources, "--format", "json")
                        .out());
    }

    @Test
    void passimGetsOneRecordForEachPassageOfAPlace() throws IOException {
        CliRun run = run("--format", "passim").exits(0);
        List<Map<String, String>> records = run.objects();
        assertEquals(
                List.of("uid", "cluster", "size", "id", "begin", "end", "text"),
                List.copyOf(records.get(0).keySet()));
        assertEquals(
                List.of("1 3 essay.txt", "1 3 book.txt", "1 3 notes.txt", "2 2 essay.txt", "2 2 other.txt"),
                records.stream()
                        .map(r -> r.get("cluster") + " " + r.get("size") + " " + r.get("id"))
                        .toList());
        for (Map<String, String> record : records) {
            Path file = record.get("id").equals("essay.txt") ? essay : sources.resolve(record.get("id"));
            String text = Files.readString(file);
            assertEquals(
                    text.substring(Integer.parseInt(record.get("begin")), Integer.parseInt(record.get("end"))),
                    record.get("text"));
        }
        assertEquals(SHARED, records.get(1).get("text"));
        assertEquals(records.get(0).get("uid"), records.get(3).get("uid"));
    }

    @Test
    void passimIsForPassagesOnly() {
        CliRun.of("query", index, essay, "--format", "passim").exits(2);
        CliRun.of("compare", essay, essay, "--format", "passim").exits(2);
        CliRun run = CliRun.of("compare", essay, sources.resolve("book.txt"), "--passages", "--format", "passim");
        assertEquals(2, run.lines().size());
    }

    @Test
    void csvHasTheFieldsOfJson() {
        List<String> lines = List.of(run("--format", "csv").out().split("\r\n"));
        assertEquals(4, lines.size());
        assertTrue(lines.get(0).startsWith("query,id,queryStart,"), lines.get(0));
        assertTrue(lines.get(1).startsWith("essay.txt,book.txt,"), lines.get(1));
    }

    @Test
    void changedAndMissingTextsAreReportedOnceAndCounted() throws IOException {
        Files.delete(sources.resolve("other.txt"));
        Files.writeString(sources.resolve("notes.txt"), SHARED);
        Path queries = Files.createDirectory(folder.resolve("queries"));
        Files.copy(essay, queries.resolve("one.txt"));
        Files.copy(essay, queries.resolve("two.txt"));
        CliRun run = CliRun.of("passages", index, queries, "--texts", sources, "--format", "json")
                .exits(1);
        assertEquals(
                List.of("one.txt book.txt", "two.txt book.txt"),
                run.objects().stream()
                        .map(p -> p.get("query") + " " + p.get("id"))
                        .toList());
        assertEquals(2, run.err().split("other.txt of the index: its text is missing", -1).length, run.err());
        assertEquals(2, run.err().split("notes.txt of the index: its text has changed", -1).length, run.err());
        run.tells("the text of 1 is missing, and that of 1 has changed");
    }

    @Test
    void aDocumentDeletedFromTheIndexIsNotFound() throws IOException {
        CliRun.of("delete", index, "book.txt").exits(0);
        CliRun run = run("--format", "json").exits(0);
        assertEquals(List.of("notes.txt", "other.txt"), run.values("id"));
    }

    @Test
    void storedTextsNeedNoSource() throws IOException {
        String expected = run("--format", "json").out();
        Path late = Files.writeString(folder.resolve("late.txt"), Corpus.words(105, 30));
        CliRun.of("build", index, sources, "--store-text", "--force", "--quiet").exits(0);
        for (String name : List.of("book.txt", "notes.txt", "other.txt")) {
            Files.delete(sources.resolve(name));
        }
        // The index does not know the files of its texts, so a field says that places are in the text.
        String stored = CliRun.of("passages", index, essay, "--format", "json").out();
        assertEquals(expected, stored.replace(",\"places\":\"text\"", ""));
        CliRun.of("add", index, late).exits(0);
        CliRun.of("delete", index, "book.txt").exits(0);
        CliRun changed = CliRun.of("passages", index, essay, "--format", "json").exits(0);
        assertEquals(List.of("notes.txt", "late.txt", "other.txt"), changed.values("id"));
        CliRun.of("passages", index, essay, "--format", "passim").prints(Corpus.words(105, 30));
    }

    @Test
    void withoutTextsTheMessageNamesBothOptions() {
        CliRun run = CliRun.of("passages", index, essay).exits(1).printsNothing();
        assertTrue(run.err().contains("--store-text") && run.err().contains("--texts"), run.err());
    }

    @Test
    void textsOfOtherDocumentsAreRefused() throws IOException {
        Path others = Files.createDirectory(folder.resolve("others"));
        Files.writeString(others.resolve("x.txt"), SHARED);
        CliRun.of("passages", index, essay, "--texts", others)
                .exits(1, "no document of --texts has an id of the index");
    }

    @Test
    void topLimitsTheDocumentsAndSaysSo() throws IOException {
        CliRun run = run("--top", "1", "--format", "json");
        assertEquals("other.txt", run.object().get("id"));
        run.tells("more than 1 document share");
        assertEquals(2, run("--top", "0").code());
    }

    @Test
    void textWithoutMinutiaeIsNamed() throws IOException {
        Files.writeString(essay, "...");
        CliRun run = run("--format", "json").exits(0).printsNothing().tells("essay.txt has no minutiae");
    }

    @Test
    void binaryDataInATextIsReportedAndAligned() throws IOException {
        byte[] text = Files.readAllBytes(essay);
        text[0] = (byte) 0xff;
        text[text.length - 1] = 0;
        Files.write(essay, text);
        CliRun run = run("--format", "json", "--no-convert").exits(0);
        assertEquals(3, run.objects().size());
        run.tells("essay.txt is not valid UTF-8");
    }

    @Test
    void placesInRightToLeftTextAreLogical() throws IOException {
        String hebrew = "מגדלור הגרניט בכניסה לנמל בער שמן לווייתנים במשך שלושים שנה, ובכל ערב טיפס השומר במדרגות הצרות"
                + " כדי לקצוץ את הפתילות ולמתוח את מנגנון השעון הכבד שסובב את העדשה הגדולה מעל הים.";
        Files.writeString(sources.resolve("hebrew.txt"), hebrew);
        CliRun.of("add", index, sources.resolve("hebrew.txt")).exits(0);
        Files.writeString(essay, "\u200f" + Corpus.words(107, 40) + "\n\n" + hebrew);
        CliRun json = run("--format", "json");
        assertEquals("hebrew.txt", json.object().get("id"));
        int start = Files.readString(essay).indexOf(hebrew);
        assertEquals("" + start, json.object().get("queryStart"));
        assertEquals(
                "" + hebrew.getBytes(StandardCharsets.UTF_8).length,
                json.object().get("endBytes"));
        CliRun table = run();
        assertFalse(table.out().contains("\u200f"), table.out());
    }

    @Test
    void aMissingIndexFails() {
        CliRun.of("passages", folder.resolve("x"), essay, "--texts", sources).exits(1);
        CliRun.of("passages", index, folder.resolve("x"), "--texts", sources).exits(1);
        CliRun.of("passages", index, essay, "--texts", folder.resolve("x")).exits(1);
        CliRun.of("passages", index, "-", "--texts", "-").exits(2);
    }
}
