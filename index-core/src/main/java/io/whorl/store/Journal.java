package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.internal.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * The finished steps of long work that can be resumed, one line each. A step is durable before the next begins. Each
 * step replaces the whole file, because there are few, so a kill leaves the file with or without the step.
 */
public final class Journal {
    public static final String NAME = "JOURNAL";
    public static final String REBUILD = "whorl-rebuild";
    public static final String PAIRS = "whorl-pairs";

    static final int VERSION = 1;
    private static final long LARGEST = 64 << 20;

    private final Path file;
    private final List<JournalStep> steps;

    private Journal(Path file, List<JournalStep> steps) {
        this.file = file;
        this.steps = steps;
    }

    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(NAME));
    }

    /**
     * Creates a journal durably.
     *
     * @param directory is created if it does not exist
     * @param format what the work is, such as {@link #REBUILD}
     * @param begun fields of the first step
     */
    public static Journal create(Path directory, String format, Map<String, ?> begun) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>(begun);
        fields.put("format", format);
        fields.put("version", VERSION);
        Files.createDirectories(directory);
        Journal journal = new Journal(directory.resolve(NAME), new ArrayList<>());
        journal.append(JournalStep.Kind.BEGUN, fields);
        IndexFiles.force(directory.toAbsolutePath().getParent());
        return journal;
    }

    /**
     * Reads a journal to continue it.
     *
     * @param format what the work is, such as {@link #REBUILD}
     * @throws CorruptIndexException if it is damaged or of another format
     * @throws RefusedException if it has a newer version
     */
    public static Journal open(Path directory, String format) throws IOException {
        Path file = directory.resolve(NAME);
        check(file, Files.size(file) <= LARGEST, LARGEST, "it is too long for a journal");
        byte[] bytes = Files.readAllBytes(file);
        List<JournalStep> steps = new ArrayList<>();
        for (int from = 0, to; from < bytes.length; from = to + 1) {
            to = from;
            while (to < bytes.length && bytes[to] != '\n') {
                to++;
            }
            String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            Optional<JournalStep> step = to < bytes.length ? JournalStep.decode(line) : Optional.empty();
            boolean next = step.isPresent() && step.get().number() == steps.size();
            check(file, next, from, "the line of step " + steps.size() + " is damaged");
            steps.add(step.get());
        }
        boolean begun = !steps.isEmpty()
                && steps.get(0).kind() == JournalStep.Kind.BEGUN
                && format.equals(steps.get(0).fields().get("format"));
        check(file, begun, 0, "it is not a journal of the format " + format);
        int version = Math.toIntExact(steps.get(0).count("version"));
        if (version > VERSION) {
            throw RefusedException.version(file, version, VERSION);
        }
        return new Journal(file, steps);
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
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (JournalStep before : steps) {
            lines.writeBytes(before.encode());
        }
        lines.writeBytes(step.encode());
        IndexFiles.replace(file, lines.toByteArray());
        steps.add(step);
        return step;
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
