package io.whorl.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records the flight-recorder events of a writer in this JVM. */
public final class WriterEvents implements AutoCloseable {
    /** A kind of work that writes to disk. */
    public enum Kind {
        COMMIT("io.whorl.Commit"),
        SEAL("io.whorl.Seal"),
        MERGE("io.whorl.Merge");

        private final String event;

        Kind(String event) {
            this.event = event;
        }
    }

    /**
     * The total of one kind.
     *
     * @param times the number of events
     * @param bytes the number of bytes written
     */
    public record Total(long times, long bytes) {
        Total plus(RecordedEvent event) {
            return new Total(times + 1, bytes + event.getLong("bytes"));
        }
    }

    private final Recording recording = new Recording();

    /** Starts recording. */
    public WriterEvents() {
        for (Kind kind : Kind.values()) {
            recording.enable(kind.event).withoutThreshold();
        }
        recording.start();
    }

    /** Stops recording, and returns the totals. */
    public Map<Kind, Total> totals() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("whorl-bench", ".jfr");
        try {
            recording.dump(file);
            return totals(RecordingFile.readAllEvents(file));
        } finally {
            Files.delete(file);
        }
    }

    private static Map<Kind, Total> totals(List<RecordedEvent> events) {
        Map<Kind, Total> totals = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            Total total = new Total(0, 0);
            for (RecordedEvent event : events) {
                total = event.getEventType().getName().equals(kind.event) ? total.plus(event) : total;
            }
            totals.put(kind, total);
        }
        return totals;
    }

    @Override
    public void close() {
        recording.close();
    }
}
