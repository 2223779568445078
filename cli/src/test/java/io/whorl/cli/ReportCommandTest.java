package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.HiddenText;
import io.whorl.testing.Sources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code report}: who shares what with whom, what is left out and named, and the page. */
class ReportCommandTest extends CliRun.Fixture {
    private static final String SHARED = Corpus.words(1, 80);
    private static final String TASK = Corpus.words(9, 60);
    private static final String REPORT = "report $essays ";

    @BeforeEach
    void essays() throws IOException {
        essay("anna.txt", SHARED + " " + Corpus.words(2, 120));
        essay("ben.txt", Corpus.words(3, 20) + " " + SHARED);
        essay("carla.txt", Corpus.words(4, 300));
    }

    private void essay(String name, String text) throws IOException {
        write("essays/" + name, text);
    }

    /** Writes the page, and returns its data. */
    private String data(String options) throws IOException {
        run(REPORT + "--html $report.html " + options).exits(0);
        return block(read("report.html"), "data");
    }

    static String block(String page, String id) throws IOException {
        Matcher block = Pattern.compile("<script type=\"text/plain\" id=\"" + id + "\">([^<]*)</script>")
                .matcher(page);
        assertTrue(block.find(), id);
        byte[] deflated = Base64.getDecoder().decode(block.group(1));
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns a page without what was run: the time and the command differ. */
    private String withoutRun(String page) throws IOException {
        return read(page).replaceFirst("id=\"run\">[^<]*", "");
    }

    @Test
    void thePairsArePrintedInEachFormat() throws IOException {
        String pair = "ben.txt and anna.txt share 80 words in 1 passage, 80 % of ben.txt and 40 % of anna.txt\n";
        assertEquals(pair, run(REPORT).exits(0).out());
        CliRun json =
                run(REPORT + "--format json").prints("[{\"queryStart\":120,\"queryEnd\":599,\"start\":0,\"end\":479,");
        json.hasFields("query id words queryShare share reference reordered group queryEvasion evasion passages");
        assertEquals("ben.txt anna.txt 80 0.8", json.row("query id words queryShare"));
        CliRun passim = run(REPORT + "--format passim").exits(0);
        assertEquals("uid cluster size id begin end text", passim.fields());
        passim.gives("cluster size id begin text", "1 2 ben.txt 120 " + SHARED, "1 2 anna.txt 0 " + SHARED);
        assertEquals("", run(REPORT + "--min-words 81").exits(0).out());
        assertEquals(pair, run(REPORT + "--min-words 80").out());
    }

    @Test
    void xmlHasOneFileForEachPair() throws IOException {
        essay("page.html", "<html><p>" + SHARED);
        Files.delete(path("essays/anna.txt"));
        assertEquals(1, run(REPORT + "--xml $xml").exits(0).lines().size());
        holds(
                "xml/page.html-ben.xml",
                "<document reference=\"page.html\">",
                "this_offset=\"9\" this_length=\"479\" source_reference=\"ben.txt\"");
        each(REPORT + "--xml $xml/page.html-ben.xml => 1");
    }

    @Test
    void referencesAreComparedWithDocumentsAndDocumentsWithEachOtherOnlyOnRequest() throws IOException {
        String book = Corpus.words(5, 500) + " " + Corpus.words(4, 300);
        write("old/book.txt", book);
        write("old/copy of book.txt", book);
        List<String> found = List.of(
                "carla.txt shares 300 words with book.txt in 1 passage, 100 % of carla.txt",
                "carla.txt shares 300 words with copy of book.txt in 1 passage, 100 % of carla.txt");
        assertEquals(found, run(REPORT + "--reference $old").lines());
        CliRun among = run(REPORT + "--reference $old --among").prints("ben.txt and anna.txt share 80 words");
        assertEquals(3, among.lines().size());
        // The documents of an index are references, too.
        run("build $index $old --quiet").exits(0);
        String against = REPORT + "--against $index --texts $old ";
        assertEquals(found, run(against).exits(0).lines());
        assertEquals(3, run(against + "--among").lines().size());
        write("more/web.txt", SHARED);
        CliRun both = run(against + "--reference $more").exits(0);
        assertEquals(4, both.lines().size());
        assertEquals(2, both.out().split("with web.txt in", -1).length - 1, both.out());
        run(against + "--html $1.html --threads 1").exits(0);
        run(against + "--html $4.html --threads 4").exits(0);
        assertEquals(withoutRun("1.html"), withoutRun("4.html"));
        write("old/book.txt", Corpus.words(203, 120));
        run(against).exits(1, "book.txt of the index: its text has changed");
        Files.delete(path("old/book.txt"));
        run(against).exits(1, "book.txt of the index: its text is missing");
        write("old/book.txt", book);
        run("build $index $old --store-text --force --quiet").exits(0);
        Files.delete(path("old/book.txt"));
        assertEquals(found, run(REPORT + "--against $index").exits(0).lines(), "stored texts need no source");
    }

    @Test
    void textThatEveryoneWasGivenIsLeftOut() throws IOException {
        essay("anna.txt", TASK.toUpperCase(Locale.ROOT) + "!\n" + SHARED + " " + Corpus.words(2, 120));
        essay("carla.txt", "Täsk: " + TASK + " " + Corpus.words(4, 100));
        assertEquals(2, run(REPORT).lines().size());
        write("task.txt", TASK.replace(" ", ",  "));
        CliRun run = run(REPORT + "--template $task.txt --format json").exits(0).prints("\"start\":361,\"end\":840,");
        assertEquals("80 0.4", run.row("words share"));
        assertTrue(data("--template $task.txt").contains("\"template\":[[0,359,0]]"));
    }

    @Test
    void referencesAndQuotationsAreLeftOutUnlessTheyAreWanted() throws IOException {
        String quoted = " “" + Corpus.words(7, 25) + "” (Smith 2010). ";
        String list = "\n\nReferences\n\nSmith, J. (2010). " + Corpus.words(8, 15) + ". Journal, 3(1), 1–9.\n"
                + "Doe, R. (2011). " + Corpus.words(6, 15) + ". Journal, 3(2), 10–19.\n";
        essay("anna.txt", Corpus.words(2, 120) + quoted + Corpus.words(12, 120) + list);
        essay("ben.txt", Corpus.words(3, 120) + quoted + Corpus.words(13, 120) + list);
        run(REPORT).exits(0).printsNothing();
        assertEquals("47", run(REPORT + "--leave-out quotations --format json").row("words"));
        assertEquals("27", run(REPORT + "--leave-out references --format json").row("words"));
        assertFalse(data("--leave-out none").contains("template"));
        essay("ben.txt", SHARED + " " + Corpus.words(3, 120) + quoted + Corpus.words(13, 120) + list);
        essay("dora.txt", SHARED + " " + Corpus.words(14, 20));
        run(REPORT).exits(0).prints("dora.txt and ben.txt share 80 words");
        String data = data("");
        Pattern parts = Pattern.compile("\"template\":\\[\\[\\d+,\\d+,2],\\[\\d+,\\d+,1]]");
        assertTrue(parts.matcher(data).find(), data);
    }

    @Test
    void quotationsOfReferencesAndLargeOnesCount() throws IOException {
        String quoted = Corpus.words(7, 60);
        write("old/book.txt", Corpus.words(5, 300) + " “" + quoted + "” (Smith 2010). " + Corpus.words(6, 300));
        essay("ben.txt", Corpus.words(3, 120) + " " + quoted);
        run(REPORT + "--reference $old").prints("ben.txt shares 60 words with book.txt");
        String large = " “" + Corpus.words(7, 90) + "” (Smith 2010). ";
        essay("anna.txt", Corpus.words(2, 60) + large);
        essay("ben.txt", Corpus.words(3, 60) + large);
        run(REPORT)
                .tells("lists of references of 2 documents count, because they are a large part of the text: "
                        + "anna.txt, ben.txt")
                .prints("share 92 words");
        assertTrue(data("").contains("\"text\":\"anna.txt, ben.txt\""));
    }

    @Test
    void textThatMostDocumentsHaveIsTakenAsGiven() throws IOException {
        for (int i = 0; i < 15; i++) {
            write(
                    "class/" + i + ".txt",
                    (i < 11 ? TASK + "\n\n" : "") + Corpus.words(20 + i, 100) + "\n\n" + (i < 5 ? SHARED : ""));
        }
        CliRun run = run("report $class --html $report.html")
                .tells(
                        "warning: 11 of 15 documents have the same 60 words, \"",
                        "they are left out as text that everyone was given (--given-by 0 counts them)",
                        "warning: 5 of 15 documents have the same 80 words, \"",
                        "if everyone was given them, leave them out with --given-by 33, or with a file of --template")
                .prints("share 80 words in 1 passage, 44 % of");
        assertEquals(10, run.lines().size());
        assertTrue(block(read("report.html"), "data").contains("\"key\":\"common\""));
        // So few documents as 33 % may have copied the text.
        for (String[] given : new String[][] {{"0", "55"}, {"74", "55"}, {"33", "10"}}) {
            assertEquals(
                    given[1],
                    "" + run("report $class --given-by " + given[0]).lines().size());
        }
    }

    @Test
    void theBestPairsComeFirstAndTopLimitsThem() throws IOException {
        essay("dora.txt", Corpus.words(4, 250));
        CliRun run = run(REPORT + "--top 1").tells("2 pairs with shared passages, of which the first 1 are shown");
        assertEquals(1, run.lines().size());
        assertTrue(run.out().startsWith("dora.txt and carla.txt share 250 words"), run.out());
    }

    /** Fritz shares 50 of Dora's 120 words and 40 of Anna's 100, so at 40 % he would join both groups. */
    @Test
    void pairsAreGroupedAtTheShareThatSeparatesTheMostGroups() throws IOException {
        String other = Corpus.words(30, 100);
        essay("anna.txt", SHARED + " " + Corpus.words(2, 20));
        essay("carla.txt", other + " " + Corpus.words(4, 5));
        essay("dora.txt", other + " " + Corpus.words(5, 20));
        essay("emil.txt", other + " " + Corpus.words(6, 32));
        essay("fritz.txt", SHARED.substring(0, 240) + " " + Corpus.words(7, 80) + " " + other.substring(0, 300));
        CliRun run = run(REPORT + "--given-by 0 --format json");
        assertEquals(
                List.of(
                        "carla.txt dora.txt 1",
                        "carla.txt emil.txt 1",
                        "dora.txt emil.txt 1",
                        "anna.txt ben.txt 2",
                        "carla.txt fritz.txt 1",
                        "dora.txt fritz.txt 1"),
                run.rows("query id group").stream()
                        .filter(row -> !row.endsWith("null"))
                        .toList());
        assertEquals(9, run.lines().size(), run.out());
        assertTrue(data("--given-by 0").contains("\"groupShare\":42,"));
    }

    // The page.

    @Test
    void thePageReplacesAnEarlierOneAndSaysWhatWasRun() throws IOException {
        write("the task.txt", TASK);
        write("report.html", "an earlier report");
        write("report.html.unfinished", "mine");
        run(REPORT + "--html $report.html --threads 1 --template", path("the task.txt"))
                .exits(0);
        assertTrue(read("report.html").startsWith("<!DOCTYPE html>"));
        assertEquals("mine", read("report.html.unfinished"));
        assertEquals(List.of("essays", "report.html", "report.html.unfinished", "the task.txt"), names(""));
        String run = block(read("report.html"), "run").replace(directory + "/", "$");
        assertTrue(run.startsWith("{\"version\":\"whorl (not from a jar)\",\"time\":1"), run);
        assertTrue(
                run.contains("\"command\":\"whorl report $essays --html $report.html --threads 1 --template"
                        + " '$the task.txt'"),
                run);
        assertTrue(run.contains("\"templates\":[\"$the task.txt\"]"), run);
        run(REPORT + "--html $other.html --threads 4 --template", path("the task.txt"))
                .exits(0);
        assertEquals(withoutRun("report.html"), withoutRun("other.html"));
        Files.delete(path("essays/anna.txt"));
        run(REPORT).exits(0).printsNothing();
        assertTrue(data("").contains("\"pairs\":[]"));
    }

    @Test
    void markupInTextsAndNamesIsOnlyData() throws Exception {
        String hostile = "<script>alert(1)</script></script><img src=x onerror=alert(2)> \ud83d\ude00 ";
        essay("<img src=x onerror=alert(3)>.txt", hostile + SHARED);
        String data = data("--no-convert");
        String page = read("report.html");
        assertEquals(hostile + SHARED, block(page, "text-0"));
        assertTrue(data.contains("\"id\":\"<img src=x onerror=alert(3)>.txt\""), data);
        int start = hostile.length();
        assertTrue(data.contains("[" + start + "," + (start + SHARED.length()) + "]"), data);
        assertTrue(page.contains("default-src 'none'; script-src '" + digest(page, "script") + "'; style-src '"
                + digest(page, "style") + "'"));
        assertFalse(page.contains("http:") && page.contains("src=\"http"));
    }

    private static String digest(String page, String element) throws Exception {
        String start = "<" + element + ">";
        int from = page.lastIndexOf(start) + start.length();
        String content = page.substring(from, page.indexOf("</" + element + ">", from));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }

    /** Whatever ids and texts are, they change nothing but base64, so a browser reads the same page. */
    @Test
    void outsideItsBlocksAPageIsTheSameForAllDocuments() throws IOException {
        String hostile =
                "</script><!--<script>\"'`${x}-->]]>&quot;\u2028\u2029\u202e\u2066\u061c\u0000\u001b[31m@DATA@@SCRIPT@";
        List<String> pages = new ArrayList<>();
        for (String part : List.of("plain", hostile)) {
            String json =
                    part.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining());
            String text = json + " " + SHARED;
            write("documents.jsonl", Corpus.record("a" + json, text) + Corpus.record("b" + json, text));
            run("report $documents.jsonl --no-convert --html $report.html").exits(0);
            pages.add(read("report.html"));
        }
        String data = block(pages.get(1), "data");
        assertTrue(data.contains("\\\\u2028\\\\u2029\\\\u202e\\\\u2066\\\\u061c\\\\u0000\\\\u001b"), data);
        assertNotEquals(pages.get(0), pages.get(1));
        String base64 = ">[A-Za-z0-9+/=]+</script>";
        assertEquals(pages.get(0).replaceAll(base64, "></script>"), pages.get(1).replaceAll(base64, "></script>"));
    }

    // What a report does not compare is named and counted.

    @Test
    void documentsThatAreNotComparedAreNamedAndCounted() throws IOException {
        essay("empty.txt", "?!\n");
        essay("short.txt", "A short answer.");
        essay("letter.rtf", "{\\rtf1 A letter}");
        essay("task-copy.txt", TASK);
        write("task.txt", TASK);
        write("more.jsonl", Corpus.record("anna.txt", "again"));
        CliRun run = run(REPORT + "$more.jsonl --template $task.txt")
                .exits(
                        1,
                        "skipped $essays/letter.rtf: ",
                        "warning: empty.txt cannot share a passage: without words",
                        "warning: short.txt cannot share a passage: shorter than any",
                        "warning: task-copy.txt cannot share a passage: nothing but text that everyone",
                        "cannot share passages: 5 documents: With text that cannot be read, such as a scan or a file"
                                + " that has a password (1); The name is repeated (1); Without words (1); Shorter than"
                                + " any passage (150 bytes) (1); Nothing but text that everyone was given (1)");
        assertEquals(1, run.lines().size(), run.out());
    }

    @Test
    void aTextOfTheLeastLengthIsNotCalledTooShort() throws IOException {
        essay("c.txt", "x".repeat(150));
        run(REPORT).omits("cannot share");
        essay("c.txt", "x".repeat(149));
        run(REPORT).tells("c.txt cannot share a passage");
    }

    @Test
    void aTextWithMoreThanAHundredSourcesIsReported() throws IOException {
        for (int i = 0; i < 101; i++) {
            write("old/" + i + ".txt", SHARED + " " + Corpus.words(10 + i, 5));
        }
        String report = "report $essays/anna.txt --reference $old";
        CliRun run = run(report).tells("warning: 1 text shares sequences of four words with more than 100");
        assertEquals(100, run.lines().size());
        Files.delete(path("old/0.txt"));
        assertEquals(100, run(report).omits("more than 100").lines().size());
    }

    /** Each text shares three blocks with a third of 104 others, and one block with all of them. */
    @Test
    void aReportComparesTheTextsThatPassagesCompares() throws IOException {
        for (int i = 0; i < 105; i++) {
            write(
                    "many/" + i + ".txt",
                    SHARED + "\n\n" + Corpus.words(2 + i % 3, 40 + i % 7) + "\n\n" + Corpus.words(100 + i, 20));
        }
        CliRun report = run("report $many --top 100000 --given-by 0 --format json")
                .tells("105 texts share sequences of four words with more than 100");
        run("build $index $many --preset plagiarism --store-text --quiet").exits(0);
        Set<Set<String>> pairs = run("passages $index $many --format json").rows("query id").stream()
                .map(row -> new HashSet<>(List.of(row.split(" "))))
                .filter(pair -> pair.size() == 2)
                .collect(Collectors.toSet());
        assertEquals(
                pairs,
                report.rows("query id").stream()
                        .map(row -> Set.of(row.split(" ")))
                        .collect(Collectors.toSet()));
    }

    // Texts that try to escape a comparison are found all the same, and named.

    private static final String ESSAY = "The keeper of the lighthouse writes down each ship that passes at night, where"
            + " it goes, and what the weather is. Nobody has read these books for many years, until a student found"
            + " them in the cellar of the old harbour office and copied the pages.";

    /** Writes an essay, and another one of the same words in letters of another alphabet. */
    private void writeDisguised() throws IOException {
        String from = "aceopxysij";
        String to = "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0455\u0456\u0458";
        StringBuilder disguised = new StringBuilder();
        ESSAY.chars().forEach(c -> disguised.append(from.indexOf(c) < 0 ? (char) c : to.charAt(from.indexOf(c))));
        write("alike/anna.txt", ESSAY);
        write("alike/ben.txt", disguised.toString());
    }

    @Test
    void anEssayInLookAlikeLettersIsFound() throws IOException {
        writeDisguised();
        assertEquals(
                "anna.txt and ben.txt share 46 words in 1 passage, 100 % of anna.txt and 100 % of ben.txt",
                run("report $alike").exits(0).lines().get(0));
        run("build $index $alike/anna.txt --preset plagiarism --store-text").exits(0);
        for (String command :
                List.of("passages $index $alike/ben.txt --format json", "report $alike/ben.txt --against $index")) {
            assertEquals(1, run(command).exits(0).lines().size());
        }
    }

    @Test
    void signsAreNamedOnStandardErrorInRecordsAndOnThePage() throws IOException {
        writeDisguised();
        write(
                "alike/carla.html",
                "<html><p>" + ESSAY + " <span style='color:#ffffff'>white words that nobody sees</span>");
        CliRun run = run("report $alike --html $report.html --format json")
                .exits(
                        0,
                        "warning: ben.txt may hide copied text: words with letters of another alphabet that look the"
                                + " same: 39",
                        "warning: carla.html may hide copied text: characters of text that is hidden by its colour,"
                                + " size or place; they are not compared: 24: \u201cwhite words that nobody sees\u201d")
                .omits("anna.txt may hide")
                .prints("\"evasion\":[{\"kind\":\"hidden\",\"count\":24,", "\"queryEvasion\":[]");
        assertEquals(3, run.lines().size());
    }

    private static List<String> signs(String text) {
        return Evasion.of(text.getBytes(StandardCharsets.UTF_8), HiddenText.NONE).stream()
                .map(e -> e.kind() + " " + e.count() + " " + e.excerpt())
                .toList();
    }

    @Test
    void eachSignIsCountedAndShown() {
        String copied = "\u0441\u043epied w\u043erds fr\u043em b\u043eoks";
        for (String[] sign : new String[][] {
            {copied, "LOOK_ALIKES 4 " + copied},
            {"a\u200bbc\u2060de\udb40\udc41f", "INVISIBLE 3 a[U+200B]bc[U+2060]de[U+E0041]f"},
            {"t\u00adh\u00ade\u00adr\u00ade", "INVISIBLE 4 t[U+00AD]h[U+00AD]e[U+00AD]r[U+00AD]e"},
            {"one \u202eowt\u202c", "DIRECTION 2 one [U+202E]owt[U+202C]"},
            {"\u05d0\u05d1\u200f \u202d\u05d2\u202c", "DIRECTION 1 \u05d0\u05d1[U+200F] [U+202D]\u05d2[U+202C]"}
        }) {
            assertEquals(List.of(sign[1]), signs(sign[0]));
        }
    }

    /** In genuine.txt, [U+00AD] stands for a character that no editor shows. */
    @Test
    void genuineTextsHaveNoSign() {
        assertEquals(List.of(), signs(ESSAY));
        for (String line :
                Sources.resource(ReportCommandTest.class, "genuine.txt").split("\n")) {
            String text = Pattern.compile("\\[U\\+(\\w+)]")
                    .matcher(line)
                    .replaceAll(sign -> Character.toString(Integer.parseInt(sign.group(1), 16)));
            assertEquals(List.of(), signs(text), line);
        }
    }
}
