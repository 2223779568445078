package io.whorl.minutiae;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A scratch file in memory that counts how many are open. */
final class MemoryScratch implements DocumentMinutiae.RunScratch {
    private final int[] open;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** @param open incremented now and decremented by close */
    MemoryScratch(int[] open) {
        this.open = open;
        open[0]++;
    }

    @Override
    public long append(ByteBuffer from) {
        long at = bytes.size();
        while (from.hasRemaining()) {
            bytes.write(from.get());
        }
        return at;
    }

    @Override
    public void read(long at, ByteBuffer to) {
        to.put(bytes.toByteArray(), (int) at, to.remaining());
    }

    @Override
    public void close() {
        open[0]--;
    }
}
