package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private static final String SHARED = Corpus.words(1, 80);
    private static final String TASK = Corpus.words(9, 60);

    @TempDir
    Path folder;

    private Path essays;
    private Path html;

    @BeforeEach
    void essays() throws IOException {
        essays = Files.createDirectory(folder.resolve("essays"));
        html = folder.resolve("report.html");
        write(essays, "anna.txt", SHARED + " " + Corpus.words(2, 120));
        write(essays, "ben.txt", Corpus.words(3, 20) + " " + SHARED);
        write(essays, "carla.txt", Corpus.words(4, 300));
    }

    private static void write(Path directory, String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(directory).resolve(name), text);
    }

    @Test
    void theTableSaysWhoSharesWordsWithWhom() {
        CliRun run = CliRun.of("report", essays).exits(0);
        assertEquals(
                "ben.txt and anna.txt share 80 words in 1 passage, 80 % of ben.txt and 40 % of anna.txt\n", run.out());
    }

    @Test
    void jsonLinesHoldThePassages() throws IOException {
        CliRun run = CliRun.of("report", essays, "--format", "json");
        Map<String, String> pair = run.object();
        assertEquals(
                List.of(
                        "query",
                        "id",
                        "words",
                        "queryShare",
                        "share",
                        "reference",
                        "reordered",
                        "group",
                        "queryEvasion",
                        "evasion",
                        "passages"),
                List.copyOf(pair.keySet()));
        assertEquals("ben.txt", pair.get("query"));
        assertEquals("anna.txt", pair.get("id"));
        assertEquals("80", pair.get("words"));
        assertEquals("0.8", pair.get("queryShare"));
        run.prints("[{\"queryStart\":120,\"queryEnd\":599,\"start\":0,\"end\":479,");
    }

    @Test
    void passimRecordsAreThePassagesOfEachPair() throws IOException {
        CliRun run = CliRun.of("report", essays, "--format", "passim").exits(0);
        List<Map<String, String>> records = run.objects();
        assertEquals(List.of("ben.txt", "anna.txt"), CliRun.values(records, "id"));
        for (Map<String, String> record : records) {
            assertEquals(List.of("uid", "cluster", "size", "id", "begin", "end", "text"), List.copyOf(record.keySet()));
            assertEquals("1", record.get("cluster"));
            assertEquals("2", record.get("size"));
            assertEquals(SHARED, record.get("text"));
        }
        assertEquals("120", records.get(0).get("begin"));
    }

    @Test
    void xmlHasOneFileForEachPair() throws IOException {
        Path xml = folder.resolve("xml");
        write(essays, "page.html", "<html><p>" + SHARED);
        Files.delete(essays.resolve("anna.txt"));
        CliRun run = CliRun.of("report", essays, "--xml", xml).exits(0);
        assertEquals(1, run.lines().size());
        String file = Files.readString(xml.resolve("page.html-ben.xml"));
        assertTrue(file.contains("<document reference=\"page.html\">"), file);
        assertTrue(file.contains("this_offset=\"9\" this_length=\"479\" source_reference=\"ben.txt\""), file);
        CliRun.of("report", essays, "--xml", xml.resolve("page.html-ben.xml"))
                .exits(1)
                .printsNothing();
    }

    @Test
    void referencesAreComparedWithDocumentsAndDocumentsWithEachOtherOnlyOnRequest() throws IOException {
        Path old = folder.resolve("old");
        write(old, "book.txt", Corpus.words(5, 500) + " " + Corpus.words(4, 300));
        write(old, "copy of book.txt", Corpus.words(5, 500) + " " + Corpus.words(4, 300));
        CliRun run = CliRun.of("report", essays, "--reference", old);
        assertEquals(
                List.of(
                        "carla.txt shares 300 words with book.txt in 1 passage, 100 % of carla.txt",
                        "carla.txt shares 300 words with copy of book.txt in 1 passage, 100 % of carla.txt"),
                run.lines());
        CliRun among = CliRun.of("report", essays, "--reference", old, "--among");
        assertEquals(3, among.lines().size());
        among.prints("ben.txt and anna.txt share 80 words");
        CliRun.of("report", essays, "--among").exits(2);
    }

    @Test
    void textThatEveryoneWasGivenIsLeftOut() throws IOException {
        write(essays, "anna.txt", TASK.toUpperCase() + "!\n" + SHARED + " " + Corpus.words(2, 120));
        write(essays, "carla.txt", "Täsk: " + TASK + " " + Corpus.words(4, 100));
        assertEquals(2, CliRun.of("report", essays).lines().size());
        Path task = folder.resolve("task.txt");
        Files.writeString(task, TASK.replace(" ", ",  "));
        CliRun run = CliRun.of("report", essays, "--template", task, "--format", "json", "--html", html)
                .exits(0);
        assertEquals("80", run.object().get("words"));
        assertEquals("0.4", run.object().get("share"));
        run.prints("\"start\":361,\"end\":840,");
        assertTrue(block(Files.readString(html), "data").contains("\"template\":[[0,359,0]]"));
    }

    @Test
    void referencesAndQuotationsAreLeftOutUnlessTheyAreWanted() throws IOException {
        String quoted = " “" + Corpus.words(7, 25) + "” (Smith 2010). ";
        String list = "\n\nReferences\n\nSmith, J. (2010). " + Corpus.words(8, 15) + ". Journal, 3(1), 1–9.\n"
                + "Doe, R. (2011). " + Corpus.words(6, 15) + ". Journal, 3(2), 10–19.\n";
        write(essays, "anna.txt", Corpus.words(2, 120) + quoted + Corpus.words(12, 120) + list);
        write(essays, "ben.txt", Corpus.words(3, 120) + quoted + Corpus.words(13, 120) + list);
        CliRun.of("report", essays, "--html", html).exits(0).printsNothing();
        assertEquals(
                "47",
                CliRun.of("report", essays, "--leave-out", "quotations", "--format", "json")
                        .object()
                        .get("words"));
        assertEquals(
                "27",
                CliRun.of("report", essays, "--leave-out", "references", "--format", "json")
                        .object()
                        .get("words"));
        CliRun.of("report", essays, "--leave-out", "none", "--html", html).exits(0);
        assertFalse(block(Files.readString(html), "data").contains("template"));
        write(essays, "ben.txt", SHARED + " " + Corpus.words(3, 120) + quoted + Corpus.words(13, 120) + list);
        write(essays, "dora.txt", SHARED + " " + Corpus.words(14, 20));
        CliRun.of("report", essays, "--html", html).exits(0).prints("dora.txt and ben.txt share 80 words");
        String data = block(Files.readString(html), "data");
        assertTrue(
                Pattern.compile("\"template\":\\[\\[\\d+,\\d+,2],\\[\\d+,\\d+,1]]")
                        .matcher(data)
                        .find(),
                data);
    }

    @Test
    void whatAReferenceQuotesCounts() throws IOException {
        Path old = folder.resolve("old");
        String quoted = Corpus.words(7, 60);
        write(old, "book.txt", Corpus.words(5, 300) + " “" + quoted + "” (Smith 2010). " + Corpus.words(6, 300));
        write(essays, "ben.txt", Corpus.words(3, 120) + " " + quoted);
        CliRun.of("report", essays, "--reference", old).prints("ben.txt shares 60 words with book.txt");
    }

    @Test
    void quotationsThatMakeUpMuchOfATextCountAndAreNamed() throws IOException {
        String quoted = " “" + Corpus.words(7, 90) + "” (Smith 2010). ";
        write(essays, "anna.txt", Corpus.words(2, 60) + quoted);
        write(essays, "ben.txt", Corpus.words(3, 60) + quoted);
        CliRun.of("report", essays, "--html", html)
                .tells("lists of references of 2 documents count, because they are a large part of the text: "
                        + "anna.txt, ben.txt")
                .prints("share 92 words");
        assertTrue(block(Files.readString(html), "data").contains("\"text\":\"anna.txt, ben.txt\""));
    }

    @Test
    void textThatMostDocumentsHaveIsTakenAsGiven() throws IOException {
        for (int i = 0; i < 15; i++) {
            String given = i < 11 ? TASK + "\n\n" : "";
            write(essays, i + ".txt", given + Corpus.words(20 + i, 100) + "\n\n" + (i < 5 ? SHARED : ""));
        }
        for (String name : List.of("anna.txt", "ben.txt", "carla.txt")) {
            Files.delete(essays.resolve(name));
        }
        CliRun run = CliRun.of("report", essays, "--html", html);
        run.tells(
                "warning: 11 of 15 documents have the same 60 words, \"",
                "they are left out as text that everyone was given (--given-by 0 counts them)",
                "warning: 5 of 15 documents have the same 80 words, \"",
                "if everyone was given them, leave them out with --given-by 33, or with a file of --template");
        assertEquals(10, run.lines().size());
        run.prints("share 80 words in 1 passage, 44 % of");
        assertTrue(block(Files.readString(html), "data").contains("\"key\":\"common\""));
        assertEquals(55, CliRun.of("report", essays, "--given-by", "0").lines().size());
        assertEquals(55, CliRun.of("report", essays, "--given-by", "74").lines().size());
        // So few documents may have copied the text.
        assertEquals(10, CliRun.of("report", essays, "--given-by", "33").lines().size());
        CliRun.of("report", essays, "--given-by", "101").exits(2);
    }

    @Test
    void pairsOfFewWordsAreLeftOut() throws IOException {
        CliRun.of("report", essays, "--min-words", "81").exits(0).printsNothing();
        assertEquals(1, CliRun.of("report", essays, "--min-words", "80").lines().size());
        CliRun.of("report", essays, "--min-words", "0").exits(2);
    }

    @Test
    void theBestPairsComeFirstAndTopLimitsThem() throws IOException {
        write(essays, "dora.txt", Corpus.words(4, 250));
        CliRun run = CliRun.of("report", essays, "--top", "1");
        assertEquals(1, run.lines().size());
        assertTrue(run.out().startsWith("dora.txt and carla.txt share 250 words"), run.out());
        run.tells("2 pairs with shared passages, of which the first 1 are shown");
        CliRun.of("report", essays, "--top", "0").exits(2);
    }

    @Test
    void theReportIsTheSameForAnyNumberOfThreads() throws IOException {
        Path other = folder.resolve("other.html");
        CliRun.of("report", essays, "--html", html, "--threads", "1").exits(0);
        CliRun.of("report", essays, "--html", other, "--threads", "4").exits(0);
        assertEquals(withoutRun(html), withoutRun(other));
    }

    /** Returns a page without what was run: the time and the command differ. */
    static String withoutRun(Path page) throws IOException {
        return Files.readString(page).replaceFirst("id=\"run\">[^<]*", "");
    }

    /** Fritz shares 50 of Dora's 120 words and 40 of Anna's 100, so at 40 % he would join both groups. */
    @Test
    void pairsAreGroupedAtTheShareThatSeparatesTheMostGroups() throws IOException {
        String other = Corpus.words(30, 100);
        write(essays, "anna.txt", SHARED + " " + Corpus.words(2, 20));
        write(essays, "ben.txt", Corpus.words(3, 20) + " " + SHARED);
        write(essays, "carla.txt", other + " " + Corpus.words(4, 5));
        write(essays, "dora.txt", other + " " + Corpus.words(5, 20));
        write(essays, "emil.txt", other + " " + Corpus.words(6, 32));
        write(
                essays,
                "fritz.txt",
                SHARED.substring(0, 240) + " " + Corpus.words(7, 80) + " " + other.substring(0, 300));
        List<Map<String, String>> pairs = CliRun.of(
                        "report", essays, "--given-by", 0, "--format", "json", "--html", html)
                .objects();
        assertEquals(
                List.of(
                        "carla.txt dora.txt 1",
                        "carla.txt emil.txt 1",
                        "dora.txt emil.txt 1",
                        "anna.txt ben.txt 2",
                        "carla.txt fritz.txt 1",
                        "dora.txt fritz.txt 1"),
                pairs.stream()
                        .filter(p -> p.containsKey("group"))
                        .map(p -> p.get("query") + ' ' + p.get("id") + ' ' + p.get("group"))
                        .toList());
        assertEquals(9, pairs.size(), pairs::toString);
        assertTrue(block(Files.readString(html), "data").contains("\"groupShare\":42,"));
    }

    @Test
    void thePageSaysWhatWasRun() throws IOException {
        Path task = folder.resolve("the task.txt");
        Files.writeString(task, TASK);
        CliRun.of("report", essays, "--template", task, "--html", html).exits(0);
        String run = block(Files.readString(html), "run");
        assertTrue(run.startsWith("{\"version\":\"whorl (not from a jar)\",\"time\":1"), run);
        assertTrue(
                run.contains("\"command\":\"whorl report " + essays + " --template '" + task + "' --html " + html),
                run);
        assertTrue(run.contains("\"templates\":[\"" + task + "\"]"), run);
    }

    @Test
    void markupInTextsAndNamesIsOnlyData() throws Exception {
        String hostile = "<script>alert(1)</script></script><img src=x onerror=alert(2)> \ud83d\ude00 ";
        write(essays, "<img src=x onerror=alert(3)>.txt", hostile + SHARED);
        CliRun.of("report", essays, "--no-convert", "--html", html).exits(0);
        String page = Files.readString(html);
        assertFalse(page.contains("alert("));
        assertFalse(page.contains("onerror"));
        // Two texts, the hostile one, the words of the page, the data, what was run and the script of the page.
        assertEquals(7, page.split("<script", -1).length - 1);
        assertEquals(7, page.split("</script", -1).length - 1);
        assertEquals(hostile + SHARED, block(page, "text-0"));
        String data = block(page, "data");
        assertTrue(data.contains("\"id\":\"<img src=x onerror=alert(3)>.txt\""), data);
        int start = hostile.length();
        assertTrue(data.contains("[" + start + "," + (start + SHARED.length()) + "]"), data);
        assertTrue(page.contains("default-src 'none'; script-src '" + digest(page, "script") + "'; style-src '"
                + digest(page, "style") + "'"));
        assertFalse(page.contains("http:") && page.contains("src=\"http"));
    }

    /** Whatever ids and texts are, they change nothing but base64, so a browser reads the same page. */
    @Test
    void outsideItsBlocksAPageIsTheSameForAllDocuments() throws IOException {
        String hostile =
                "</script><!--<script>\"'`${x}-->]]>&quot;\u2028\u2029\u202e\u2066\u061c\u0000\u001b[31m@DATA@@SCRIPT@";
        List<String> pages = new ArrayList<>();
        for (String part : List.of("plain", hostile)) {
            StringBuilder json = new StringBuilder();
            for (char c : part.toCharArray()) {
                json.append(String.format("\\u%04x", (int) c));
            }
            StringBuilder lines = new StringBuilder();
            for (String id : List.of("a", "b")) {
                lines.append("{\"id\":\"" + id + json + "\",\"text\":\"" + json + " " + SHARED + "\"}\n");
            }
            Path source = Files.writeString(folder.resolve("documents.jsonl"), lines);
            CliRun.of("report", source, "--no-convert", "--html", html).exits(0);
            pages.add(Files.readString(html));
        }
        String data = block(pages.get(1), "data");
        assertTrue(data.contains("\\\\u2028\\\\u2029\\\\u202e\\\\u2066\\\\u061c\\\\u0000\\\\u001b"), data);
        assertFalse(pages.get(0).equals(pages.get(1)));
        String base64 = ">[A-Za-z0-9+/=]+</script>";
        assertEquals(pages.get(0).replaceAll(base64, "></script>"), pages.get(1).replaceAll(base64, "></script>"));
    }

    private static String digest(String page, String element) throws Exception {
        String start = "<" + element + ">";
        int from = page.lastIndexOf(start) + start.length();
        String content = page.substring(from, page.indexOf("</" + element + ">", from));
        return "sha256-"
                + Base64.getEncoder()
                        .encodeToString(
                                MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
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

    @Test
    void anOutputThatCannotBeWrittenFailsBeforeTheWork() throws IOException {
        Path broken = folder.resolve("broken.gz");
        Files.writeString(broken, "no gzip");
        for (Path target : List.of(folder, folder.resolve("missing").resolve("report.html"))) {
            CliRun run = CliRun.of("report", broken, essays, "--html", target)
                    .exits(1)
                    .printsNothing();
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().startsWith("whorl: ") && run.err().contains(target.toString()), run.err());
        }
    }

    @Test
    void anEarlierReportIsReplaced() throws IOException {
        Files.writeString(html, "earlier");
        CliRun.of("report", essays, "--html", html).exits(0);
        assertTrue(Files.readString(html).startsWith("<!DOCTYPE html>"));
    }

    @Test
    void documentsWithoutSharedPassagesGiveAnEmptyReport() throws IOException {
        Files.delete(essays.resolve("anna.txt"));
        CliRun.of("report", essays, "--html", html).exits(0).printsNothing();
        assertTrue(block(Files.readString(html), "data").contains("\"pairs\":[]"));
    }

    @Test
    void missingSourcesFail() {
        CliRun.of("report", essays, "--reference", folder.resolve("x"), "--html", html)
                .exits(1);
        assertFalse(Files.exists(html));
    }
}
