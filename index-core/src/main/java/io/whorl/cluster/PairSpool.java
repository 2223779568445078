package io.whorl.cluster;

import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Pairs of documents with their scores, read any number of times in the order in which they were added. */
final class PairSpool implements Closeable {
    private static final int BYTES = 2 * Integer.BYTES + Double.BYTES;
    private static final int BLOCK = BYTES << 12;

    private final ScratchSpace scratch;
    private final ByteBuffer last = block();
    private Optional<TempFile> file = Optional.empty();
    private long size;

    PairSpool(ScratchSpace scratch) {
        this.scratch = scratch;
    }

    private static ByteBuffer block() {
        return ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    }

    void add(int a, int b, double score) throws IOException {
        if (!last.hasRemaining()) {
            if (file.isEmpty()) {
                file = Optional.of(new TempFile(scratch));
            }
            file.get().append(last.flip());
            last.clear();
        }
        last.putInt(a).putInt(b).putDouble(score);
        size++;
    }

    /** The number of pairs. */
    long size() {
        return size;
    }

    /** Starts to read all pairs added so far. Pairs must not be added while it is used. */
    Reader read() {
        return new Reader();
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    /** Reads the pairs once. One thread at a time. */
    final class Reader {
        private ByteBuffer block = ByteBuffer.allocate(0);
        private long begun;
        private int a;
        private int b;
        private double score;

        /** Moves to the next pair; false at the end. */
        boolean next() throws IOException {
            if (begun == size) {
                return false;
            }
            if (!block.hasRemaining()) {
                fill();
            }
            a = block.getInt();
            b = block.getInt();
            score = block.getDouble();
            begun++;
            return true;
        }

        private void fill() throws IOException {
            long at = begun * BYTES;
            if (file.isEmpty() || at == file.get().size()) {
                block = last.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
                return;
            }
            block = block.capacity() == 0 ? block() : block.clear();
            file.get().read(at, block);
            block.flip();
        }

        int a() {
            return a;
        }

        int b() {
            return b;
        }

        double score() {
            return score;
        }
    }
}
