package io.whorl.cli;

import static io.whorl.store.Channels.orElse;

import io.whorl.RefusedException;
import io.whorl.internal.Json;
import io.whorl.store.IndexFiles;
import io.whorl.store.WriterLock;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/**
 * The directory of one run: its temporary index, its decisions, and a file for each finished step. A step is finished
 * when its file exists, which appears at once and durably. One process at a time holds the directory.
 */
final class WorkDirectory implements Closeable {
    /** The first step: what the run depends on. Without it the directory is not ours, or a removal was cut short. */
    private static final String BEGUN = "begun";

    private static final String LOCK = "lock";
    private static final String STEP = ".step";
    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final WriterLock lock;
    private boolean resumed;
    private boolean discarded;

    private WorkDirectory(Path directory, WriterLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Opens the directory, and creates it if there is none.
     *
     * @param resume whether to continue an earlier run; without one, the run begins
     * @param facts what the result depends on: sources and options
     * @throws FailedException if another process holds it, if it contains other files, or if the earlier run differs in
     *     a fact
     */
    public static WorkDirectory open(Path directory, boolean resume, Map<String, String> facts) throws IOException {
        requireOurs(directory);
        Files.createDirectories(directory);
        WorkDirectory work = new WorkDirectory(directory, lock(directory));
        return orElse(work, () -> {
            Optional<Map<String, String>> begun = work.step(BEGUN);
            work.resumed = resume && begun.isPresent();
            work.discarded = !resume && begun.isPresent();
            if (work.resumed) {
                requireSame(begun.get(), facts);
            } else {
                work.clear();
                work.finish(BEGUN, facts);
            }
            return work;
        });
    }

    /** Refuses a directory that a run has not made: its files would be removed. */
    private static void requireOurs(Path directory) throws IOException {
        boolean ours = !Files.exists(directory)
                || Files.exists(directory.resolve(LOCK))
                || Files.isDirectory(directory) && PathUtils.isEmptyDirectory(directory);
        if (!ours) {
            throw new FailedException(directory + " exists and does not belong to this command; remove it, or choose"
                    + " another place with --temp");
        }
    }

    private static WriterLock lock(Path directory) throws IOException {
        try {
            return WriterLock.acquire(directory.resolve(LOCK), "another run");
        } catch (RefusedException e) {
            throw new FailedException(
                    "another process works in " + directory + "; wait for it, or choose another place with --temp");
        }
    }

    private static void requireSame(Map<String, String> then, Map<String, String> now) throws FailedException {
        TreeMap<String, String> all = new TreeMap<>(then);
        all.putAll(now);
        for (String name : all.keySet()) {
            if (!Objects.equals(then.get(name), now.get(name))) {
                throw new FailedException("the run that --resume continues had other sources or options: " + name
                        + " was " + then.getOrDefault(name, "not given") + " and is "
                        + now.getOrDefault(name, "not given")
                        + "; give the same ones, or start from the beginning, without --resume");
            }
        }
    }

    public boolean resumed() {
        return resumed;
    }

    /** True if the finished steps of an earlier run were removed. */
    public boolean discarded() {
        return discarded;
    }

    public Path path() {
        return directory;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    DataInputStream input(String name) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file(name)), BUFFER));
    }

    /** Writes a file of the directory, which replaces one of an earlier run. */
    Output create(String name) throws IOException {
        return append(name, 0);
    }

    /** Writes a file of the directory after its first bytes, which stay. */
    Output append(String name, long kept) throws IOException {
        return new Output(append(file(name), kept));
    }

    /** Opens a file to write on after its first bytes. */
    static FileChannel append(Path file, long kept) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return orElse(channel, () -> {
            if (channel.size() < kept) {
                throw new FailedException(file + " is shorter than it was; start from the beginning, without --resume");
            }
            return channel.truncate(kept).position(kept);
        });
    }

    static final class Output extends DataOutputStream {
        private final FileChannel channel;

        private Output(FileChannel channel) {
            super(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER));
            this.channel = channel;
        }

        /** Makes what was written durable. */
        void force() throws IOException {
            flush();
            channel.force(true);
        }

        /** Closes the file. What was not forced may be missing. */
        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Returns the fields of a finished step; empty if it is not finished. */
    Optional<Map<String, String>> step(String name) throws IOException {
        Path file = file(name + STEP);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String json = Files.readString(file);
        try {
            return Optional.of(Json.of(json).texts());
        } catch (IOException | IllegalArgumentException e) {
            throw new FailedException(
                    file + " is damaged: " + e.getMessage() + "; start from the beginning, without --resume");
        }
    }

    /** Records durably that a step is finished, with fields for later steps. */
    void finish(String name, Map<String, ?> fields) throws IOException {
        IndexFiles.replace(file(name + STEP), Json.write(fields).getBytes(StandardCharsets.UTF_8));
    }

    /** Records durably that a step is finished, with the values of a record for later steps. */
    void finish(String name, Record values) throws IOException {
        Map<String, String> fields = new TreeMap<>();
        put(values, "", fields);
        finish(name, fields);
    }

    /** Returns the values of a finished step; empty if it is not finished. */
    <R extends Record> Optional<R> step(String name, Class<R> type) throws IOException {
        Optional<Map<String, String>> fields = step(name);
        return fields.isEmpty() ? Optional.empty() : Optional.of(type.cast(record(type, "", fields.get())));
    }

    private static void put(Record values, String prefix, Map<String, String> fields) {
        try {
            for (RecordComponent part : values.getClass().getRecordComponents()) {
                Object value = part.getAccessor().invoke(values);
                if (value instanceof Record nested) {
                    put(nested, prefix + part.getName() + ".", fields);
                } else {
                    fields.put(prefix + part.getName(), value.toString());
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A record whose parts are numbers, texts and other such records. */
    private static Object record(Class<?> type, String prefix, Map<String, String> fields) {
        RecordComponent[] parts = type.getRecordComponents();
        Class<?>[] types = Stream.of(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String name = prefix + parts[i].getName();
            values[i] = types[i].isRecord()
                    ? record(types[i], name + ".", fields)
                    : types[i] == long.class
                            ? (Object) Long.valueOf(fields.get(name))
                            : types[i] == int.class ? (Object) Integer.valueOf(fields.get(name)) : fields.get(name);
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a step unfinished. */
    void undo(String name) throws IOException {
        Files.deleteIfExists(file(name + STEP));
    }

    /** Removes everything but the lock, first the record of the beginning. */
    private void clear() throws IOException {
        undo(BEGUN);
        remove(directory, file(LOCK));
    }

    public void remove() throws IOException {
        clear();
        lock.close();
        Files.deleteIfExists(file(LOCK));
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // Another process has begun to use it.
        }
    }

    /** Removes what is in a directory, except one file. */
    static void remove(Path directory, Path except) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, each -> !each.equals(except))) {
            for (Path each : all) {
                PathUtils.delete(each);
            }
        }
    }

    /** Releases the lock. The directory stays. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
