package io.whorl.lab.results;

import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Run;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code results.jsonl}: the run, then an outcome a line, each on disk before the next is begun. A last line without an
 * end is what an interruption left of one; it is cut off.
 */
final class Journal implements Closeable {
    /** What a journal holds. */
    record Held(Run run, List<Outcome> outcomes, long end) {}

    private final FileChannel channel;

    private Journal(FileChannel channel) {
        this.channel = channel;
    }

    static Journal create(Path file, Run run) throws IOException {
        Journal journal = new Journal(FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE));
        journal.line(Json.write(RunJson.write(run)));
        return journal;
    }

    /** Goes on behind what is held. */
    static Journal after(Path file, Held held) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.truncate(held.end());
        channel.position(held.end());
        return new Journal(channel);
    }

    void add(Outcome outcome) throws IOException {
        line(Json.write(OutcomeJson.write(outcome)));
    }

    private void line(String json) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((json + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        channel.force(true);
    }

    /** @throws LabException if the file is not a journal */
    static Held read(Path file) throws IOException {
        String text = Files.readString(file);
        int end = text.lastIndexOf('\n') + 1;
        if (end == 0) {
            throw new LabException(file + " does not begin as results do; name another folder");
        }
        String[] lines = text.substring(0, end).split("\n");
        int number = 0;
        try {
            Run run = RunJson.read(Fields.of(Json.read(lines[0])));
            List<Outcome> outcomes = new ArrayList<>();
            for (number = 1; number < lines.length; number++) {
                outcomes.add(OutcomeJson.read(Fields.of(Json.read(lines[number]))));
            }
            return new Held(run, outcomes, text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
        } catch (IOException e) {
            throw new LabException(
                    file + ":" + (number + 1) + " is not a line of results: " + e.getMessage()
                            + "; remove the line to have it measured again, or name another folder",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
