package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.crash.IndexState;
import io.whorl.live.LiveTier;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer killed at any moment, again and again, loses nothing that it said was committed, and leaves no half commit.
 */
class KillTest {
    private static final int KILLS = LongForm.of(6, 200);
    private static final int LONGEST_MILLIS = LongForm.of(400, 1_500);
    private static final long SEED = 5;

    @TempDir
    Path directory;

    private final Script script = new Script(SEED);
    private final Map<String, Integer> met = new TreeMap<>();
    private Map<String, byte[]> documents = Map.of();
    /** The commit that the documents are as of. */
    private long number;

    @Test
    void everyCommitThatWasAcknowledgedIsThere() throws Exception {
        Path index = directory.resolve("index");
        Random random = new Random(SEED);
        long acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            boolean starting = kill % 5 == 4;
            List<Long> said = run(index, starting, random);
            if (!said.isEmpty()) {
                // What the reader found, the next writer finds.
                assertEquals(number, said.get(0), "kill " + kill);
                acknowledged = said.get(said.size() - 1);
            }
            count(said.isEmpty() ? "killed while opening" : "killed while writing");
            if (Files.exists(index.resolve("MANIFEST"))) {
                look(index);
                verify(index, acknowledged, "kill " + kill);
            }
        }
        System.out.println("kill test: " + KILLS + " kills, " + number + " commits, " + met);
        assertTrue(number > KILLS, () -> number + " commits");
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(number, writer.commit());
        }
        assertEquals(List.of(), unnamed(index));
    }

    /** Starts a writer and kills it; the number that it found, and those of its commits. */
    private List<Long> run(Path index, boolean starting, Random random) throws Exception {
        List<String> flags = new ArrayList<>(List.of(LiveTier.flags().split(" ")));
        flags.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
        List<String> lines = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(flags, KilledWriter.class, index.toString(), Long.toString(SEED))) {
            if (starting) {
                Thread.sleep(200 + random.nextInt(1_000));
            } else {
                lines.add(child.awaitLine("open"));
                Thread.sleep(random.nextInt(LONGEST_MILLIS));
            }
            child.kill();
            lines.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        List<Long> said = new ArrayList<>();
        for (String line : lines) {
            assertTrue(line.matches("(open|commit) \\d+"), () -> String.join("\n", lines));
            said.add(Long.parseLong(line.substring(line.indexOf(' ') + 1)));
        }
        return said;
    }

    /** The index holds what was acknowledged, or that and the commit that was on its way. */
    private void verify(Path index, long acknowledged, String what) throws IOException {
        long next = acknowledged + 1;
        long found = Snapshot.open(index).document(Script.mark(next)).isPresent() ? next : acknowledged;
        count(found == next ? "one commit more than acknowledged" : "as acknowledged");
        documents = script.then(documents, number + 1, found);
        number = found;
        Map<String, byte[]> asked = script.asked(Math.max(0, found - 2), found + 2);
        IndexState expected = Script.built(documents, asked, directory);
        assertEquals(expected, IndexState.read(index, asked), what);
    }

    private void look(Path index) throws IOException {
        if (names(index.resolve("live")).filter(n -> n.startsWith("log-")).count() > 1) {
            count("with a log to be sealed or begun");
        }
        List<String> unnamed = unnamed(index);
        if (unnamed.stream().anyMatch(n -> n.endsWith(".whs"))) {
            count("with a segment in the making");
        }
        if (unnamed.stream().anyMatch(n -> n.endsWith(".del") || n.endsWith(".tmp"))) {
            count("with a MANIFEST or deaths in the making");
        }
    }

    private void count(String what) {
        met.merge(what, 1, Integer::sum);
    }

    private static Stream<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).toList().stream();
        }
    }

    /** Files that MANIFEST does not name and that are none of the index's own. */
    static List<String> unnamed(Path index) throws IOException {
        String manifest = Files.readString(index.resolve("MANIFEST"));
        return Stream.concat(
                        names(index)
                                .filter(n ->
                                        !List.of("LOCK", "MANIFEST", "live").contains(n)
                                                && !manifest.contains('"' + n + '"')),
                        names(index.resolve("live")).filter(n -> !n.startsWith("log-") && !n.equals("CLOSED")))
                .sorted()
                .toList();
    }
}
