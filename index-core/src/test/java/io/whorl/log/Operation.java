package io.whorl.log;

import io.whorl.store.DocumentDate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** An operation of a log, for tests. */
record Operation(
        byte[] id,
        boolean deletes,
        long words,
        byte[] extra,
        byte[] text,
        long[] minutiae,
        int[] frequencies,
        long date) {
    static Operation delete(byte[] id) {
        return new Operation(id, true, 0, new byte[0], new byte[0], new long[0], new int[0], DocumentDate.NONE);
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
        long[] minutiae = minutiae(random, bits, random.nextInt(most + 1));
        int[] counts = new int[frequencies ? minutiae.length : 0];
        Arrays.setAll(
                counts, i -> random.nextInt(9) == 0 ? Integer.MAX_VALUE >>> random.nextInt(31) : 1 + random.nextInt(3));
        long date =
                random.nextBoolean() ? DocumentDate.NONE : random.nextLong(DocumentDate.FIRST, DocumentDate.LAST + 1);
        return new Operation(
                id, false, random.nextLong() >>> 1 + random.nextInt(63), extra, text, minutiae, counts, date);
    }

    /** At most {@code n} distinct minutiae in unsigned order. The distinct() of a stream would box each one. */
    private static long[] minutiae(Random random, int bits, int n) {
        long[] sorted = random.longs(n)
                .map(m -> random.nextInt(9) == 0 ? -1L >>> 64 - bits : m >>> 64 - bits)
                .map(m -> m ^ Long.MIN_VALUE)
                .sorted()
                .toArray();
        int kept = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[kept++] = sorted[i];
            }
        }
        return Arrays.stream(sorted, 0, kept).map(m -> m ^ Long.MIN_VALUE).toArray();
    }

    static List<Operation> commit(Random random, int bits, boolean frequencies, int operations, int most) {
        List<Operation> commit = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            commit.add(random(random, bits, frequencies, most));
        }
        return commit;
    }

    static CommitBuffer encode(List<Operation> commit, int bits, boolean frequencies) {
        CommitBuffer buffer = new CommitBuffer(bits, frequencies);
        commit.forEach(o -> o.to(buffer));
        return buffer;
    }

    /**
     * Adds the operation to a buffer. The arrays are longer than the number of elements in use, as those of callers
     * are.
     */
    void to(CommitBuffer buffer) {
        if (deletes) {
            buffer.delete(id);
        } else {
            buffer.add(new LoggedDocument(
                    id,
                    words,
                    extra,
                    Arrays.copyOf(minutiae, minutiae.length + 3),
                    frequencies.length == 0 ? frequencies : Arrays.copyOf(frequencies, frequencies.length + 3),
                    minutiae.length,
                    text,
                    date));
        }
    }

    @Override
    public String toString() {
        return (deletes ? "delete " : "add ") + HexFormat.of().formatHex(id) + " " + words + " "
                + HexFormat.of().formatHex(extra) + " "
                + HexFormat.of().formatHex(text) + " " + Arrays.toString(minutiae) + " "
                + Arrays.toString(frequencies) + " " + date;
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
                    d.id().clone(),
                    false,
                    d.words(),
                    d.extra().clone(),
                    d.text(),
                    Arrays.copyOf(d.minutiae(), d.n()),
                    d.frequencies().length == 0 ? new int[0] : Arrays.copyOf(d.frequencies(), d.n()),
                    d.date()));
            // The sink may overwrite the arrays; this must not affect the next operation.
            Arrays.fill(d.minutiae(), -7);
            Arrays.fill(d.frequencies(), -7);
        }

        @Override
        public void delete(byte[] id) {
            open.add(Operation.delete(id.clone()));
        }

        @Override
        public void commit(long sequence) throws IOException {
            commits.add(open);
            sequences.add(sequence);
            open = new ArrayList<>();
        }
    }
}
