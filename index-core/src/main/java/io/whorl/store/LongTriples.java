package io.whorl.store;

import io.whorl.store.ScratchSpace.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sorts triples of longs by the first, then by the second, in bounded memory: triples that do not fit are spilled as
 * sorted runs. The order of triples that agree in both is undefined. Add all triples, then call {@link #sort}. One
 * thread at a time; several threads fill one of their own each for common {@link Runs}.
 */
public final class LongTriples implements Closeable {
    private static final int LONGS = 3;
    private static final int BYTES = LONGS * Long.BYTES;
    /** The heap of a triple; sorting takes the space twice. */
    public static final int ROOM = 2 * BYTES;

    private static final int FIRST_ROOM = 1 << 8;
    private static final long[] NONE = {};

    private final Runs runs;
    private final int room;
    private long[] triples;
    private int n;
    private long lastFirst = Long.MAX_VALUE;
    private long lastSecond = Long.MAX_VALUE;

    /** @param memory bytes of heap; a few kilobytes are always used */
    public LongTriples(long memory, ScratchSpace space) {
        this(new Runs(Long.MAX_VALUE, memory / 4, space), (int)
                Math.max(FIRST_ROOM, Math.min(1 << 26, memory * 3 / 4 / ROOM)));
    }

    /** @param room the largest number of triples held, at least 1 */
    public LongTriples(Runs runs, int room) {
        this.runs = runs;
        this.room = room;
        reset();
    }

    private void reset() {
        triples = new long[Math.min(room, FIRST_ROOM) * LONGS];
        n = 0;
    }

    /** Adds a triple; returns false if it is left out because enough lower ones are known. */
    public boolean add(long first, long second, long third) throws IOException {
        if (first > runs.last || first > lastFirst || first == lastFirst && second > lastSecond) {
            return false;
        }
        if (n == room) {
            makeRoom();
        } else if (n * LONGS == triples.length) {
            triples = Arrays.copyOf(triples, Math.min(room, n * 2) * LONGS);
        }
        int at = n++ * LONGS;
        triples[at] = first;
        triples[at + 1] = second;
        triples[at + 2] = third;
        return true;
    }

    /** A triple with a higher first long would be left out. */
    public long last() {
        return Math.min(lastFirst, runs.last);
    }

    /** Drops all triples but the lowest if that frees enough room; otherwise spills them. */
    private void makeRoom() throws IOException {
        sortHeld();
        // At least half must become free, or sorting costs more than it saves.
        if (runs.most > room / 2) {
            runs.spill(triples, n);
            n = 0;
            return;
        }
        n = (int) Math.min(n, runs.most);
        lastFirst = triples[(n - 1) * LONGS];
        lastSecond = triples[(n - 1) * LONGS + 1];
        runs.leaveOutAfter(lastFirst);
    }

    /** Passes all triples that it holds on to the runs. */
    public void pass() {
        sortHeld();
        runs.hold(triples, n);
        reset();
    }

    /** Ends adding, and returns all triples in order. */
    public Sorted sort() throws IOException {
        pass();
        return runs.sorted();
    }

    @Override
    public void close() throws IOException {
        runs.close();
    }

    private void sortHeld() {
        sort(Arrays.copyOf(triples, n * LONGS), triples, 0, n);
    }

    /**
     * Sorts a range of {@code to} by merging, so that every input takes n log n steps.
     *
     * @param from has the same triples in this range; overwritten
     */
    private static void sort(long[] from, long[] to, int low, int high) {
        if (high - low > 1) {
            int middle = (low + high) >>> 1;
            sort(to, from, low, middle);
            sort(to, from, middle, high);
            merge(from, to, low, middle, high);
        }
    }

    private static void merge(long[] from, long[] to, int low, int middle, int high) {
        int a = low * LONGS;
        int b = middle * LONGS;
        int endA = b;
        int endB = high * LONGS;
        if (before(from, b - LONGS, from, b)) {
            System.arraycopy(from, a, to, a, endB - a);
            return;
        }
        for (int at = a; at < endB; at += LONGS) {
            boolean first = b == endB || a < endA && before(from, a, from, b);
            int source = first ? a : b;
            to[at] = from[source];
            to[at + 1] = from[source + 1];
            to[at + 2] = from[source + 2];
            a += first ? LONGS : 0;
            b += first ? 0 : LONGS;
        }
    }

    /** True if the triple at index i of one array comes before the one at index j of another. */
    private static boolean before(long[] x, int i, long[] y, int j) {
        return x[i] != y[j] ? x[i] < y[j] : x[i + 1] < y[j + 1];
    }

    /**
     * Sorted triples in memory, or in a file.
     *
     * @param level how often its triples were merged; {@link #HELD}; or {@link #KEPT}
     */
    private record Run(int level, Optional<TempFile> file, long[] held, long count, long last) {
        static final int HELD = -1;
        /** In a file that stays. */
        static final int KEPT = -2;
    }

    /**
     * The sorted runs of all threads, and a bound above which no triple is among the lowest. {@link #FAN} runs of about
     * one size are merged at once, so that few runs are open and no run is longer than the number of triples requested.
     * Thread-safe until {@link #sorted}.
     */
    public static final class Runs implements Closeable {
        /** The number of runs merged at a time. */
        static final int FAN = 32;

        private final long most;
        private final ScratchSpace space;
        /** The number of triples read or written at a time. */
        private final int block;

        private final List<Run> runs = new ArrayList<>();
        /** Triples whose first long is greater are not among the lowest. */
        private volatile long last = Long.MAX_VALUE;

        /**
         * @param most the number of triples requested, the lowest
         * @param memory bytes for the blocks that are read and written while runs are merged
         */
        public Runs(long most, long memory, ScratchSpace space) {
            this.most = most;
            this.space = space;
            block = (int) Math.max(4, Math.min(1 << 12, memory / (2 * FAN * BYTES)));
        }

        private synchronized void leaveOutAfter(long first) {
            last = Math.min(last, first);
        }

        /** Spills the first {@code n} triples of an array, which are sorted. */
        public synchronized void spill(long[] sorted, int n) throws IOException {
            int count = (int) Math.min(n, most);
            TempFile file = new TempFile(space);
            Channels.orElse(file, () -> {
                file.append(sorted, count * LONGS);
                return file;
            });
            add(new Run(0, Optional.of(file), NONE, count, 0));
        }

        /** Keeps a run in memory, which owns the array from now on. */
        private synchronized void hold(long[] sorted, int n) {
            runs.add(new Run(Run.HELD, Optional.empty(), sorted, Math.min(n, most), 0));
        }

        private void add(Run run) throws IOException {
            runs.add(run);
            List<Run> same = runs.stream().filter(r -> r.level == run.level).toList();
            if (same.size() == FAN) {
                add(merged(same, run.level + 1, new TempFile(space)));
            }
        }

        /** Writes the lowest triples of some runs to an empty file, which it owns from now on, and closes the runs. */
        private Run merged(List<Run> from, int level, TempFile file) throws IOException {
            Run merged = Channels.orElse(file, () -> {
                Sorted sorted = new Sorted(from, block);
                long[] out = new long[block * LONGS];
                int filled = 0;
                long n = 0;
                for (; n < most && sorted.next(); n++) {
                    if (filled == out.length) {
                        file.append(out, filled);
                        filled = 0;
                    }
                    System.arraycopy(sorted.top.triples, sorted.top.at, out, filled, LONGS);
                    filled += LONGS;
                }
                file.append(out, filled);
                long last = n == 0 ? 0 : out[filled - LONGS];
                return new Run(level, Optional.of(file), NONE, n, last);
            });
            limit(merged);
            close(from);
            return merged;
        }

        private void limit(Run run) {
            if (run.count == most) {
                leaveOutAfter(run.last);
            }
        }

        /**
         * Merges all triples that are not in kept files into one run.
         *
         * @param file an empty file that stays; owned by this from now on
         */
        public synchronized void keep(TempFile file) throws IOException {
            runs.add(merged(runs.stream().filter(r -> r.level != Run.KEPT).toList(), Run.KEPT, file));
        }

        /** Adds a run that was kept before. */
        public synchronized void reopen(TempFile file) throws IOException {
            long count = file.size() / BYTES;
            long[] last = new long[LONGS];
            file.read(Math.max(0, count - 1) * BYTES, last, count > 0 ? LONGS : 0);
            Run run = new Run(Run.KEPT, Optional.of(file), NONE, count, last[0]);
            runs.add(run);
            limit(run);
        }

        /** All triples, in order. Each call starts anew. */
        public synchronized Sorted sorted() throws IOException {
            return new Sorted(runs, block);
        }

        @Override
        public synchronized void close() throws IOException {
            close(List.copyOf(runs));
        }

        private void close(List<Run> closed) throws IOException {
            for (Run run : closed) {
                TempFile.close(run.file);
            }
            runs.removeAll(closed);
        }
    }

    /** Reads triples once, in order. One thread at a time. */
    public static final class Sorted {
        private final Reader[] readers;
        private final MergeHeap heap;
        private Reader top;

        private Sorted(List<Run> runs, int block) throws IOException {
            heap = new MergeHeap(runs.size(), this::before);
            readers = new Reader[runs.size()];
            for (int i = 0; i < readers.length; i++) {
                readers[i] = new Reader(runs.get(i), block);
                if (readers[i].next()) {
                    heap.add(i);
                }
            }
        }

        private boolean before(int a, int b) {
            Reader x = readers[a];
            Reader y = readers[b];
            return LongTriples.before(x.triples, x.at, y.triples, y.at);
        }

        /** Moves to the next triple; false at the end. */
        public boolean next() throws IOException {
            if (top != null && !heap.isEmpty()) {
                heap.advanced(top.next());
            }
            if (heap.isEmpty()) {
                return false;
            }
            top = readers[heap.top()];
            return true;
        }

        public long first() {
            return top.triples[top.at];
        }

        public long second() {
            return top.triples[top.at + 1];
        }

        public long third() {
            return top.triples[top.at + 2];
        }
    }

    /** Reads a run, block by block if it is in a file. */
    private static final class Reader {
        private final Run run;
        private final int block;
        /** The current triple is at index {@link #at}. */
        private final long[] triples;

        private int at = -LONGS;
        private long end;
        private long read;

        Reader(Run run, int block) {
            this.run = run;
            this.block = block;
            int room = run.file.isPresent() ? (int) Math.min(block, run.count) : 0;
            triples = room > 0 ? new long[room * LONGS] : run.held;
            read = run.file.isPresent() ? 0 : run.count;
            end = read * LONGS;
        }

        boolean next() throws IOException {
            at += LONGS;
            if (at < end) {
                return true;
            }
            if (read == run.count) {
                return false;
            }
            int n = (int) Math.min(block, run.count - read);
            run.file.get().read(read * BYTES, triples, n * LONGS);
            read += n;
            end = (long) n * LONGS;
            at = 0;
            return true;
        }
    }
}
