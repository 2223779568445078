package io.whorl.merge;

import io.whorl.CorruptIndexException;
import io.whorl.assembly.SegmentAssembler;
import io.whorl.log.LogFiles;
import io.whorl.log.LogReader;
import io.whorl.log.LogSink;
import io.whorl.log.LogTail;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.SegmentCounts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns committed operations into a segment of the documents that are left of them, and says which documents of earlier
 * segments die by them. To replay what was replayed before does no harm: who is dead stays dead. One thread at a time.
 */
public final class LogReplay implements LogSink, Closeable {
    private final Scheme scheme;
    private final SegmentAssembler assembler;
    private final List<SegmentMerge.Input> older;
    private final Map<String, Integer> latest = new HashMap<>();
    private final long[][] killed;
    private final int[] kills;
    private long commits;

    /**
     * @param older the segments before, the oldest first
     * @param memory as {@link SegmentAssembler}, and so {@code threads} and {@code scratch}
     */
    public LogReplay(Scheme scheme, List<SegmentMerge.Input> older, long memory, int threads, Path scratch)
            throws IOException {
        this.scheme = scheme;
        assembler = new SegmentAssembler(scheme, memory, threads, scratch);
        this.older = List.copyOf(older);
        killed = new long[older.size()][8];
        kills = new int[older.size()];
    }

    /**
     * Replays a log from a place in it, and those that go on with it.
     *
     * @param directory of the logs
     * @param offset where to begin; 0 for the log's first commit
     * @param after number of the commit before that place
     * @return where the last log ends
     * @throws CorruptIndexException if a log is missing or damaged, or begins after another commit
     */
    public LogTail readAll(Path directory, long number, long offset, long after) throws IOException {
        long before = commits;
        LogTail tail = read(directory, number, offset);
        requireAfter(after, tail, commits - before, LogFiles.path(directory, number));
        while (tail.ended() || LogFiles.hasCommits(directory, tail.number() + 1)) {
            tail = tail.ended() ? read(directory, tail.number() + 1, 0) : ended(directory, tail);
        }
        return tail;
    }

    /** Reads on in a log that must have ended, for there is a later one: it did when it was read, or it is damaged. */
    private LogTail ended(Path directory, LogTail before) throws IOException {
        LogTail tail = read(directory, before.number(), before.end());
        if (!tail.ended()) {
            throw new CorruptIndexException(
                    LogFiles.path(directory, tail.number()),
                    tail.end(),
                    "its end is missing, for the log after it has commits");
        }
        return tail;
    }

    /**
     * Verifies that what was read of a log follows a commit.
     *
     * @param commits how many were read
     * @throws CorruptIndexException if not
     */
    public static void requireAfter(long after, LogTail tail, long commits, Path log) {
        if (tail.sequence() - commits != after) {
            throw new CorruptIndexException(
                    log,
                    0,
                    "it goes on from commit " + (tail.sequence() - commits) + " where the last one known is " + after);
        }
    }

    private LogTail read(Path directory, long number, long offset) throws IOException {
        try {
            return LogReader.read(directory, number, offset, scheme, this);
        } catch (NoSuchFileException e) {
            throw new CorruptIndexException(LogFiles.path(directory, number), 0, "the log is missing", e);
        }
    }

    @Override
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) throws IOException {
        String text = kill(id);
        latest.put(text, assembler.add(id, words, extra, minutiae, frequencies, n));
    }

    @Override
    public void delete(byte[] id) {
        latest.remove(kill(id));
    }

    @Override
    public void commit(long sequence) {
        commits++;
    }

    private String kill(byte[] id) {
        String text = new String(id, StandardCharsets.UTF_8);
        Integer before = latest.get(text);
        if (before != null) {
            assembler.leaveOut(before);
            return text;
        }
        for (int i = older.size() - 1; i >= 0; i--) {
            SegmentMerge.Input o = older.get(i);
            long ordinal = o.segment().reading(() -> o.segment().documents().find(id));
            if (ordinal >= 0 && !o.dead().contains(ordinal)) {
                if (kills[i] == killed[i].length) {
                    killed[i] = Arrays.copyOf(killed[i], kills[i] * 2);
                }
                killed[i][kills[i]++] = ordinal;
                break;
            }
        }
        return text;
    }

    /** Who is dead in the older segments now. */
    public List<DeadDocuments> dead() {
        List<DeadDocuments> dead = new ArrayList<>();
        for (int i = 0; i < kills.length; i++) {
            dead.add(older.get(i).dead().with(killed[i], kills[i]));
        }
        return dead;
    }

    /** Commits replayed. */
    public long commits() {
        return commits;
    }

    /** Documents that are left. */
    public int documents() {
        return assembler.documents();
    }

    /** Writes what is left as a segment of an index that has the segments before, too; once. */
    public SegmentCounts write(Path file) throws IOException {
        return write(file, olderLiving());
    }

    private CollectionFrequencies olderLiving() {
        List<CollectionFrequencies.Part> parts = new ArrayList<>();
        List<DeadDocuments> dead = dead();
        for (int i = 0; i < dead.size(); i++) {
            parts.add(new CollectionFrequencies.Part(older.get(i).segment(), dead.get(i)));
        }
        return new CollectionFrequencies(parts);
    }

    /**
     * The same where the segments before are known to the caller alone.
     *
     * @param others the index's documents that are not in this segment
     */
    public SegmentCounts write(Path file, CollectionFrequencies others) throws IOException {
        return assembler.write(file, others);
    }

    /** The same as {@link #write(Path)} of a file that goes with the process: it is not forced to disk. */
    public SegmentCounts writeScratch(Path file) throws IOException {
        return assembler.writeScratch(file, olderLiving());
    }

    @Override
    public void close() throws IOException {
        assembler.close();
    }
}
