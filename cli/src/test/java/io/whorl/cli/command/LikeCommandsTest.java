package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that start from documents of the index: query --like, compare --index and group. */
class LikeCommandsTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory, "--store-fingerprints");
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    @Test
    void aDocumentFindsOthersAndOnRequestItself() throws IOException {
        List<Map<String, String>> byText = CliRun.of(
                        "query", index, directory.resolve("sources/original.txt"), "--format", "json")
                .objects();
        CliRun with = CliRun.of("query", index, "--like", "original.txt", "--with-itself", "--format", "json")
                .exits(0);
        assertEquals(byText, with.objects());
        List<Map<String, String>> like = CliRun.of("query", index, "--like", "original.txt", "--format", "json")
                .objects();
        assertEquals(List.of("version.txt", "part.txt"), CliRun.values(like, "id"));
        assertEquals(List.of("1", "2"), CliRun.values(like, "rank"));
        assertEquals(
                List.copyOf(byText.get(0).keySet()), List.copyOf(like.get(0).keySet()));
    }

    @Test
    void aListOfMoreDocumentsThanCanBeGroupedIsRefused() throws IOException {
        StringBuilder lines = new StringBuilder();
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i <= 10_000; i++) {
            lines.append(Corpus.record("d" + i, "some words"));
            ids.append("d").append(i).append("\nmissing\nd0\n");
        }
        Path many = directory.resolve("many");
        CliRun.of("build", many, file("many.jsonl", lines.toString()), "--store-fingerprints")
                .exits(0);
        CliRun run = CliRun.of("group", many, "--ids", file("ids", ids.toString()))
                .exits(2, "the index has more than 10000 of the ids");
        assertEquals(
                1, run.err().lines().filter("whorl: not found: missing"::equals).count(), run.err());
    }

    @Test
    void severalDocumentsAreAnsweredInTheirOrder() throws IOException {
        Path ids = file("ids", "part.txt\n\nother.txt\n");
        for (int threads : new int[] {1, 3}) {
            CliRun run = CliRun.of(
                            "query",
                            index,
                            "--like version.txt --like-ids " + ids + " --top 1 --threads " + threads + " --format json")
                    .exits(0);
            assertEquals(List.of("version.txt", "part.txt"), run.values("query"));
            run.tells("other.txt: no document matches");
        }
        CliRun input = CliRun.withInput(
                "part.txt\nversion.txt\n", "query", index, "--like-ids", "-", "--top", 1, "--format", "json");
        assertEquals(List.of("part.txt", "version.txt"), input.values("query"));
    }

    @Test
    void eachUnknownIdIsNamedAndTheOthersAreAnswered() throws IOException {
        CliRun.of("delete", index, "part.txt").exits(0);
        CliRun run = CliRun.of("query", index, "--like part.txt --like original.txt --like none --format json")
                .exits(1);
        assertEquals(List.of("version.txt"), run.values("id"));
        assertTrue(run.err().contains("not found: part.txt") && run.err().contains("not found: none"), run.err());
    }

    @Test
    void wrongUsesOfLikeAreReported() throws IOException {
        Path text = directory.resolve("sources/original.txt");
        assertUsage("there is no query", "query", index);
        assertUsage("either texts or documents", "query", index, text, "--like", "original.txt");
        assertUsage("--with-itself has no effect", "query", index, text, "--with-itself");
        assertUsage("--query-selection", "query", index, "--like", "original.txt", "--query-selection", "mod:m=4");
        assertUsage("--id names", "query", index, "--like", "a", "--like", "b", "--id", "c");
        assertUsage("id", "query", index, "--like", "");
        CliRun.of("query", index, "--like-ids", file("empty", "\n")).exits(1, "has no ids");
    }

    private static void assertUsage(String message, Object... arguments) {
        CliRun.of(arguments).exits(2, message);
    }

    @Test
    void anIndexWithoutFingerprintsAndTextsIsRefusedWithTheOption() throws IOException {
        Path plain = directory.resolve("plain");
        CliRun.of("build", plain, directory.resolve("sources")).exits(0);
        for (Object[] command : new Object[][] {
            {"query", plain, "--like", "original.txt"},
            {"compare", "--index", plain, "original.txt", "part.txt"},
            {"group", plain, "original.txt", "part.txt"}
        }) {
            CliRun.of(command).exits(1, "--store-fingerprints or --store-text");
        }
        // A rebuild adds what is missing, and keeps it.
        Path sources = directory.resolve("sources");
        assertFalse(stats(plain).containsKey("storedFingerprintBytes"));
        CliRun.of("rebuild", plain, sources, "--store-fingerprints").exits(0);
        CliRun.of("rebuild", plain, sources).exits(0);
        CliRun.of("query", plain, "--like", "original.txt").exits(0);
        assertTrue(Long.parseLong(stats(plain).get("storedFingerprintBytes")) > 1_000);
        CliRun.of("check", plain).exits(0);
    }

    private static Map<String, String> stats(Path of) throws IOException {
        return CliRun.of("stats", of, "--format", "json").object();
    }

    @Test
    void twoDocumentsAreComparedByAllMeasures() throws IOException {
        Map<String, String> compared = CliRun.of(
                        "compare", "--index", index, "original.txt", "part.txt", "--format", "json")
                .object();
        assertEquals(
                List.of(
                        "a",
                        "b",
                        "minutiaeA",
                        "minutiaeB",
                        "score",
                        "shared",
                        "resemblance",
                        "containment",
                        "contained",
                        "percent",
                        "weightedResemblance",
                        "weightedContainment"),
                List.copyOf(compared.keySet()));
        assertEquals("97", compared.get("shared"));
        assertEquals("1.0", compared.get("contained"));
        assertEquals(compared.get("resemblance"), compared.get("score"));
        CliRun.of("compare", "--index", index, "original.txt", "part.txt").prints("weighted resemblance");
        CliRun.of("compare", "--index", index, "original.txt", "none").exits(1, "'none'");
        assertUsage("--index compares", "compare", "--index", index, "a", "b", "--locations");
        assertUsage("--index compares", "compare", "--index", index, "a", "b", "--granularity", 3);
    }

    @Test
    void measuresThatTheSchemeCannotGiveAreAbsent() throws IOException {
        Path sketches = directory.resolve("sketches");
        CliRun.of("build", sketches, directory.resolve("sources"), "--selection", "min-s:s=50", "--store-fingerprints");
        Map<String, String> compared = CliRun.of(
                        "compare", "--index", sketches, "original.txt", "part.txt", "--format", "json")
                .object();
        assertTrue(compared.containsKey("resemblance") && !compared.containsKey("containment"), compared::toString);
        Path words = directory.resolve("words");
        CliRun.of("build", words, directory.resolve("sources"), "--granularity 1 --frequencies --store-fingerprints");
        Map<String, String> byWords = CliRun.of(
                        "compare", "--index", words, "original.txt", "version.txt", "--format", "json")
                .object();
        assertTrue(
                byWords.containsKey("identity5") && byWords.containsKey("normalisedInnerProduct"), byWords::toString);
    }

    @Test
    void resultsAreGroupedInTheirOrder() throws IOException {
        CliRun run = CliRun.of(
                        "group",
                        index,
                        "part.txt",
                        "other.txt",
                        "version.txt",
                        "original.txt",
                        "--min-score 50% --format json")
                .exits(0);
        List<Map<String, String>> members = run.objects();
        assertEquals(
                List.of("group", "size", "id", "representative", "score", "to"),
                List.copyOf(members.get(0).keySet()));
        assertEquals(List.of("part.txt", "other.txt", "version.txt", "original.txt"), CliRun.values(members, "id"));
        assertEquals(List.of("1", "2", "3", "3"), CliRun.values(members, "group"));
        assertEquals("version.txt", members.get(3).get("representative"));
        Path ids = file("ids", "original.txt\nnone\noriginal.txt\npart.txt\n");
        CliRun contained = CliRun.of(
                        "group", index, "--ids", ids, "--measure containment --link components --format tsv")
                .exits(1, "not found: none");
        assertEquals(3, contained.lines().size(), contained.out());
        assertUsage("no document is named", "group", index);
        assertUsage("more than 0, up to 1", "group", index, "part.txt", "--min-score", 2);
        assertUsage("min-score", "group", index, "part.txt", "--min-score", 0);
    }
}
