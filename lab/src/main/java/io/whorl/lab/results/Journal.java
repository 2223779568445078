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
 * The file {@code results.jsonl}: a line for the run, then a line for each outcome. Each line is forced to disk before
 * the next outcome is measured. An incomplete last line is the result of an interruption, and is removed.
 */
final class Journal implements Closeable {
    /** The content of a journal, and the position of its end. */
    record Held(Run run, List<Outcome> outcomes, long end) {}

    private final FileChannel channel;

    private Journal(FileChannel channel) {
        this.channel = channel;
    }

    static Journal create(Path file, Run run) throws IOException {
        Journal journal = new Journal(FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE));
        journal.line(Json.write(RunJson.of(run)));
        return journal;
    }

    /** Opens a journal to append to its content. */
    static Journal after(Path file, Held held) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.truncate(held.end());
        channel.position(held.end());
        return new Journal(channel);
    }

    void add(Outcome outcome) throws IOException {
        line(Json.write(OutcomeJson.of(outcome)));
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
            throw new LabException(file + " does not start like a results file; name another folder");
        }
        String[] lines = text.substring(0, end).split("\n");
        int number = 0;
        try {
            Run run = Json.read(lines[0], RunJson.class).run();
            List<Outcome> outcomes = new ArrayList<>();
            for (number = 1; number < lines.length; number++) {
                outcomes.add(Json.read(lines[number], OutcomeJson.class).outcome());
            }
            return new Held(run, outcomes, text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
        } catch (IOException e) {
            throw new LabException(
                    file + ":" + (number + 1) + " is not a line of results: " + e.getMessage()
                            + "; remove the line to measure it again, or name another folder",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
