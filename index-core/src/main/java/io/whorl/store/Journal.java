package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.internal.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The finished steps of long work that can be resumed, one line each. A step is durable before the next begins. So a
 * broken last line was being written, and its step is done again; a broken line before a whole one is damage.
 */
public final class Journal implements Closeable {
    public static final String NAME = "JOURNAL";
    public static final String REBUILD = "whorl-rebuild";
    public static final String PAIRS = "whorl-pairs";

    static final int VERSION = 1;
    /** There is one line for each step, and there are few steps. */
    private static final long LARGEST = 64 << 20;

    private final FileChannel channel;
    private final List<JournalStep> steps;
    private long end;

    private Journal(FileChannel channel, List<JournalStep> steps, long end) {
        this.channel = channel;
        this.steps = steps;
        this.end = end;
    }

    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(NAME));
    }

    /**
     * Creates a journal durably, in one step.
     *
     * @param directory is created if it does not exist
     * @param format what the work is, such as {@link #REBUILD}
     * @param begun fields of the first step
     */
    public static Journal create(Path directory, String format, Map<String, ?> begun) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>(begun);
        fields.put("format", format);
        fields.put("version", VERSION);
        JournalStep first = JournalStep.of(0, JournalStep.Kind.BEGUN, fields);
        byte[] line = first.encode();
        Files.createDirectories(directory);
        IndexFiles.replace(directory.resolve(NAME), line);
        IndexFiles.force(directory.toAbsolutePath().getParent());
        return new Journal(
                FileChannel.open(directory.resolve(NAME), StandardOpenOption.WRITE),
                new ArrayList<>(List.of(first)),
                line.length);
    }

    /**
     * Opens a journal to continue it. A line that was not completely written is cut off.
     *
     * @param format what the work is, such as {@link #REBUILD}
     * @throws CorruptIndexException if it is damaged or of another format
     * @throws RefusedException if it has a newer version
     */
    public static Journal open(Path directory, String format) throws IOException {
        Path file = directory.resolve(NAME);
        if (Files.size(file) > LARGEST) {
            throw new CorruptIndexException(file, LARGEST, "it is too long for a journal");
        }
        byte[] bytes = Files.readAllBytes(file);
        List<JournalStep> steps = new ArrayList<>();
        int end = 0;
        for (int line = 0; line < bytes.length; line = endOfLine(bytes, line)) {
            Optional<JournalStep> step = step(bytes, line);
            if (step.isEmpty()) {
                continue;
            }
            check(file, line == end, end, "this line is damaged, but a whole line follows at byte " + line);
            check(
                    file,
                    step.get().number() == steps.size(),
                    line,
                    "step " + step.get().number() + " instead of step " + steps.size());
            steps.add(step.get());
            end = endOfLine(bytes, line);
        }
        checkBegun(steps, format, file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        int whole = end;
        return Channels.orElse(channel, () -> {
            channel.truncate(whole);
            channel.force(true);
            return new Journal(channel, steps, whole);
        });
    }

    private static void checkBegun(List<JournalStep> steps, String format, Path file) {
        check(
                file,
                !steps.isEmpty()
                        && steps.get(0).kind() == JournalStep.Kind.BEGUN
                        && format.equals(steps.get(0).fields().get("format")),
                0,
                "it is not a journal of the format " + format);
        int version = Math.toIntExact(steps.get(0).count("version"));
        if (version > VERSION) {
            throw RefusedException.version(file, version, VERSION);
        }
    }

    private static Optional<JournalStep> step(byte[] bytes, int line) {
        int end = endOfLine(bytes, line);
        return bytes[end - 1] == '\n'
                ? JournalStep.decode(new String(bytes, line, end - 1 - line, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** The position after the line that begins here. */
    private static int endOfLine(byte[] bytes, int line) {
        int at = line;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, bytes.length);
    }

    /** The finished steps, the first one first. */
    public List<JournalStep> steps() {
        return Collections.unmodifiableList(steps);
    }

    public JournalStep begun() {
        return steps.get(0);
    }

    public Optional<JournalStep> last(JournalStep.Kind kind) {
        return steps.stream().filter(s -> s.kind() == kind).reduce((a, b) -> b);
    }

    /** Records a finished step. The step is durable when this returns; the files of the step must be durable before. */
    public JournalStep append(JournalStep.Kind kind, Map<String, ?> fields) throws IOException {
        JournalStep step = JournalStep.of(steps.size(), kind, fields);
        byte[] line = step.encode();
        Channels.writeFully(channel, ByteBuffer.wrap(line), end);
        channel.force(true);
        end += line.length;
        steps.add(step);
        return step;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * A finished step of work that can be resumed, as a line of its journal. See docs/FORMAT.md, "A rebuild" and "Work
     * of pairs and clusters".
     *
     * @param number from 0, increasing by one
     * @param kind what was done
     * @param fields the data of the step
     */
    public record JournalStep(int number, Kind kind, Map<String, String> fields) {
        /** The kinds of steps. Each kind of work begins, and then has some of the others. */
        public enum Kind {
            /** The work, with everything that determines its result. */
            BEGUN,
            /** A run of a rebuild. */
            RUN,
            /** The merged segment of a rebuild. */
            MERGED,
            /** The swap of a rebuild, which follows. */
            SWAPPING,
            /** The pairs of some documents. */
            COUNTED,
            /** The least scores within groups, of pairs of some documents. */
            SCORED
        }

        /** The form of what precedes the JSON of a line. */
        private static final String CHECKSUM = "00000000 ";

        public JournalStep {
            fields = Map.copyOf(fields);
        }

        private static JournalStep of(int number, Kind kind, Map<String, ?> values) {
            Map<String, String> fields = new TreeMap<>();
            values.forEach((name, value) -> fields.put(name, value.toString()));
            return new JournalStep(number, kind, fields);
        }

        /**
         * The value of a field.
         *
         * @throws IllegalArgumentException if there is none
         */
        public String field(String name) {
            String value = fields.get(name);
            if (value == null) {
                throw new IllegalArgumentException("it has no field " + name);
            }
            return value;
        }

        /**
         * The value of a field that is a number from 0.
         *
         * @throws IllegalArgumentException if there is none
         */
        public long count(String name) {
            long value = Long.parseLong(field(name));
            if (value < 0) {
                throw new IllegalArgumentException("its " + name + " is " + value);
            }
            return value;
        }

        /** The line with its end: the checksum of the JSON, and the JSON. */
        public byte[] encode() {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("step", number);
            line.put("kind", kind.name().toLowerCase(Locale.ROOT));
            line.putAll(new TreeMap<>(fields));
            String json = Json.write(line);
            return (Checksum.hex(json) + " " + json + "\n").getBytes(StandardCharsets.UTF_8);
        }

        /** Decodes a line without its end; empty if it is damaged. */
        static Optional<JournalStep> decode(String line) {
            String json = line.substring(Math.min(line.length(), CHECKSUM.length()));
            if (!line.equals(Checksum.hex(json) + " " + json)) {
                return Optional.empty();
            }
            try {
                Json read = Json.of(json);
                Map<String, String> fields = read.texts();
                fields.keySet().removeAll(Set.of("step", "kind"));
                Kind kind = Kind.valueOf(read.text("kind").toUpperCase(Locale.ROOT));
                return Optional.of(new JournalStep((int) read.number("step", Integer.MAX_VALUE), kind, fields));
            } catch (IOException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
