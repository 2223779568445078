package io.whorl.merge;

import io.whorl.assembly.ListBuffer;
import io.whorl.assembly.ListPool;
import io.whorl.store.EntryRuns;
import java.io.IOException;
import java.util.Arrays;

/** Writes a merge: lists go to the pool, entries to their runs in blocks of bounded size. */
final class MergedEntries implements MergeTarget {
    private static final int PIECE = 1 << 14;

    private final ListPool pool;
    private final EntryRuns runs;
    private final long documents;
    private final boolean frequencies;
    private final ListBuffer code = new ListBuffer();
    private long[] minutiae = new long[1 << 6];
    private long[] payloads = new long[1 << 6];
    private int size;
    private int partition;

    MergedEntries(ListPool pool, EntryRuns runs, long documents, boolean frequencies) {
        this.pool = pool;
        this.runs = runs;
        this.documents = documents;
        this.frequencies = frequencies;
    }

    @Override
    public boolean startPartition(int next) throws IOException {
        flush();
        partition = next;
        return pool.startPartition();
    }

    @Override
    public long list(HolderUnion holders) throws IOException {
        int end = code.encode(0, holders.documents(), frequencies ? holders.frequencies() : null, holders.size());
        return documents + pool.place(code.bytes(), 0, end, code.hash());
    }

    @Override
    public void add(long minutia, long payload) throws IOException {
        if (size == minutiae.length) {
            if (size == PIECE) {
                flush();
            } else {
                minutiae = Arrays.copyOf(minutiae, size * 2);
                payloads = Arrays.copyOf(payloads, size * 2);
            }
        }
        minutiae[size] = minutia;
        payloads[size++] = payload;
    }

    /** Writes the buffered entries. */
    void flush() throws IOException {
        runs.put(partition, minutiae, payloads, size);
        size = 0;
    }
}
