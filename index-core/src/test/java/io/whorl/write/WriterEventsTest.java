package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.WriterException;
import io.whorl.live.LiveTier;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterEventsTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    @Test
    void commitsSealsMergesAndRefreshesAreRecorded() throws Exception {
        List<RecordedEvent> events = recorded(this::write);
        List<RecordedEvent> commits = of(events, "Commit");
        assertEquals(3, commits.size());
        RecordedEvent logged = commits.get(0);
        assertEquals(
                List.of(1L, 2L, 54L, false),
                List.of(
                        logged.getLong("sequence"),
                        logged.getLong("operations"),
                        logged.getLong("postings"),
                        logged.getBoolean("direct")));
        assertTrue(logged.getLong("bytes") > 54 * 5 && logged.getLong("bytes") < 1_000);
        RecordedEvent direct = commits.get(2);
        assertEquals(
                List.of(3L, 1L, 897L, true),
                List.of(
                        direct.getLong("sequence"),
                        direct.getLong("operations"),
                        direct.getLong("postings"),
                        direct.getBoolean("direct")));
        // The seal seals the log, and so does the direct commit, where nothing remains of a deletion.
        List<RecordedEvent> seals = of(events, "Seal");
        assertEquals(
                List.of(2L, 0L), seals.stream().map(e -> e.getLong("documents")).toList());
        assertEquals(54, seals.get(0).getLong("postings"));
        assertTrue(seals.get(0).getLong("bytes") > 0
                && seals.get(0).getLong("log") < seals.get(1).getLong("log"));
        RecordedEvent merge = of(events, "Merge").get(0);
        assertEquals(
                List.of(2, 2L, 1L, 924L, ""),
                List.of(
                        merge.getInt("segments"),
                        merge.getLong("documents"),
                        merge.getLong("dropped"),
                        merge.getLong("postings"),
                        merge.getString("failure")));
        assertTrue(merge.getLong("bytes") > 0);
        assertEquals(
                List.of(2L),
                of(events, "Refresh").stream().map(e -> e.getLong("documents")).toList());
        events.forEach(e -> assertTrue(!e.getDuration().isNegative() && e.getStackTrace() == null, e::toString));
    }

    private interface Action {
        void run() throws Exception;
    }

    /** The events of the library during an action. */
    private List<RecordedEvent> recorded(Action action) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (Class<?> event : WriterEvents.class.getDeclaredClasses()) {
                if (!Modifier.isAbstract(event.getModifiers())) {
                    recording.enable(event.asSubclass(Event.class)).withoutThreshold();
                }
            }
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    @Test
    void failedMergesAndStallsAreRecorded() throws Exception {
        IndexWriter.create(folder.resolve("index"), SCHEME, SMALL).close();
        HeldMerger held = new HeldMerger();
        WriterOptions options = WriterFixture.DIRECT.mergeReserve(1L << 50);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (IndexWriter writer = IndexWriter.open(folder.resolve("index"), WriterFixture.merging(options, held))) {
            List<RecordedEvent> events = recorded(() -> {
                Future<Void> commits = pool.submit(() -> {
                    for (int i = 0; i < 8; i++) {
                        writer.add("d" + i, text(i, 30));
                        writer.commit();
                    }
                    return null;
                });
                Patience.until(() -> writer.health().waiting());
                held.release();
                Patience.get(commits);
            });
            assertTrue(of(events, "Merge").get(0).getString("failure").contains("DiskSpaceException"));
            assertTrue(of(events, "Stall").get(0).getInt("segments") > 2);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void thePageOfEventsNamesAllOfThemAndTheirFields() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../docs/observability.md"));
        for (Class<?> event : WriterEvents.class.getDeclaredClasses()) {
            if (Modifier.isAbstract(event.getModifiers())) {
                continue;
            }
            String name = event.getAnnotation(Name.class).value();
            String row = page.stream()
                    .filter(line -> line.startsWith("| `" + name + "` |"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name));
            for (Class<?> type = event; type != Event.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    assertTrue(
                            field.getAnnotation(Label.class) == null || row.contains("`" + field.getName() + "`"),
                            name + ": " + field.getName());
                }
            }
        }
    }

    private void write() throws IOException {
        try (IndexWriter writer = IndexWriter.create(folder.resolve("index"), SCHEME, SMALL.mergeFactor(64))) {
            Snapshot empty = writer.snapshot();
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            writer.commit();
            assertEquals(2, empty.refresh().documents());
            writer.seal();
            writer.delete("a");
            writer.commit();
            writer.commit();
            writer.add("c", text(3, 900));
            writer.commit();
            writer.forceMerge();
            WriterHealth health = writer.health();
            assertEquals(
                    List.of(3L, 2L, 1L, 0L, 2L, 0L),
                    List.of(
                            health.commits(),
                            health.seals(),
                            health.merges(),
                            health.stalls(),
                            health.documents(),
                            health.liveDocuments()));
            assertEquals(List.of(1, false), List.of(health.segments(), health.waiting()));
            long all = writer.snapshot().stats().bytes();
            assertTrue(health.bytes() > all / 2 && health.bytes() < all, health::toString);
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        // A recording groups the events of each thread.
        return events.stream()
                .filter(e -> e.getEventType().getName().equals("io.whorl." + name))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    // Writers with and without a live map. {@link io.whorl.deploy.DeploymentTest} tests where the map works.

    /** Held, because a logger that nobody holds loses its settings. */
    private static final Logger LOG = Logger.getLogger("io.whorl.write");

    /** In this process, which has the JVM flags. */
    @Test
    void theChoiceAndItsReasonAreRecorded() throws Exception {
        List<RecordedEvent> events = recorded(() -> {
            for (LiveMap map : List.of(LiveMap.AUTO, LiveMap.NONE, LiveMap.REQUIRED)) {
                IndexWriter.openOrCreate(folder.resolve("index"), SCHEME, SMALL.liveMap(map))
                        .close();
            }
        });
        assertEquals(
                List.of(
                        "AUTO true a trial map works",
                        "NONE false the options say so",
                        "REQUIRED true a trial map works"),
                of(events, "LiveMap").stream()
                        .map(e -> e.getString("option") + " " + e.getBoolean("map") + " " + e.getString("reason"))
                        .toList());
    }

    /** A required map that is missing leaves neither an index, a directory nor a lock. */
    @Test
    void aRequiredMapThatIsMissingLeavesNoFiles() throws Exception {
        Path index = folder.resolve("index");
        assertTrue(child(index, "REQUIRED").contains(LiveTier.flags()));
        assertFalse(Files.exists(index));
        assertEquals("created, logged [FINE]", child(index, "AUTO"));
        assertTrue(child(index, "REQUIRED").startsWith("WriterException"));
        IndexWriter.open(index, SMALL).close();
    }

    private static String child(Path index, String option) throws Exception {
        try (ChildJvm child = ChildJvm.start(WriterEventsTest.class, index.toString(), option)) {
            return child.output().get(0);
        }
    }

    /** Creates an index in a process of its own: {@code INDEX OPTION}. */
    public static void main(String[] args) throws IOException {
        try {
            List<Level> logged = new ArrayList<>();
            LOG.setLevel(Level.ALL);
            LOG.setFilter(entry -> {
                logged.add(entry.getLevel());
                return false;
            });
            WriterOptions options = SMALL.liveMap(LiveMap.valueOf(args[1]));
            IndexWriter.openOrCreate(Path.of(args[0]), SCHEME, options).close();
            IndexWriter.open(Path.of(args[0]), options).close();
            System.out.println("created, logged " + logged);
        } catch (WriterException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
}
