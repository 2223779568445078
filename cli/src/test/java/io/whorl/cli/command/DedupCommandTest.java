package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupCommandTest {
    private static final String TEXT = Corpus.words(1, 380);

    @TempDir
    private Path directory;

    private static final String DEDUP_RULE_TEXT = Corpus.words(1, 120);

    private static String object(String id, String text) {
        return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}";
    }

    /** Two copies and a longer version of one text, an empty text, a line that is no JSON, and another text. */
    private static List<String> lines() {
        return List.of(
                object("a", TEXT),
                " {\"text\": \"" + TEXT.toUpperCase(java.util.Locale.ROOT) + "\", \"id\": \"b\"}\r",
                "",
                object("empty", ""),
                "not JSON",
                object("c", TEXT + " " + Corpus.words(2, 60)),
                object("other", Corpus.words(3, 300)));
    }

    private Path source(String name, List<String> lines) throws IOException {
        return Files.write(directory.resolve(name), String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> without(List<String> lines, Integer... dropped) {
        List<String> kept = new ArrayList<>(lines);
        for (int i = dropped.length - 1; i >= 0; i--) {
            kept.remove((int) dropped[i]);
        }
        return kept;
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void survivorsAreCopiedByteForByte() throws IOException {
        Path dump = source("dump.jsonl", lines());
        Path clean = directory.resolve("clean.jsonl");
        CliRun run =
                CliRun.of("dedup", dump, "--write", clean, "--format", "json").exits(1);
        assertEquals(
                List.of(
                        Map.of(
                                "drop",
                                "b",
                                "keep",
                                "a",
                                "cluster",
                                "1",
                                "score",
                                "1.0",
                                "measure",
                                "weighted-resemblance"),
                        "c a 1"),
                List.of(
                        run.objects().get(0),
                        run.objects().get(1).get("drop") + " "
                                + run.objects().get(1).get("keep") + " "
                                + run.objects().get(1).get("cluster")));
        assertEquals(2, run.objects().size());
        assertEquals(String.join("\n", without(lines(), 1, 5)), Files.readString(clean));
        assertEquals(List.of("clean.jsonl", "dump.jsonl"), names(), "nothing else is left");
        run.tells(
                "kept 3 documents and dropped 2 documents (40.0 %",
                "1 dropped document has the same fingerprint",
                "1 document is kept without a comparison",
                "skipped 1 document: invalid 1; the documents that were read are",
                "2 documents dropped for a");
    }

    /** Two texts each share six of their twenty words. With one minutia a text, one pair in fifteen is equal. */
    @Test
    void differentShortTextsAreNotEqual() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            String shared = " " + Corpus.words(7_000 + i / 2, 6) + " ";
            texts.add(object("t" + i, Corpus.words(2 * i, i % 13) + shared + Corpus.words(2 * i + 1, 14 - i % 13)));
        }
        CliRun.of("dedup", source("short.jsonl", texts), "--min-score", "0.5")
                .exits(0)
                .printsNothing()
                .tells("kept 600 documents and dropped 0 documents");
    }

    @Test
    void theLongestDocumentSurvivesIfTheRuleSaysSo() throws IOException {
        Path dump = source("dump.jsonl", lines());
        Path clean = directory.resolve("clean.jsonl");
        CliRun run = CliRun.of("dedup", dump, "--write", clean, "--keep", "longest", "--format", "tsv")
                .exits(1);
        assertEquals("drop\tkeep\tcluster\tscore\tmeasure", run.lines().get(0));
        assertTrue(run.lines().get(1).startsWith("a\tc\t1\t"), run.out());
        assertTrue(run.lines().get(2).startsWith("b\tc\t1\t"), run.out());
        assertEquals(String.join("\n", without(lines(), 0, 1)), Files.readString(clean));
    }

    @Test
    void compressedDumpsAreJoinedInOrder() throws IOException {
        Path first = Files.write(directory.resolve("1.jsonl.gz"), Packed.gzip("\ufeff" + String.join("\n", lines())));
        Path second = Files.writeString(
                directory.resolve("2.json"),
                "\ufeff" + object("d", Corpus.words(9, 100)) + object("e", TEXT) + "\n\n" + object("f", "x y z"));
        Path clean = directory.resolve("clean.jsonl.gz");
        CliRun.of("dedup", first, second, "--write", clean, "--quiet", "--lenient")
                .exits(0);
        String expected = "\ufeff" + String.join("\n", without(lines(), 1, 5)) + "\n"
                + object("d", Corpus.words(9, 100)) + object("f", "x y z");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(clean)))) {
            assertEquals(expected, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        Path zstd = directory.resolve("clean.jsonl.zst");
        CliRun.of("dedup", first, second, "--write", zstd, "--quiet").exits(1);
        assertEquals("", CliRun.of("dedup", zstd, "--quiet").out().replaceAll("(?m)^drop .*\n", ""));
    }

    @Test
    void rowsOfATableAreCopied() throws IOException {
        String head = "id,note,text\r\n";
        String a = "a,\"x\ny\",\"" + TEXT + "\"\r\n";
        String c = "c,,\"" + Corpus.words(5, 90) + "\"\r\n";
        Path table = Files.writeString(directory.resolve("t.csv"), head + a + "b,,\"" + TEXT + "\"\r\n" + c);
        Path clean = directory.resolve("clean.csv");
        CliRun.of("dedup", table, "--write", clean).exits(0);
        assertEquals(head + a + c, Files.readString(clean));
    }

    @Test
    void aDirectoryIsCopiedWithItsFiles() throws IOException {
        Path source = Corpus.write(directory.resolve("source"));
        Files.createDirectories(source.resolve("shards"));
        Files.write(source.resolve("shards/1.jsonl"), lines());
        Files.write(source.resolve("shards/2.jsonl"), List.of(object("z", Corpus.words(12, 80))));
        Files.write(source.resolve("picture.bin"), new byte[] {0, 1, 2, 3});
        Path clean = directory.resolve("clean");
        CliRun run = CliRun.of("dedup", source, "--write", clean, "--quiet").exits(1);
        assertFalse(Files.exists(clean.resolve("version.txt")), run.out());
        assertArrayEquals(
                Files.readAllBytes(source.resolve("original.txt")), Files.readAllBytes(clean.resolve("original.txt")));
        assertArrayEquals(new byte[] {0, 1, 2, 3}, Files.readAllBytes(clean.resolve("picture.bin")));
        assertArrayEquals(
                Files.readAllBytes(source.resolve("shards/2.jsonl")),
                Files.readAllBytes(clean.resolve("shards/2.jsonl")));
        assertEquals(
                String.join("\n", without(lines(), 0, 1, 5, 6)) + "\n",
                Files.readString(clean.resolve("shards/1.jsonl")),
                "the others are copies and versions of original.txt and other.txt");
        CliRun.of("dedup", source, "--write", clean, "--force").exits(1, "exists; choose another name");
    }

    @Test
    void recordsOfOneIdAreJudgedOneByOne() throws IOException {
        List<String> lines = List.of(
                object("same", TEXT),
                object("same", Corpus.words(7, 100)),
                object("same", TEXT),
                object("x", Corpus.words(7, 100)));
        Path dump = source("dump.jsonl", lines);
        Path clean = directory.resolve("clean.jsonl");
        CliRun.of("dedup", dump, "--write", clean).exits(0);
        assertEquals(lines.get(0) + "\n" + lines.get(1) + "\n", Files.readString(clean));
    }

    @Test
    void whatIsNotReadIsNotDropped() throws IOException {
        String large = Corpus.words(1, 300);
        List<String> lines = List.of(
                object("a", Corpus.words(2, 50)),
                object("large", large),
                object("larger", large),
                object("b", Corpus.words(2, 50)),
                object("left-out", Corpus.words(2, 50)));
        Path dump = source("dump.jsonl", lines);
        Path clean = directory.resolve("clean.jsonl");
        CliRun run = CliRun.of("dedup", dump, "--write", clean, "--max-document 1000 --exclude left* --format tsv")
                .exits(1);
        assertEquals(2, run.lines().size(), run.out());
        assertEquals(String.join("\n", without(lines, 3)), Files.readString(clean));
        run.tells("kept 1 document and dropped 1 document");
    }

    @Test
    void anIndexGivesTheResultOnly() throws IOException {
        Path index = Corpus.index(directory, "--store-text");
        CliRun run = CliRun.of("dedup", index, "--format", "json").exits(0);
        assertEquals(1, run.objects().size(), run.out());
        assertEquals("version.txt", run.objects().get(0).get("drop"));
        assertEquals("original.txt", run.objects().get(0).get("keep"));
        run.tells("of the words", "\"" + Corpus.ORIGINAL.substring(0, 12));
        CliRun.of("dedup", index, "--write", directory.resolve("x.jsonl")).exits(2, "give the sources");
        CliRun.of("dedup", index, directory).exits(2);
    }

    @Test
    void containmentDropsPartsOfLongerDocuments() throws IOException {
        Path index = Corpus.index(directory);
        CliRun run = CliRun.of("dedup", index, "--measure containment --keep longest --min-score 90% --format json");
        assertEquals(List.of("original.txt", "part.txt"), run.values("drop"), run.out());
        assertTrue(run.objects().stream().allMatch(o -> o.get("keep").equals("version.txt")), run.out());
    }

    @Test
    void theSummaryIsWritten() throws IOException {
        Path dump = source("dump.jsonl", lines());
        Path file = directory.resolve("summary.json");
        CliRun.of("dedup", dump, "--summary", file, "--quiet").exits(1);
        String json = Files.readString(file);
        assertTrue(json.contains("\"documents\":5,\"kept\":3,\"dropped\":2,\"clusters\":1"), json);
        assertTrue(json.contains("\"keep\":\"a\",\"keepText\":\"" + TEXT.substring(0, 60)), json);
    }

    @Test
    void neitherThreadsNorMemoryAffectTheResult() throws IOException {
        Path dump = source("dump.jsonl", lines());
        Path one = directory.resolve("one.jsonl");
        Path two = directory.resolve("two.jsonl");
        CliRun first = CliRun.of("dedup", dump, "--write", one, "--threads", 1);
        CliRun second = CliRun.of("dedup", dump, "--write", two, "--threads", 2, "--memory", "16m", "--run-text", "1k");
        assertEquals(first.out(), second.out());
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
    }

    @Test
    void meaninglessOptionsAreRefused() throws IOException {
        Path dump = source("dump.jsonl", lines());
        for (List<String> wrong : List.of(
                List.of("--measure", "percent"),
                List.of("--measure", "shared"),
                List.of("--min-score", "0"),
                List.of("--min-score", "1.5"),
                List.of("--keep", "newest"),
                List.of("--max-df", "0"),
                List.of("--memory", "15m"),
                List.of("--resume"),
                List.of("--selection", "min-s", "--measure", "containment"),
                List.of("--write", "-"),
                List.of("-", "--write", directory.resolve("x.jsonl").toString()),
                List.of("--unknown"))) {
            List<Object> arguments = new ArrayList<>(List.of("dedup", dump));
            arguments.addAll(wrong);
            CliRun run = CliRun.of(arguments);
            assertEquals(2, run.code(), () -> wrong + run.err());
            run.printsNothing();
        }
        assertEquals(List.of("dump.jsonl"), names());
    }

    @Test
    void standardInputCanBeRead() {
        CliRun run = CliRun.withInput(String.join("\n", lines()), "dedup", "-", "--format", "json")
                .exits(1);
        assertEquals(2, run.lines().size());
    }

    // Rules that need a date or a field.

    /** Copies of one text, named a, b, c, …, each with a value as JSON. */
    private Path dump(String field, String... values) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            lines.add("{\"id\":\"" + (char) ('a' + i) + "\",\"text\":\"" + DEDUP_RULE_TEXT + "\""
                    + (values[i].isEmpty() ? "" : ",\"" + field + "\":" + values[i]) + "}");
        }
        return Files.write(directory.resolve("dump.jsonl"), lines);
    }

    private static String kept(Path dump, String... options) throws IOException {
        CliRun run = CliRun.of("dedup", dump, "--format", "json", options).exits(0);
        return run.objects().get(0).get("keep");
    }

    @Test
    void theDocumentWithTheGreatestOrLeastNumberSurvives() throws IOException {
        Path dump = dump("n", "3", "-2.5e3", "\"100\"", "\"seven\"", "", "99.5");
        assertEquals("c", kept(dump, "--keep", "field:n:greatest"));
        assertEquals("b", kept(dump, "--keep", "field:n:least"));
        CliRun run = CliRun.of("dedup", dump, "--keep", "field:n", "--format", "json");
        assertEquals("c", run.objects().get(0).get("keep"));
        run.tells("1 document has no field \"n\", and comes last");
    }

    @Test
    void theDocumentWithTheGreatestOrLeastTextSurvives() throws IOException {
        Path dump = dump("v", "\"ab\"", "\"abc\"", "\"a\"", "\"aa\"", "null");
        assertEquals("b", kept(dump, "--keep", "field:v"));
        assertEquals("c", kept(dump, "--keep", "field:v:least"));
        Path csv = Files.writeString(
                directory.resolve("t.csv"),
                "id,rank,text\nx,2," + DEDUP_RULE_TEXT + "\ny,1," + DEDUP_RULE_TEXT + "\nz,," + DEDUP_RULE_TEXT + "\n");
        assertEquals("y", kept(csv, "--keep", "field:rank:least"));
    }

    @Test
    void equalValuesLeaveTheFirstDocument() throws IOException {
        assertEquals("b", kept(dump("n", "0", "7", "7.0"), "--keep", "field:n"));
        assertEquals("a", kept(dump("n", "-0.0", "0"), "--keep", "field:n"));
    }

    @Test
    void theOldestDocumentSurvives() throws IOException {
        Path dump = dump("day", "\"2024-03-01\"", "", "\"2019\"", "\"soon\"", "\"Fri, 1 Mar 2019 12:30:00 +0100\"");
        CliRun run = CliRun.of("dedup", dump, "--keep", "oldest", "--date-field", "day", "--format", "json");
        assertEquals("c", run.objects().get(0).get("keep"));
        run.tells("1 date cannot be read", "2 documents have no date, and come last");
        Path dates = Files.writeString(directory.resolve("dates.tsv"), "b\t1999-12-31\nunknown\t1970\n");
        assertEquals("b", kept(dump, "--keep", "oldest", "--dates", dates.toString()));
    }

    @Test
    void theOldestDocumentOfAnIndexSurvives() throws IOException {
        Path dump = dump("day", "\"2024\"", "", "\"2019\"");
        Path index = directory.resolve("index");
        CliRun.of("build", index, dump, "--date-field", "day", "--quiet").exits(0);
        assertEquals("c", kept(index, "--keep", "oldest"));
        Path dates = Files.writeString(directory.resolve("dates.tsv"), "b\t1999-12-31\n");
        assertEquals("b", kept(index, "--keep", "oldest", "--dates", dates.toString()));
        CliRun.of("dedup", index, "--keep", "oldest", "--date-field", "day").exits(2);
        Path undated = directory.resolve("undated");
        CliRun.of("build", undated, dump, "--quiet").exits(0);
        CliRun.of("dedup", undated, "--keep", "oldest").exits(1, "needs dates");
    }

    @Test
    void rulesWithoutTheirValuesAreRefused() throws IOException {
        Path dump = dump("n", "1", "2");
        for (String rule : List.of("oldest", "field:other")) {
            CliRun.of("dedup", dump, "--keep", rule).exits(1, "no document has a");
        }
        for (String rule : List.of("field:", "field::least", "newest")) {
            CliRun.of("dedup", dump, "--keep", rule).exits(2);
        }
        CliRun.of("dedup", dump, "--date-field", "n").exits(2);
        CliRun.of("dedup", Corpus.index(directory), "--keep", "field:n").exits(2, "give the sources");
    }
}
