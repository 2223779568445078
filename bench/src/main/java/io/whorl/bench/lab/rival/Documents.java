package io.whorl.bench.lab.rival;

import io.whorl.bench.lab.collection.Texts;
import java.io.IOException;

/** Documents of distinct ids, in the same order whenever they are asked for. */
@FunctionalInterface
public interface Documents {
    void forEach(Texts.Taker taker) throws IOException;

    /** Those from the start, until they have so many bytes or more. */
    default Documents first(long bytes) {
        return taker -> {
            long[] left = {bytes};
            forEach((id, utf8) -> {
                if (left[0] > 0) {
                    left[0] -= utf8.length;
                    taker.take(id, utf8);
                }
            });
        };
    }
}
