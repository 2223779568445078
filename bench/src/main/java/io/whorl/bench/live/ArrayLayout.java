package io.whorl.bench.live;

import java.nio.file.Path;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/** The value is the whole list, of its own size, read, added to and written back. */
final class ArrayLayout implements PostingLayout {
    /** Bytes of a list that the map is told to expect. */
    private static final int EXPECTED = 12;

    private final ChronicleMap<LongValue, PostingArray> map;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final PostingArray value = new PostingArray();

    ArrayLayout(Path file, int postings) {
        map = Maps.create(
                LongValue.class, PostingArray.class, postings, file, builder -> builder.averageValueSize(EXPECTED)
                        .valueMarshaller(new PostingArray.Marshaller()));
    }

    @Override
    public void add(int document, long[] minutiae, int[] frequencies) {
        for (int i = 0; i < minutiae.length; i++) {
            add(minutiae[i], document, frequencies[i]);
        }
    }

    private void add(long minutia, int document, int frequency) {
        key.setValue(minutia);
        if (map.getUsing(key, value) == null) {
            value.clear();
        }
        value.add(document, frequency);
        map.put(key, value);
    }

    @Override
    public long sum(long minutia) {
        key.setValue(minutia);
        return map.getUsing(key, value) == null ? 0 : value.sum();
    }

    @Override
    public void close() {
        map.close();
    }
}
