package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code passages}: pairs of files of a list, and texts against the documents of an index. */
class PassagesCommandTest extends CliRun.Fixture {
    private static final int PAIRS = 50;
    private static final String OF_PAIRS = "passages --pairs $pairs.tsv $a $b ";

    private void writePairs() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < PAIRS; i++) {
            String shared = Corpus.words(i, 60);
            write("a/s" + i + ".txt", "é " + Corpus.words(1_000 + i, 30 * (i % 7)) + " " + shared);
            write("b/t" + i + ".txt", shared + " " + Corpus.words(2_000 + i, 20 * (i % 5)));
            lines.insert(0, "s" + i + ".txt" + (i % 2 == 0 ? "\t" : " ") + "t" + i + ".txt\n");
        }
        write("pairs.tsv", lines.toString());
    }

    @Test
    void passagesComeInTheOrderOfThePairsAsCompareFindsThem() throws IOException {
        writePairs();
        CliRun run = run(OF_PAIRS + "--format json --threads 4").exits(0);
        String expected = Repeated.text(PAIRS, i -> {
            String pair = "$a/s# $b/t#".replace("#", PAIRS - 1 - i + ".txt");
            return run("compare " + pair + " --passages --format json").out();
        });
        assertEquals(expected, run.out());
        assertEquals(PAIRS, run.lines().size());
        assertEquals(run.out(), run(OF_PAIRS + "--format json --threads 1").out());
    }

    @Test
    void filesThatCannotBeReadAreReportedAndCounted() throws IOException {
        writePairs();
        Files.delete(path("a/s3.txt"));
        Files.delete(path("b/t7.txt"));
        CliRun run = run(OF_PAIRS)
                .exits(
                        1,
                        "no such file or directory: $a/s3.txt",
                        "$b/t7.txt",
                        "2 pairs of 50 pairs could not be aligned");
        assertEquals(2 * (PAIRS - 2), run.lines().size());
        // A file of many pairs is explained once.
        write("b/t0.txt", "{\\rtf1 not really");
        write("pairs.tsv", "s0.txt\tt0.txt\ns1.txt\tt0.txt\ns2.txt\tt0.txt\n");
        run = run(OF_PAIRS + "--threads 2").exits(1, "3 pairs of 3 pairs could not be aligned");
        assertEquals(2, run.err().split("--plugins", -1).length, run.err());
        write("pairs.tsv", "s1.txt\tt1.txt\ns2.txt\n");
        each(OF_PAIRS + "=> 1 pairs.tsv:2 does not have two columns");
    }

    private Element xml(String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(path(name).toFile())
                .getDocumentElement();
    }

    @Test
    void xmlHasOneFileForEachPairWithTheSamePlaces() throws Exception {
        writePairs();
        run(OF_PAIRS + "--xml $new/xml").exits(0).printsNothing();
        assertEquals(PAIRS, names("new/xml").size());
        for (Map<String, String> passage : run(OF_PAIRS + "--format json").objects()) {
            String query = passage.get("query");
            String source = passage.get("id");
            Element document = xml("new/xml/" + query.replace(".txt", "-") + source.replace(".txt", ".xml"));
            assertEquals(query, document.getAttribute("reference"));
            NodeList features = document.getElementsByTagName("feature");
            assertEquals(1, features.getLength());
            Element feature = (Element) features.item(0);
            assertEquals("detected-plagiarism", feature.getAttribute("name"));
            assertEquals(source, feature.getAttribute("source_reference"));
            for (String[] side : new String[][] {{"queryStart", "queryEnd", "this"}, {"start", "end", "source"}}) {
                int start = Integer.parseInt(feature.getAttribute(side[2] + "_offset"));
                int length = Integer.parseInt(feature.getAttribute(side[2] + "_length"));
                assertEquals(passage.get(side[0]) + " " + passage.get(side[1]), start + " " + (start + length));
            }
        }
    }

    @Test
    void filesOfXmlHaveNamesOfTheirOwnAndReplaceEarlierOnesWhenTheyAreComplete() throws Exception {
        writePairs();
        write("a/s&<\".txt", bytes("a/s1.txt"));
        write("a/sub/s1.txt", bytes("a/s1.txt"));
        write("xml/s1-t1.xml", "earlier");
        Files.createLink(path("earlier.xml"), path("xml/s1-t1.xml"));
        write(
                "pairs.tsv",
                "s1.txt\tt2.txt\n\ns1.txt\tt1.txt\ns&<\".txt\tt1.txt\nsub/s1.txt\tt2.txt\nsub/s1.txt\tt1.txt\n");
        run(OF_PAIRS + "--xml $xml").exits(0);
        assertEquals(List.of("s&<\"-t1.xml", "s1-t1-2.xml", "s1-t1.xml", "s1-t2-2.xml", "s1-t2.xml"), names("xml"));
        assertEquals(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"s1.txt\">\n</document>\n",
                read("xml/s1-t2.xml"),
                "a pair without passages");
        assertEquals("s&<\".txt", xml("xml/s&<\"-t1.xml").getAttribute("reference"));
        holds("xml/s&<\"-t1.xml", "reference=\"s&amp;&lt;&quot;.txt\"");
        assertTrue(read("xml/s1-t1.xml").endsWith("</document>\n"));
        assertEquals("earlier", read("earlier.xml"));
        each(OF_PAIRS + "--xml $earlier.xml => 1 earlier.xml");
    }

    /** Names that are long, in bytes too, that differ in the case of letters, or that have control characters. */
    @Test
    void namesOfFilesOfXmlFitTheFileSystemAndStayDifferent() throws IOException {
        String a = "\u6587".repeat(80) + ".txt";
        String b = "\u66f8".repeat(80) + ".txt";
        for (String name : List.of("a/" + a, "b/" + b, "a/x/a.txt", "a/z/A.txt", "b/b.txt")) {
            write(name, SHARED);
        }
        write("pairs.tsv", a + "\t" + b + "\n" + a + "\t" + b + "\nx/a.txt\tb.txt\nz/A.txt\tb.txt\n");
        run(OF_PAIRS + "--xml $xml").exits(0);
        buildIndex("--store-text");
        List<String> ids = List.of("\ud842\udfb7".repeat(120), "n".repeat(250), "a\\u0001", "a\\u0002");
        String queries = Repeated.text(4, i -> Corpus.record(ids.get(i), SHARED));
        given(queries, "passages $index - --xml $texts").exits(0);
        assertEquals(4, names("xml").size());
        assertTrue(names("xml").containsAll(List.of("A-b-2.xml", "a-b.xml")), names("xml")::toString);
        assertEquals(4, names("texts").size());
        assertTrue(names("texts").contains("n".repeat(100) + ".xml"), names("texts")::toString);
        StringBuilder all = new StringBuilder();
        for (String name : names("texts")) {
            all.append(read("texts/" + name));
        }
        // XML cannot hold most control characters, not even as references.
        assertTrue(
                all.indexOf("reference=\"a\\u0001\"") > 0 && all.indexOf("reference=\"a\\u0002\"") > 0, all::toString);
    }

    /** 360,000 words in which each pair of neighbours occurs eight times: more seeds than are collected. */
    @Test
    void textsThatRepeatWordsTooOftenAreReported() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        String once = Repeated.text(45_000, i -> Repeated.text(3, k -> (char) ('b' + random.nextInt(24))) + "x ");
        write("repeated.txt", once.repeat(8));
        write("other.txt", bytes("repeated.txt"));
        run("compare $repeated.txt $other.txt --passages")
                .exits(0, "repeated.txt and other.txt repeat words so often that alignment reached a limit");
    }

    // Texts against the documents of an index, whose texts are read from --texts.

    private static final String SHARED = Corpus.words(101, 60);
    private static final String ESSAY = "Ä " + Corpus.words(104, 30) + "\n\n" + SHARED + "\n\n" + Corpus.words(105, 30)
            + "\n\n" + Corpus.words(3, 200);
    private static final String OF_INDEX = "passages $index $essay.txt --texts $sources ";

    private void writeEssay() throws IOException {
        write("sources/book.txt", Corpus.words(102, 50) + "\n\n" + SHARED);
        write("sources/notes.txt", SHARED.substring(0, 200) + "\n\n" + Corpus.words(103, 90));
        buildIndex("");
        write("essay.txt", ESSAY);
    }

    @Test
    void quotationsAreLeftOutOnRequest() throws IOException {
        writeEssay();
        write("essay.txt", Corpus.words(104, 150) + " “" + SHARED + "” (Smith 2010). " + Corpus.words(3, 200));
        assertEquals(3, run(OF_INDEX + "--format json").lines().size());
        CliRun run = run(OF_INDEX + "--leave-out quotations --format json");
        assertEquals("other.txt " + read("essay.txt").indexOf(Corpus.words(3, 200)), run.row("id queryStart"));
        write("pairs.tsv", "essay.txt\tbook.txt\n");
        run("passages --pairs $pairs.tsv $ $sources --leave-out both").exits(0).printsNothing();
    }

    @Test
    void passagesComeByPlaceWithTheBestDocumentFirst() throws IOException {
        writeEssay();
        CliRun run = run(OF_INDEX + "--format json --threads 4").exits(0);
        assertEquals(List.of("1 book.txt", "2 notes.txt", "1 other.txt"), run.rows("rank id"));
        run.hasFields(
                "query id queryStart queryEnd start end queryStartBytes queryEndBytes startBytes endBytes kind words"
                        + " score rank");
        int start = ESSAY.indexOf(SHARED);
        run.givesFirst(
                "query queryStart queryEnd queryStartBytes words kind",
                "essay.txt " + start + " " + (start + SHARED.length()) + " " + (start + 1) + " 60 verbatim");
        assertEquals(run, run(OF_INDEX + "--format json --threads 1"));
        String[] csv = run(OF_INDEX + "--format csv").out().split("\r\n");
        assertEquals(4, csv.length);
        assertTrue(csv[0].startsWith("query,id,queryStart,"), csv[0]);
        assertTrue(csv[1].startsWith("essay.txt,book.txt,"), csv[1]);
        CliRun top = run(OF_INDEX + "--top 1 --format json").tells("more than 1 document share");
        assertEquals("other.txt", top.row("id"));
        run("delete $index book.txt").exits(0);
        run(OF_INDEX + "--format json").exits(0).gives("id", "notes.txt", "other.txt");
    }

    @Test
    void xmlHasOneFileForEachTextWithThePassagesOfAllItsSources() throws IOException {
        writeEssay();
        write("queries.jsonl", Corpus.record("a/q", SHARED) + Corpus.record("b/q", "nothing shared"));
        run("passages $index $essay.txt $queries.jsonl --texts $sources --xml $xml")
                .exits(0)
                .printsNothing();
        StringBuilder expected =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"essay.txt\">\n");
        for (Map<String, String> passage : run(OF_INDEX + "--format json").objects()) {
            int start = Integer.parseInt(passage.get("queryStart"));
            int there = Integer.parseInt(passage.get("start"));
            expected.append("  <feature name=\"detected-plagiarism\" this_offset=\"" + start + "\" this_length=\""
                    + (Integer.parseInt(passage.get("queryEnd")) - start) + "\" source_reference=\"" + passage.get("id")
                    + "\" source_offset=\"" + there + "\" source_length=\""
                    + (Integer.parseInt(passage.get("end")) - there) + "\"/>\n");
        }
        assertEquals(expected + "</document>\n", read("xml/essay.xml"));
        holds("xml/q.xml", "source_reference=\"book.txt\"");
        assertFalse(read("xml/q-2.xml").contains("feature"));
        each(OF_INDEX + "--xml $xml/essay.xml => 1");
    }

    @Test
    void theTableSaysInWordsWhatWasTakenAndFitsTheTerminal() throws IOException {
        writeEssay();
        CliRun run = run(OF_INDEX).exits(0);
        assertEquals(
                List.of(
                        "essay.txt shares 200 words with other.txt in 1 passage, 62 % of essay.txt",
                        "essay.txt shares 60 words with book.txt in 1 passage, 19 % of essay.txt",
                        "essay.txt shares 33 words with notes.txt in 1 passage, 10 % of essay.txt",
                        "  at 183: 60 words verbatim from book.txt at 301: ",
                        "    also 33 words verbatim from notes.txt at 0",
                        "  at " + ESSAY.indexOf(Corpus.words(3, 200)) + ": 200 words verbatim from other.txt at 0: "),
                run.lines().stream().map(line -> line.replaceFirst("\".*", "")).toList());
        assertTrue(run.lines().stream().allMatch(line -> line.length() <= 80), run.out());
    }

    @Test
    void aJsonlSourceGivesOneQueryForEachRecord() throws IOException {
        writeEssay();
        String records = Corpus.record("first", SHARED)
                + Corpus.record("none", Corpus.words(106, 40))
                + Corpus.record("last", Corpus.words(4, 90));
        write("queries.jsonl", records);
        String options = " --texts $sources --format json";
        CliRun run = run("passages $index $queries.jsonl --threads 4" + options).exits(0, "none: no shared passages");
        assertEquals(List.of("first", "first", "last"), run.rows("query"));
        assertEquals(
                run.out(),
                run("passages $index $queries.jsonl --threads 1" + options).out());
        assertEquals(run.out(), given(records, "passages $index -" + options).out());
    }

    @Test
    void passimGetsOneRecordForEachPassageOfAPlace() throws IOException {
        writeEssay();
        CliRun run = run(OF_INDEX + "--format passim").exits(0);
        assertEquals("uid cluster size id begin end text", run.fields());
        run.gives(
                "cluster size id", "1 3 essay.txt", "1 3 book.txt", "1 3 notes.txt", "2 2 essay.txt", "2 2 other.txt");
        List<Map<String, String>> records = run.objects();
        for (Map<String, String> record : records) {
            String text = read((record.get("id").equals("essay.txt") ? "" : "sources/") + record.get("id"));
            assertEquals(
                    text.substring(Integer.parseInt(record.get("begin")), Integer.parseInt(record.get("end"))),
                    record.get("text"));
        }
        assertEquals(SHARED, records.get(1).get("text"));
        assertEquals(records.get(0).get("uid"), records.get(3).get("uid"));
        run("compare $essay.txt $sources/book.txt --passages --format passim").printsLines(2);
    }

    @Test
    void changedAndMissingTextsAreReportedOnceAndCounted() throws IOException {
        writeEssay();
        Files.delete(path("sources/other.txt"));
        write("sources/notes.txt", SHARED);
        write("queries/one.txt", ESSAY);
        write("queries/two.txt", ESSAY);
        CliRun run = run("passages $index $queries --texts $sources --format json")
                .exits(1, "the text of 1 is missing, and that of 1 has changed");
        assertEquals(List.of("one.txt book.txt", "two.txt book.txt"), run.rows("query id"));
        assertEquals(2, run.err().split("other.txt of the index: its text is missing", -1).length, run.err());
        assertEquals(2, run.err().split("notes.txt of the index: its text has changed", -1).length, run.err());
    }

    @Test
    void storedTextsNeedNoSource() throws IOException {
        writeEssay();
        String expected = run(OF_INDEX + "--format json").out();
        run("build $index $sources --store-text --force --quiet").exits(0);
        for (String name : List.of("book.txt", "notes.txt", "other.txt")) {
            Files.delete(path("sources/" + name));
        }
        // The index does not know the files of its texts, so a field says that places are in the text.
        String stored = run("passages $index $essay.txt --format json").out();
        assertEquals(expected, stored.replace(",\"places\":\"text\"", ""));
        write("late.txt", Corpus.words(105, 30));
        run("add $index $late.txt").exits(0);
        run("delete $index book.txt").exits(0);
        CliRun changed = run("passages $index $essay.txt --format json").exits(0);
        assertEquals(List.of("notes.txt", "late.txt", "other.txt"), changed.rows("id"));
        run("passages $index $essay.txt --format passim").prints(Corpus.words(105, 30));
    }

    @Test
    void textsWithoutMinutiaeOrWithBinaryDataAreNamed() throws IOException {
        writeEssay();
        byte[] text = Packed.utf8(ESSAY);
        text[0] = (byte) 0xff;
        text[text.length - 1] = 0;
        write("essay.txt", text);
        CliRun run = run(OF_INDEX + "--format json --no-convert").exits(0, "essay.txt is not valid UTF-8");
        assertEquals(3, run.lines().size());
        write("essay.txt", "...");
        run(OF_INDEX).exits(0, "essay.txt has no minutiae").printsNothing();
    }

    @Test
    void placesInRightToLeftTextAreLogical() throws IOException {
        String hebrew = "מגדלור הגרניט בכניסה לנמל בער שמן לווייתנים במשך שלושים שנה, ובכל ערב טיפס השומר במדרגות הצרות"
                + " כדי לקצוץ את הפתילות ולמתוח את מנגנון השעון הכבד שסובב את העדשה הגדולה מעל הים.";
        writeEssay();
        write("sources/hebrew.txt", hebrew);
        run("add $index $sources/hebrew.txt").exits(0);
        write("essay.txt", "\u200f" + Corpus.words(107, 40) + "\n\n" + hebrew);
        run(OF_INDEX + "--format json")
                .gives(
                        "id queryStart endBytes",
                        "hebrew.txt " + read("essay.txt").indexOf(hebrew) + " " + Packed.utf8(hebrew).length);
        CliRun table = run(OF_INDEX);
        assertFalse(table.out().contains("\u200f"), table.out());
    }
}
