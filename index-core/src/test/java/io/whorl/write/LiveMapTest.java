package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.WriterException;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers with and without a live map. {@link io.whorl.deploy.DeploymentTest} tests where the map works. */
class LiveMapTest {
    /** Held, because a logger that nobody holds loses its settings. */
    private static final Logger LOG = Logger.getLogger("io.whorl.write");

    @TempDir
    Path folder;

    /** In this process, which has the JVM flags. */
    @Test
    void theChoiceAndItsReasonAreRecorded() throws IOException {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(WriterEvents.LiveMap.class).withoutThreshold();
            recording.start();
            IndexWriter.create(folder.resolve("index"), Scheme.builder().build(), SMALL.liveMap(LiveMap.AUTO))
                    .close();
            IndexWriter.open(folder.resolve("index"), SMALL.liveMap(LiveMap.NONE))
                    .close();
            IndexWriter.open(folder.resolve("index"), SMALL.liveMap(LiveMap.REQUIRED))
                    .close();
            recording.stop();
            recording.dump(file);
        }
        List<List<Object>> reported = RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().equals("io.whorl.LiveMap"))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(e -> List.<Object>of(e.getString("option"), e.getBoolean("map"), e.getString("reason")))
                .toList();
        String works = "a trial map works";
        assertEquals(
                List.of(
                        List.of("AUTO", true, works),
                        List.of("NONE", false, "the options say so"),
                        List.of("REQUIRED", true, works)),
                reported);
    }

    /** A required map that is missing leaves neither an index nor a directory. */
    @Test
    void aRequiredMapThatIsMissingLeavesNoFiles() throws Exception {
        Path index = folder.resolve("index");
        try (ChildJvm child = ChildJvm.start(LiveMapTest.class, index.toString(), "REQUIRED")) {
            child.awaitLine("WriterException");
        }
        assertFalse(Files.exists(index));
        try (ChildJvm child = ChildJvm.start(LiveMapTest.class, index.toString(), "AUTO")) {
            assertEquals("created, logged [FINE]", child.awaitLine("created"));
        }
        assertTrue(Files.exists(index));
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
            IndexWriter.create(Path.of(args[0]), Scheme.builder().build(), options)
                    .close();
            IndexWriter.open(Path.of(args[0]), options).close();
            System.out.println("created, logged " + logged);
        } catch (WriterException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }

    /** Each commit is visible at once in new and refreshed snapshots. Older snapshots do not change. */
    @Test
    void commitsAreVisibleAtOnceWithoutAMap() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(folder.resolve("index"), Scheme.builder().build(), SMALL.liveMap(LiveMap.NONE))) {
            List<Snapshot> held = new ArrayList<>(List.of(writer.snapshot()));
            for (int i = 0; i < 40; i++) {
                writer.add("d" + i % 7, text(i, 60));
                if (i % 5 == 4) {
                    writer.delete("d" + (i + 3) % 7);
                }
                writer.commit();
                Snapshot next = held.get(i).refresh();
                assertEquals(List.of("d" + i % 7), ids(next, text(i, 60)));
                assertEquals(List.of("d" + i % 7), ids(writer.snapshot(), text(i, 60)));
                assertEquals(writer.snapshot().documents(), next.documents());
                held.add(next);
                if (i % 13 == 12) {
                    writer.seal();
                }
            }
            for (int i = 0; i < 40; i++) {
                assertEquals(List.of("d" + i % 7), ids(held.get(i + 1), text(i, 60)));
                assertEquals(List.of(), ids(held.get(i), text(i, 60)));
            }
        }
    }
}
