package io.whorl.minutiae;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Sorted runs of minutiae of one document in a scratch file, and their merge. One thread at a time. */
final class MinutiaRuns implements Closeable {
    private static final int BLOCK = 1 << 16;
    private static final int LEAST_BLOCK = 1 << 9;

    private final RunScratch scratch;
    private final boolean counted;
    private final int recordBytes;
    private final List<Run> runs = new ArrayList<>();

    private record Run(long place, int size) {}

    /** @param counted true to keep counts */
    MinutiaRuns(RunScratch scratch, boolean counted) {
        this.scratch = scratch;
        this.counted = counted;
        recordBytes = Long.BYTES + (counted ? Integer.BYTES : 0);
    }

    /** Writes the minutiae as the next run. */
    void write(CountedMinutiae from) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        long place = -1;
        for (int i = 0; i < from.size(); i++) {
            if (out.remaining() < recordBytes) {
                long at = scratch.append(out.flip());
                place = place < 0 ? at : place;
                out.clear();
            }
            out.putLong(from.minutiae()[i]);
            if (counted) {
                out.putInt(from.count(i));
            }
        }
        long at = scratch.append(out.flip());
        runs.add(new Run(place < 0 ? at : place, from.size()));
    }

    /** @param memory bytes for reading; a small block is always taken for each run */
    void forEach(MinutiaSink sink, long memory) throws IOException {
        int block = (int) Math.max(LEAST_BLOCK, Math.min(BLOCK, memory / runs.size()));
        PriorityQueue<Reader> heads = new PriorityQueue<>((a, b) -> Long.compareUnsigned(a.minutia, b.minutia));
        for (Run run : runs) {
            Reader reader = new Reader(run, block);
            if (reader.next()) {
                heads.add(reader);
            }
        }
        while (!heads.isEmpty()) {
            long minutia = heads.peek().minutia;
            long count = 0;
            while (!heads.isEmpty() && heads.peek().minutia == minutia) {
                Reader least = heads.remove();
                count += least.count;
                if (least.next()) {
                    heads.add(least);
                }
            }
            sink.take(minutia, counted ? MinutiaCounts.checked(count) : 1);
        }
    }

    private final class Reader {
        private final ByteBuffer in;
        private long place;
        private long left;
        long minutia;
        int count;

        Reader(Run run, int block) {
            place = run.place;
            left = (long) run.size * recordBytes;
            in = ByteBuffer.allocate((int) Math.min(left, block / recordBytes * recordBytes))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .limit(0);
        }

        boolean next() throws IOException {
            if (!in.hasRemaining()) {
                if (left == 0) {
                    return false;
                }
                in.clear().limit((int) Math.min(in.capacity(), left));
                scratch.read(place, in);
                in.flip();
                place += in.limit();
                left -= in.limit();
            }
            minutia = in.getLong();
            count = counted ? in.getInt() : 1;
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
