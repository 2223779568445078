package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands that change, check, copy and describe an index: add, delete, merge, check, backup, stats and demo. */
class IndexCommandsTest extends CliRun.Fixture {
    @BeforeEach
    void build() throws IOException {
        buildIndex("");
    }

    private List<String> ids(String text) throws IOException {
        return given(text, "query $index - --format json").rows("id");
    }

    @Test
    void addReplacesADocumentOfTheSameId() throws IOException {
        String text = Corpus.words(9, 80);
        write("more/other.txt", text);
        write("more/new.txt", text + " " + Corpus.words(10, 20));
        CliRun run = run("add $index $more --format json");
        assertEquals(Map.of("added", "2", "replaced", "1", "skipped", "0", "documents", "6"), run.object());
        assertEquals(List.of("new.txt", "other.txt"), ids(text));
        assertEquals(List.of(), ids(Corpus.words(3, 300)));
        run("check $index").exits(0);
        run("merge $index").exits(0, "has 1 segment now: 6 documents").printsNothing();
        assertEquals("6", documents("index"));
        run("check $index").exits(0, "no problem found").printsNothing();
    }

    @Test
    void strictAddsAllDocumentsOrNone() throws IOException {
        write("two.jsonl", "{\"id\":\"a\",\"text\":\"one two three four\"}\n{\"id\":\n");
        each("add $index $two.jsonl --strict => 1");
        assertEquals("5", documents("index"));
        CliRun lenient = run("add $index $two.jsonl --format json --lenient").exits(0);
        assertEquals("1 0 1 6", lenient.row("added replaced skipped documents"));
    }

    @Test
    void deleteReadsIdsAndReportsThoseThatTheIndexDoesNotHave() throws IOException {
        CliRun run = run("delete $index version.txt missing.txt part.txt version.txt --format json");
        assertEquals(Map.of("deleted", "2", "notFound", "2"), run.exits(0).object());
        run.tells("not found: missing.txt");
        assertEquals(List.of("original.txt"), ids(Corpus.ORIGINAL));
        write("ids", "original.txt\n\nmissing.txt\r\n");
        run = run("delete $index other.txt --ids $ids --format json").exits(0, "not found: missing.txt");
        assertEquals("2 1", run.row("deleted notFound"));
        given("", "delete $index --ids - --format json").exits(0).gives("deleted notFound", "0 0");
        given("another.txt", "delete $index --ids -").exits(0, "deleted 1 document\n");
        assertEquals("0", documents("index"));
        String missing = Repeated.text(250, i -> "missing " + i + "\n");
        run = given(missing, "delete $index --ids - --format json");
        assertEquals("0 250", run.row("deleted notFound"));
        run.tells("not found: missing 99\nwhorl: not found: 150 more\n");
    }

    @Test
    void deleteDeletesNothingIfTheFileOfIdsIsBad() throws IOException {
        write("long.txt", "version.txt\n" + "x".repeat(70_000));
        write("latin.txt", new byte[] {'a', '\n', (byte) 0xe9, '\n'});
        each("""
                delete $index --ids $long.txt => 1 long.txt, line 2: id has 70000 bytes
                delete $index --ids $latin.txt => 1
                """);
        assertEquals("5", documents("index"));
    }

    /** Most documents of the segment are deleted, so the commit starts a merge, which fails. */
    @Test
    void aFailedMergeDoesNotFailTheCommit() throws IOException {
        damage(segment("index"));
        CliRun checked = run("check $index --format json").exits(1);
        assertTrue(checked.rows("problem").get(0).contains("segment-000001.whs"), checked.out());
        write("more/new.txt", Corpus.words(9, 80));
        String[] warning = {"warning: the change is committed", "damaged at byte", "'check ", "'merge "};
        CliRun deleted = run("delete $index version.txt part.txt other.txt --format json");
        assertEquals("3 0", deleted.exits(0, warning).row("deleted notFound"));
        CliRun added = run("add $index $more --format json").exits(0, warning);
        assertEquals("1 0 0 3", added.row("added replaced skipped documents"));
        // The merge is the purpose of this command, so its failure is an error.
        each("merge $index => 1 damaged at byte");
        assertEquals(3, Snapshot.open(path("index")).documents());
    }

    /** The commands do not query the writer, so they need no live tier and no flags of {@code java}. */
    @Test
    void theCommandsWorkWithoutChronicleMap() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("net.openhft.chronicle.map.ChronicleMap"));
    }

    @Test
    void statsPrintsTheFiguresOfTheContract() throws IOException {
        CliRun run = run("stats $index --format json");
        run.hasFields("documents words minutiae singletons postings bytes bytesPerPosting segments dates storedTexts"
                + " storedFingerprints scheme");
        assertEquals("5 1560 1545 1 {}", run.row("documents words postings segments scheme"));
        long bytes = Long.parseLong(run.row("bytes"));
        assertEquals(bytes / 1545.0, Double.parseDouble(run.row("bytesPerPosting")), 1e-12);
        long onDisk = 0;
        for (String name : names("index")) {
            onDisk += name.equals("LOCK") || name.equals("live") ? 0 : Files.size(path("index/" + name));
        }
        assertEquals(onDisk, bytes);
        String line = run("stats $index --format tsv").lines().get(1);
        String scheme = line.substring(line.lastIndexOf('\t') + 1);
        assertEquals(Scheme.builder().build(), Scheme.fromJson(scheme));
    }

    /** Without checksums of blocks, two minutiae of the text are not found, and the exit code is 0. */
    @Test
    void aQueryThatMeetsAFlippedBitFails() throws IOException {
        Path samples = Path.of("").toAbsolutePath().resolveSibling("samples").resolve("documents");
        run("build $of-samples", samples).exits(0);
        run("query $of-samples", samples.resolve("tides.txt")).exits(0);
        byte[] bytes = bytes("of-samples/segment-000001.whs");
        bytes[61_888] ^= 2;
        // The file is replaced, because the index of the first query may still be mapped.
        Files.delete(path("of-samples/segment-000001.whs"));
        write("of-samples/segment-000001.whs", bytes);
        run("query $of-samples", samples.resolve("tides.txt"))
                .exits(1, "$of-samples/segment-000001.whs: damaged at byte 61440: the checksum", "check --repair")
                .printsNothing();
    }

    @Test
    void repairRestoresALostManifest() throws IOException {
        String asked = run("pairs $index --min-score 0 --format tsv").out();
        byte[] flipped = bytes("index/MANIFEST");
        flipped[5] ^= 1;
        write("index/MANIFEST", flipped);
        run("check $index").exits(1);
        run("check $index --repair").exits(0, "segment-000001.whs");
        assertEquals(asked, run("pairs $index --min-score 0 --format tsv").out());
        Files.delete(path("index/MANIFEST"));
        run("check $index --repair").exits(0);
        run("check $index").exits(0);
    }

    @Test
    void repairChangesNothingIfNoFileIsIntact() throws IOException {
        damage(segment("index"));
        byte[] damaged = bytes(segment("index"));
        byte[] manifest = bytes("index/MANIFEST");
        run("check $index --repair").exits(1, "build the index again");
        assertArrayEquals(manifest, bytes("index/MANIFEST"));
        assertArrayEquals(damaged, bytes(segment("index")));
    }

    /** A heavily rewritten text may share less with its source than two texts share by chance. */
    @Test
    void theDemoFindsEveryRelativeAndRanksNearlyAllFirst() throws IOException {
        CliRun run = run("demo --format json");
        assertEquals(Collections.nCopies(12, "1.0"), run.rows("recall"));
        assertTrue(run.rows("precision").stream().allMatch(p -> Double.parseDouble(p) >= 0.75), run.out());
        assertTrue(run.rows("separation").stream()
                        .filter(s -> Double.parseDouble(s) > 0)
                        .count()
                >= 10);
        CliRun page = run("demo").exits(0).prints("\u2713 excerpt");
        assertTrue(page.lines().size() <= 48, page.lines().size() + " lines");
        assertTrue(page.lines().stream().allMatch(line -> line.codePointCount(0, line.length()) <= 80), page.out());
    }

    @Test
    void theFilesOfTheDemoAreKeptInAnEmptyDirectory() throws IOException {
        write("file", "x");
        each("demo $file => 1");
        run("demo $kept").exits(0);
        CliRun asked = run("query $kept/index $kept/documents/bees.txt --format json");
        assertEquals("bees.txt", asked.rows("id").get(0));
        each("demo $kept => 1 not empty");
    }

    /** Also while a writer holds the index. */
    @Test
    void backupMakesABackupAndBringsItUpToDate() throws IOException {
        try (IndexWriter writer =
                IndexWriter.open(path("index"), WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE))) {
            CliRun run = run("backup $index $backup --format json")
                    .exits(0, "$backup is a backup of $index as of commit 1: 1 file linked, 0 copied, 0 kept");
            assertEquals("commit linked copied kept removed bytes written", run.fields());
            writer.add("more.txt", "a document that only the log of the index has");
            writer.commit();
            assertEquals("2 1", run("backup $index $backup --format json").row("commit kept"));
        }
        run("check $backup").exits(0);
        assertEquals("6", documents("backup"));
        run("delete $backup more.txt").exits(0);
        each("""
                backup $index $backup => 1 choose an empty directory
                backup $index $index/b => 1 choose a directory outside
                """);
    }

    // Changes between two indexes.

    private void buildOf(String index, Map<String, String> texts, String options) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            write("of-" + index + "/" + text.getKey(), text.getValue());
        }
        run("build $" + index + " $of-" + index + " --quiet " + options).exits(0);
    }

    @Test
    void changesListsEachDocumentOnceByItsChange() throws IOException {
        buildOf(
                "old",
                Map.of(
                        "same.txt", Corpus.words(1, 200),
                        "changed.txt", Corpus.words(2, 200),
                        "here.txt", Corpus.words(3, 200),
                        "gone.txt", Corpus.words(4, 200)),
                "");
        buildOf(
                "young",
                Map.of(
                        "same.txt", Corpus.words(1, 200),
                        "changed.txt", Corpus.words(2, 180),
                        "there.txt", Corpus.words(3, 190),
                        "new.txt", Corpus.words(5, 200),
                        "copy.txt", Corpus.words(1, 150)),
                "");
        CliRun run = run("changes $old $young --format json")
                .exits(0, "1 unchanged, 1 changed, 1 moved (to 1 new id), 1 gone, 1 new, 1 copied");
        run.gives(
                "change id found",
                "changed changed.txt changed.txt",
                "copied copy.txt same.txt",
                "gone gone.txt null",
                "moved here.txt there.txt",
                "new new.txt null");
        assertEquals("change score shared resemblance containment contained id found", run.fields());
        assertEquals("187 " + 187 / 197.0, run.rows("shared containment").get(3));
        List<String> all = run("changes $old $young --format csv --unchanged").lines();
        assertEquals("change,score,shared,resemblance,containment,contained,id,found", all.get(0));
        assertEquals("same,,,,,,same.txt,", all.get(all.size() - 1));
        run("changes $old $young").prints("there.txt");
        run("changes $old $old --format json").printsNothing();
        buildOf("other", Map.of("a.txt", Corpus.words(1, 50)), "--granularity 3");
        each("changes $old $other => 1 granularity (4 and 3)");
    }

    // Segment sets, which commands that only read take as indexes.

    private static final String OLD = "the first version of a text that two shards have, with some more words";
    private static final String NEW = "the second version of the text that two shards have, with a few other words";

    /** Commits a set of two shards, which both have a document of one id. */
    private Path commitSet() throws IOException {
        Path set = Files.createDirectory(path("set"));
        BuildOptions options = BuildOptions.DEFAULT.memory(16 << 20).threads(1).storeFingerprints(true);
        List<Shard> shards = new ArrayList<>();
        for (Map<String, String> documents : List.of(
                Map.of("a", "a text that only the first shard has, and nobody else", "both", OLD),
                Map.of("b", "a text that only the second shard has, or so", "both", NEW))) {
            Path shard = set.resolve(Shard.newName());
            try (IndexBuilder builder =
                    IndexBuilder.create(shard, Scheme.builder().build(), options)) {
                for (Map.Entry<String, String> document : documents.entrySet()) {
                    builder.add(document.getKey(), document.getValue());
                }
                builder.finish();
            }
            shards.add(Shard.describe(shard, options));
        }
        new SegmentSet(shards).commit(set);
        return set;
    }

    @Test
    void adoptCreatesAnIndexAndPrintsItsFigures() throws IOException {
        commitSet();
        CliRun run = run("adopt $new $set --format json").exits(0);
        assertEquals("adopted replaced repeated segments bytes documents", run.fields());
        assertEquals("3 1 2 3", run.row("adopted repeated segments documents"));
        assertEquals("both", given(NEW, "query $new - --format json").rows("id").get(0));
        run("check $new").exits(0);
        run = run("adopt $new $set --link --merge --format json").exits(0);
        assertEquals("3 3", run.row("replaced documents"));
        assertEquals("1", run("stats $new --format json").row("segments"));
    }

    @Test
    void theRuleForRepeatedIdsIsChosen() throws IOException {
        commitSet();
        run("adopt $first $set --repeated-ids first").exits(0);
        given(OLD, "query $first - --format json").givesFirst("score", "100.0");
        assertNotEquals(
                "100.0",
                given(NEW, "query $first - --format json").rows("score").get(0));
        each("adopt $new $set --repeated-ids refuse => 1 the id both is in shard-");
        assertFalse(exists("new"));
    }

    @Test
    void whatIsNotAWholeSetIsRefusedAndTheIndexUnchanged() throws IOException {
        Path set = commitSet();
        write("text", "not an index");
        each("""
                adopt $index $index => 1 $index
                adopt $index $none => 1 $none
                adopt $text $set => 1
                """);
        String shard = names("set").stream()
                .filter(n -> n.startsWith("shard-"))
                .findFirst()
                .orElseThrow();
        String segment = segment("set/" + shard);
        damage(segment);
        run("adopt $index $set").exits(1, "$" + segment);
        run("check $set").exits(1).prints(shard);
        Files.delete(set.resolve(SegmentSet.FILE));
        each("adopt $index $set => 1 not committed");
        run("check $index").exits(0);
        assertEquals("5", documents("index"));
    }

    @Test
    void readingCommandsTakeASetAsAnIndex() throws IOException {
        Path set = commitSet();
        write("query.txt", NEW);
        run("adopt $new $set").exits(0);
        run("check $set").exits(0, "no problem found");
        assertEquals("3 2", run("stats $set --format json").row("documents segments"));
        for (String read : List.of(
                "query $INDEX $query.txt",
                "query $INDEX $query.txt --measure weighted-resemblance --exact-weights",
                "query $INDEX --like a",
                "compare --index $INDEX both a",
                "overlap $INDEX $query.txt",
                "group $INDEX a b both")) {
            String expected = run(read.replace("INDEX", "new") + " --format json")
                    .exits(0)
                    .out();
            assertFalse(expected.isEmpty());
            assertEquals(
                    expected,
                    run(read.replace("INDEX", "set") + " --format json")
                            .exits(0)
                            .out());
        }
        byte[] before = bytes("set/" + SegmentSet.FILE);
        for (String other : List.of(
                "pairs $set",
                "merge $set",
                "add $set $query.txt",
                "delete $set a",
                "clusters $set",
                "build $set $query.txt --force",
                "check $set --repair")) {
            CliRun run = run(other);
            assertTrue(run.code() != 0, other);
            assertTrue(run.err().contains("segment set") || run.err().contains("do not belong"), run.err());
        }
        assertArrayEquals(before, Files.readAllBytes(set.resolve(SegmentSet.FILE)));
    }
}
