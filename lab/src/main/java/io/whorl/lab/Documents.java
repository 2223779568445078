package io.whorl.lab;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;

/** A source of documents with distinct ids, always in the same order. */
public interface Documents {
    /** @param taker receives the id and the text of each document */
    void forEach(IOBiConsumer<String, byte[]> taker) throws IOException;

    /** A document and its position in the order of the collection, from 0. */
    record Numbered(int number, String id, byte[] utf8) {}

    default void forEachNumbered(Consumer<Numbered> consumer) throws IOException {
        int[] next = {0};
        forEach((id, utf8) -> consumer.accept(new Numbered(next[0]++, id, utf8)));
    }

    /** Returns the first documents, up to and including the one that reaches this total size. */
    default Documents first(long bytes) {
        return taker -> {
            long[] left = {bytes};
            forEach((id, utf8) -> {
                if (left[0] > 0) {
                    left[0] -= utf8.length;
                    taker.accept(id, utf8);
                }
            });
        };
    }
}
