package io.whorl.log;

import io.whorl.log.LogHeader.FrameHeader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogReader.LogTail;
import io.whorl.scheme.Scheme;
import io.whorl.store.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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
        this.file = LogFiles.path(directory, NUMBER);
    }

    /** A log with commits so small that a test can try every byte. */
    static LogFolder small(Path directory, boolean closed, boolean ended) throws IOException {
        LogFolder folder = new LogFolder(directory);
        Random random = new Random(3);
        LogWriter log = LogWriter.create(directory, NUMBER, SCHEME, BEFORE);
        folder.ends.add(log.length());
        for (int operations : new int[] {3, 0, 1, 2}) {
            List<Operation> commit = new ArrayList<>();
            while (commit.size() < operations) {
                Operation o = Operation.random(random, 40, true, 6);
                if (o.id().length <= 20) {
                    commit.add(o);
                }
            }
            folder.append(log, commit);
        }
        if (ended) {
            log.end(BEFORE + folder.commits.size());
            folder.ends.add(log.length());
        }
        log.close();
        if (!closed) {
            Files.delete(directory.resolve(LogHeader.CloseRecord.NAME));
        }
        return folder;
    }

    void append(LogWriter log, List<Operation> commit) throws IOException {
        log.append(Operation.encode(commit, 40, true), BEFORE + commits.size() + 1);
        commits.add(commit);
        ends.add(log.length());
    }

    /** The offset of the last frame. */
    long last() {
        return ends.get(ends.size() - 2);
    }

    /** Where a log in a file ends, if these are the places of its frames. */
    static LogTail tail(Path file, long number, long end, long last, long sequence, boolean ended) throws IOException {
        int mark = last == 0
                ? 0
                : ByteBuffer.wrap(Files.readAllBytes(file))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt((int) last + FrameHeader.SIZE - 4);
        return new LogTail(number, end, last, mark, sequence, ended, Files.size(file) - end);
    }

    LogTail tail(long end, long last, long sequence, boolean ended) throws IOException {
        return tail(file, NUMBER, end, last, sequence, ended);
    }

    /** The place behind a frame of the log, from 1; 0 for the start. */
    LogPlace behind(int frame) throws IOException {
        long last = frame == 0 ? 0 : ends.get(frame - 1);
        return LogPlace.end(tail(ends.get(frame), last, BEFORE + frame, false));
    }

    byte[] bytes() throws IOException {
        return Files.readAllBytes(file);
    }

    LogTail read(Operation.Recorder sink) throws IOException {
        return LogReader.read(directory, NUMBER, SCHEME, sink);
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
}
