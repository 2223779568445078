package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PassagesCommandTest {
    private static final int PAIRS = 50;

    @TempDir
    Path folder;

    private Path a;
    private Path b;
    private Path list;
    private static final int WORDS = 45_000;
    private static final int LETTERS = 24;

    @BeforeEach
    void pairs() throws IOException {
        a = Files.createDirectory(folder.resolve("a"));
        b = Files.createDirectory(folder.resolve("b"));
        list = folder.resolve("pairs.tsv");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < PAIRS; i++) {
            String shared = Corpus.words(i, 60);
            String own = Corpus.words(1_000 + i, 30 * (i % 7));
            Files.writeString(a.resolve("s" + i + ".txt"), "é " + own + " " + shared);
            Files.writeString(b.resolve("t" + i + ".txt"), shared + " " + Corpus.words(2_000 + i, 20 * (i % 5)));
            lines.insert(0, "s" + i + ".txt" + (i % 2 == 0 ? "\t" : " ") + "t" + i + ".txt\n");
        }
        Files.writeString(list, lines);
    }

    private CliRun run(Object... more) {
        return CliRun.of("passages", "--pairs", list, a, b, more);
    }

    @Test
    void passagesComeInTheOrderOfThePairsAsCompareFindsThem() throws IOException {
        CliRun run = run("--format", "json", "--threads", "4").exits(0);
        StringBuilder expected = new StringBuilder();
        for (int i = PAIRS - 1; i >= 0; i--) {
            expected.append(CliRun.of(
                            "compare",
                            a.resolve("s" + i + ".txt"),
                            b.resolve("t" + i + ".txt"),
                            "--passages --format json")
                    .out());
        }
        assertEquals(expected.toString(), run.out());
        assertEquals(PAIRS, run.lines().size());
        assertEquals(run.out(), run("--format", "json", "--threads", "1").out());
    }

    @Test
    void missingFilesAreReportedAndCounted() throws IOException {
        Files.delete(a.resolve("s3.txt"));
        Files.delete(b.resolve("t7.txt"));
        CliRun run = run().exits(
                        1,
                        "no such file or directory: " + a.resolve("s3.txt"),
                        b.resolve("t7.txt").toString(),
                        "2 pairs of 50 pairs could not be aligned");
        assertEquals(2 * (PAIRS - 2), run.lines().size());
    }

    @Test
    void aFileOfManyPairsThatCannotBeReadIsExplainedOnce() throws IOException {
        Files.writeString(b.resolve("t0.txt"), "{\\rtf1 not really");
        Files.writeString(list, "s0.txt\tt0.txt\ns1.txt\tt0.txt\ns2.txt\tt0.txt\n");
        CliRun run = run("--threads", "2").exits(1);
        assertEquals(2, run.err().split("--plugins", -1).length, run.err());
        run.tells("3 pairs of 3 pairs could not be aligned");
    }

    @Test
    void xmlHasOneFileForEachPairWithTheSamePlaces() throws Exception {
        Path xml = folder.resolve("new").resolve("xml");
        CliRun run = run("--xml", xml).exits(0).printsNothing();
        try (var files = Files.list(xml)) {
            assertEquals(PAIRS, files.count());
        }
        for (Map<String, String> passage : run("--format", "json").objects()) {
            String susp = passage.get("query");
            String source = passage.get("id");
            Path file = xml.resolve(susp.replace(".txt", "-") + source.replace(".txt", ".xml"));
            Element document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
            assertEquals(susp, document.getAttribute("reference"));
            NodeList features = document.getElementsByTagName("feature");
            assertEquals(1, features.getLength());
            Element feature = (Element) features.item(0);
            assertEquals("detected-plagiarism", feature.getAttribute("name"));
            assertEquals(source, feature.getAttribute("source_reference"));
            assertSpan(passage.get("queryStart"), passage.get("queryEnd"), feature, "this");
            assertSpan(passage.get("start"), passage.get("end"), feature, "source");
        }
    }

    private static void assertSpan(String start, String end, Element feature, String side) {
        assertEquals(start, feature.getAttribute(side + "_offset"));
        assertEquals(
                Integer.parseInt(end) - Integer.parseInt(start),
                Integer.parseInt(feature.getAttribute(side + "_length")));
    }

    @Test
    void pairsWithoutPassagesHaveAnXmlFileWithoutFeatures() throws IOException {
        Files.writeString(list, "s1.txt\tt2.txt\n\n");
        assertEquals(0, run("--xml", folder.resolve("xml")).code());
        assertEquals(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"s1.txt\">\n</document>\n",
                Files.readString(folder.resolve("xml").resolve("s1-t2.xml")));
    }

    @Test
    void namesAreEscapedInXml() throws IOException {
        Files.copy(a.resolve("s1.txt"), a.resolve("s&<\".txt"));
        Files.writeString(list, "s&<\".txt\tt1.txt\n");
        assertEquals(0, run("--xml", folder.resolve("xml")).code());
        String xml = Files.readString(folder.resolve("xml").resolve("s&<\"-t1.xml"));
        assertTrue(xml.contains("reference=\"s&amp;&lt;&quot;.txt\""), xml);
    }

    @Test
    void aLineWithoutTwoColumnsIsNamed() throws IOException {
        Files.writeString(list, "s1.txt\tt1.txt\ns2.txt\n");
        CliRun run = run().exits(1, "pairs.tsv:2 does not have two columns").printsNothing();
    }

    @Test
    void missingDirectoriesAndListsFail() {
        CliRun.of("passages", a, b).exits(1);
        CliRun.of("passages", a).exits(2);
        assertEquals(2, run(b).code());
        assertEquals(2, run("--limit", "1").code());
        CliRun.of("passages", "--pairs", list, a, folder.resolve("x")).exits(1);
        CliRun.of("passages", "--pairs", list, a, list).exits(1);
        CliRun.of("passages", "--pairs", folder.resolve("x"), a, b).exits(1);
        assertEquals(2, run("--summaries", "x").code());
    }

    @Test
    void pairsOfEqualNamesInOtherDirectoriesHaveFilesOfTheirOwn() throws IOException {
        Files.copy(a.resolve("s1.txt"), Files.createDirectory(a.resolve("sub")).resolve("s1.txt"));
        Files.writeString(list, "s1.txt\tt1.txt\nsub/s1.txt\tt2.txt\nsub/s1.txt\tt1.txt\n");
        assertEquals(0, run("--xml", folder.resolve("xml")).code());
        for (String name : List.of("s1-t1.xml", "s1-t2.xml", "s1-t1-2.xml")) {
            assertTrue(Files.exists(folder.resolve("xml").resolve(name)), name);
        }
    }

    @Test
    void anXmlFileReplacesTheEarlierOneWhenItIsComplete() throws IOException {
        Path xml = Files.createDirectory(folder.resolve("xml"));
        Path file = Files.writeString(xml.resolve("s1-t1.xml"), "earlier");
        Path earlier = Files.createLink(folder.resolve("earlier.xml"), file);
        Files.writeString(list, "s1.txt\tt1.txt\n");
        assertEquals(0, run("--xml", xml).code());
        assertTrue(Files.readString(file).endsWith("</document>\n"));
        assertEquals("earlier", Files.readString(earlier));
    }

    @Test
    void anXmlDirectoryThatCannotBeMadeFails() throws IOException {
        CliRun run = run("--xml", Files.createFile(folder.resolve("file"))).exits(1, "file");
    }

    // A warning says that alignment reached a limit.

    /** 360,000 words in which each pair of neighbours occurs eight times: more seeds than are collected. */
    private static String repeatedEightTimes() {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder once = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            for (int letter = 0; letter < 3; letter++) {
                once.append((char) ('b' + random.nextInt(LETTERS)));
            }
            once.append("x ");
        }
        return once.toString().repeat(8);
    }

    @Test
    void textsThatRepeatWordsTooOftenAreReported(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("repeated.txt"), repeatedEightTimes());
        Path other = Files.copy(text, folder.resolve("other.txt"));
        CliRun.of("compare", text, other, "--passages")
                .exits(0, "repeated.txt and other.txt repeat words so often that alignment reached a limit");
    }
}
