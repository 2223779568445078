package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.live.Log.FrameHeader;
import io.whorl.live.Log.LogPosition;
import io.whorl.scheme.Scheme;
import io.whorl.store.Checksum;
import io.whorl.store.DocumentDate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A directory with one log, whose bytes a test can change. */
final class LogFolder {
    static final Scheme SCHEME = Scheme.builder().bits(40).frequencies(true).build();
    static final long NUMBER = 7;
    static final long BEFORE = 41;

    final Path directory;
    final Path file;
    final List<List<Operation>> commits = new ArrayList<>();
    /** The end offset of each frame, starting with the end of the header. */
    final List<Long> ends = new ArrayList<>();

    LogFolder(Path directory) {
        this.directory = directory;
        this.file = Log.path(directory, NUMBER);
    }

    /** A log with commits so small that a test can try every byte. */
    static LogFolder small(Path directory, boolean ended) throws IOException {
        LogFolder folder = new LogFolder(directory);
        Random random = new Random(3);
        Log.LogWriter log = Log.LogWriter.create(directory, NUMBER, SCHEME, BEFORE);
        folder.ends.add(log.length());
        for (int operations : new int[] {3, 0, 1, 2}) {
            List<Operation> commit = new ArrayList<>();
            while (commit.size() < operations) {
                Operation o = Operation.random(random, 40, true, 6);
                if (o.document().id().length <= 20) {
                    commit.add(o);
                }
            }
            folder.append(log, commit);
        }
        if (ended) {
            log.end();
            folder.ends.add(log.length());
        }
        log.close();
        return folder;
    }

    static void append(Log.LogWriter log, CommitBuffer commit, long number) throws IOException {
        assertEquals(number, log.write(commit));
        log.force();
    }

    void append(Log.LogWriter log, List<Operation> commit) throws IOException {
        append(log, Operation.encode(commit, 40, true), BEFORE + commits.size() + 1);
        commits.add(commit);
        ends.add(log.length());
    }

    /** The offset of the last frame. */
    long last() {
        return ends.get(ends.size() - 2);
    }

    /** Where a log in a file ends, if these are the places of its frames. */
    static LogPosition tail(Path file, long number, long end, long last, long sequence, boolean ended)
            throws IOException {
        int mark = last == 0
                ? 0
                : ByteBuffer.wrap(Files.readAllBytes(file))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt((int) last + FrameHeader.SIZE - 4);
        return new LogPosition(number, end, last, mark, sequence, ended);
    }

    LogPosition tail(long end, long last, long sequence, boolean ended) throws IOException {
        return tail(file, NUMBER, end, last, sequence, ended);
    }

    /** The position behind a frame of the log, from 1; 0 for the start. */
    LogPosition behind(int frame) throws IOException {
        long last = frame == 0 ? 0 : ends.get(frame - 1);
        return tail(ends.get(frame), last, BEFORE + frame, false);
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(file);
    }

    LogPosition read(Operation.Recorder sink) throws IOException {
        return Log.read(directory, LogPosition.start(NUMBER, BEFORE), SCHEME, sink);
    }

    long salt() throws IOException {
        return ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong(32);
    }

    /** A frame with valid checksums and any contents. */
    byte[] frame(int kind, int length, long sequence, byte[] payload) throws IOException {
        byte[] header = new FrameHeader(kind, length, sequence, Checksum.of(payload)).encode(salt());
        return ByteBuffer.allocate(header.length + payload.length)
                .put(header)
                .put(payload)
                .array();
    }

    /** An operation of a log. The arrays of a document are longer than the part in use, as those of callers are. */
    record Operation(LoggedDocument document, boolean deletes) {
        static Operation delete(byte[] id) {
            return new Operation(new LoggedDocument(id, 0, new byte[0], new long[0], new int[0], 0), true);
        }

        static Operation random(Random random, int bits, boolean frequencies, int most) {
            byte[] id = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 65_535 : 20)];
            random.nextBytes(id);
            if (random.nextInt(4) == 0) {
                return delete(id);
            }
            byte[] extra = new byte[random.nextInt(3) * random.nextInt(50)];
            random.nextBytes(extra);
            byte[] text = new byte[random.nextInt(2) * random.nextInt(200)];
            random.nextBytes(text);
            // The distinct() of a stream would box each minutia.
            long[] minutiae = random.longs(random.nextInt(most + 1) + 3)
                    .map(m -> random.nextInt(9) == 0 ? -1L >>> (64 - bits) : m >>> (64 - bits))
                    .map(m -> m ^ Long.MIN_VALUE)
                    .sorted()
                    .map(m -> m ^ Long.MIN_VALUE)
                    .toArray();
            int n = 0;
            for (int i = 0; i < minutiae.length - 3; i++) {
                if (n == 0 || minutiae[i] != minutiae[n - 1]) {
                    minutiae[n++] = minutiae[i];
                }
            }
            int[] counts = new int[frequencies ? minutiae.length : 0];
            Arrays.setAll(
                    counts,
                    i -> random.nextInt(9) == 0 ? Integer.MAX_VALUE >>> random.nextInt(31) : 1 + random.nextInt(3));
            long date = random.nextBoolean()
                    ? DocumentDate.NONE
                    : random.nextLong(DocumentDate.FIRST, DocumentDate.LAST + 1);
            long words = random.nextLong() >>> (1 + random.nextInt(63));
            return new Operation(new LoggedDocument(id, words, extra, minutiae, counts, n, text, date), false);
        }

        static List<Operation> commit(Random random, int bits, boolean frequencies, int operations, int most) {
            return new ArrayList<>(Stream.generate(() -> random(random, bits, frequencies, most))
                    .limit(operations)
                    .toList());
        }

        static CommitBuffer encode(List<Operation> commit, int bits, boolean frequencies) {
            CommitBuffer buffer = new CommitBuffer(bits, frequencies);
            commit.forEach(o -> o.to(buffer));
            return buffer;
        }

        void to(CommitBuffer buffer) {
            if (deletes) {
                buffer.delete(document.id());
            } else {
                buffer.add(document);
            }
        }

        @Override
        public String toString() {
            HexFormat hex = HexFormat.of();
            LoggedDocument d = document;
            return (deletes ? "delete " : "add ") + hex.formatHex(d.id()) + " " + d.words() + " "
                    + hex.formatHex(d.extra()) + " " + hex.formatHex(d.text()) + " "
                    + Arrays.toString(Arrays.copyOf(d.minutiae(), d.n())) + " "
                    + Arrays.toString(Arrays.copyOf(d.frequencies(), Math.min(d.n(), d.frequencies().length))) + " "
                    + d.date();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Operation o && toString().equals(o.toString());
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        /** Collects commits, and separately the operations that no commit follows. */
        static final class Recorder implements LogSink {
            final List<List<Operation>> commits = new ArrayList<>();
            final List<Long> sequences = new ArrayList<>();
            List<Operation> open = new ArrayList<>();

            @Override
            public void add(LoggedDocument d) {
                open.add(new Operation(
                        new LoggedDocument(
                                d.id().clone(),
                                d.words(),
                                d.extra().clone(),
                                d.minutiae().clone(),
                                d.frequencies().clone(),
                                d.n(),
                                d.text(),
                                d.date()),
                        false));
                // The sink may overwrite the arrays; this must not affect the next operation.
                Arrays.fill(d.minutiae(), -7);
                Arrays.fill(d.frequencies(), -7);
            }

            @Override
            public void delete(byte[] id) {
                open.add(Operation.delete(id.clone()));
            }

            @Override
            public void commit(long sequence) {
                commits.add(open);
                sequences.add(sequence);
                open = new ArrayList<>();
            }
        }
    }
}
