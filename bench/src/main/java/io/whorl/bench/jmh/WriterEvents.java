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

/** Listens to what a writer in this JVM tells of itself through the flight recorder. */
public final class WriterEvents implements AutoCloseable {
    /** What a writer does that writes. */
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
     * What was done of one kind.
     *
     * @param times how often
     * @param bytes written
     */
    public record Total(long times, long bytes) {
        Total plus(RecordedEvent event) {
            return new Total(times + 1, bytes + event.getLong("bytes"));
        }
    }

    private final Recording recording = new Recording();

    /** Begins to listen. */
    public WriterEvents() {
        for (Kind kind : Kind.values()) {
            recording.enable(kind.event).withoutThreshold();
        }
        recording.start();
    }

    /** Ends listening. */
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
