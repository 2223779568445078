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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that is killed repeatedly at any moment loses no acknowledged commit, and leaves no partial commit. */
class KillTest {
    private static final int KILLS = LongForm.of(4, 200);
    private static final int LONGEST_MILLIS = LongForm.of(300, 1_500);
    private static final long SEED = 5;

    @TempDir
    Path directory;

    private final Script script = new Script(SEED);
    private final Map<String, Integer> counts = new TreeMap<>();
    private Map<String, byte[]> documents = Map.of();

    /** The commit of these documents. */
    private long number;

    @Test
    void killsLoseNoAcknowledgedCommit() throws Exception {
        Path index = directory.resolve("index");
        Random random = new Random(SEED);
        long acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            boolean starting = kill % 4 == 3;
            List<Long> printed = run(index, starting, random);
            if (!printed.isEmpty()) {
                // The next writer finds what the reader found.
                assertEquals(number, printed.get(0), "kill " + kill);
                acknowledged = printed.get(printed.size() - 1);
            }
            count(printed.isEmpty() ? "killed while opening" : "killed while writing");
            if (Files.exists(index.resolve("MANIFEST"))) {
                look(index);
                verify(index, acknowledged, "kill " + kill);
            }
        }
        System.out.println("kill test: " + KILLS + " kills, " + number + " commits, " + counts);
        assertTrue(number > KILLS, () -> number + " commits");
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(number, writer.commit());
        }
        assertEquals(List.of(), unnamed(index));
    }

    /** Starts a writer and kills it. Returns the number of the commit that it found, and those of its own commits. */
    private List<Long> run(Path index, boolean starting, Random random) throws Exception {
        List<String> flags = new ArrayList<>(List.of(LiveTier.flags().split(" ")));
        flags.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
        List<String> lines = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(flags, KilledWriter.class, index.toString(), Long.toString(SEED))) {
            if (starting) {
                Thread.sleep(200 + random.nextInt(LongForm.of(500, 1_000)));
            } else {
                lines.add(child.awaitLine("open"));
                Thread.sleep(random.nextInt(LONGEST_MILLIS));
            }
            child.kill();
            lines.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        List<Long> printed = new ArrayList<>();
        for (String line : lines) {
            assertTrue(line.matches("(open|commit) \\d+"), () -> String.join("\n", lines));
            printed.add(Long.parseLong(line.substring(line.indexOf(' ') + 1)));
        }
        return printed;
    }

    /** The index contains the acknowledged commits, and possibly the one in progress. */
    private void verify(Path index, long acknowledged, String what) throws IOException {
        long next = acknowledged + 1;
        long found = Snapshot.open(index).document(Script.mark(next)).isPresent() ? next : acknowledged;
        count(found == next ? "one commit more than acknowledged" : "as acknowledged");
        documents = script.then(documents, number + 1, found);
        number = found;
        Map<String, byte[]> queries = script.queries(Math.max(0, found - 2), found + 2);
        IndexState expected = Script.built(documents, queries, directory);
        assertEquals(expected, IndexState.read(index, queries), what);
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
        counts.merge(what, 1, Integer::sum);
    }

    private static Stream<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).toList().stream();
        }
    }

    /** Files that MANIFEST does not name and that are not fixed files of an index. */
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

    // The script takes every path of a writer, so that kills reach them all.

    @Test
    void theScriptMakesBothKindsOfCommitsAndFillsTheLiveTier(@TempDir Path directory) throws IOException {
        for (long seed : new long[] {3, 4, 5, 9}) {
            Script script = new Script(seed);
            int sealed = 0;
            String before = "";
            Path index = directory.resolve("index-" + seed);
            try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, Script.TIGHT.mergeFactor(64))) {
                for (int k = 1; k <= 60; k++) {
                    script.give(writer, k);
                    assertEquals(k, writer.commit());
                    String newest = newestSegment(index);
                    boolean added = newest.compareTo(before) > 0;
                    sealed += added && !Script.isDirect(k) ? 1 : 0;
                    assertTrue(!Script.isDirect(k) || added, "commit " + k + " of seed " + seed);
                    before = newest;
                }
            }
            assertTrue(sealed > 0, "of seed " + seed);
        }
    }

    /** The name of the newest segment. Their number may fall at any time, because background merges drop dead ones. */
    private static String newestSegment(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.startsWith("segment-") && name.endsWith(".whs"))
                    .max(Comparator.naturalOrder())
                    .orElse("");
        }
    }

    /**
     * A process to kill: {@code INDEX SEED}. Continues an index from its current commit by a {@link Script}, and prints
     * the number of the commit that it found, and of each commit that returned.
     */
    private static final class KilledWriter {
        private static final int SEAL = 17;
        private static final int MERGE = 29;
        private static final int REOPEN = 43;

        private KilledWriter() {}

        public static void main(String[] args) throws IOException {
            Path index = Path.of(args[0]);
            Script script = new Script(Long.parseLong(args[1]));
            while (true) {
                try (IndexWriter writer = Files.exists(index.resolve("MANIFEST"))
                        ? IndexWriter.open(index, Script.TIGHT)
                        : IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
                    // A commit without changes returns the number of the last one.
                    long number = writer.commit();
                    System.out.println("open " + number);
                    do {
                        number++;
                        script.give(writer, number);
                        if (writer.commit() != number) {
                            throw new IllegalStateException("commit " + number + " has another number");
                        }
                        System.out.println("commit " + number);
                        if (number % SEAL == 0) {
                            writer.seal();
                        }
                        if (number % MERGE == 0) {
                            writer.forceMerge();
                        }
                    } while (number % REOPEN != 0);
                }
            }
        }
    }
}
