package io.whorl.bench.live;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.hash.serialization.SizedWriter;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/** A list as a value: documents and frequencies by turns; the frequency 1 is not written, the document's sign tells. */
final class PostingArray {
    private int[] numbers = new int[16];
    private int length;

    void clear() {
        length = 0;
    }

    void add(int document, int frequency) {
        if (length + 2 > numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        }
        numbers[length++] = frequency == 1 ? ~document : document;
        if (frequency != 1) {
            numbers[length++] = frequency;
        }
    }

    long sum() {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += numbers[i] < 0 ? ~numbers[i] + 1L : numbers[i];
        }
        return sum;
    }

    /** Keeps nothing of its own: one serves all. */
    static final class Marshaller implements SizedReader<PostingArray>, SizedWriter<PostingArray> {
        @Override
        @SuppressWarnings("rawtypes")
        public PostingArray read(Bytes in, long size, PostingArray using) {
            PostingArray array = using == null ? new PostingArray() : using;
            array.length = (int) (size / Integer.BYTES);
            if (array.length > array.numbers.length) {
                array.numbers = new int[2 * array.length];
            }
            for (int i = 0; i < array.length; i++) {
                array.numbers[i] = in.readInt();
            }
            return array;
        }

        @Override
        public long size(PostingArray array) {
            return (long) array.length * Integer.BYTES;
        }

        @Override
        @SuppressWarnings("rawtypes")
        public void write(Bytes out, long size, PostingArray array) {
            for (int i = 0; i < array.length; i++) {
                out.writeInt(array.numbers[i]);
            }
        }

        @Override
        public void readMarshallable(WireIn wire) {
            // Nothing to restore.
        }

        @Override
        public void writeMarshallable(WireOut wire) {
            // Nothing to keep.
        }
    }
}
