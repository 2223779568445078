package io.whorl.corpus.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads the parts of one container, one after another. Used by one thread.
 *
 * <p>An {@link IOException} from {@link #next} or from the body of a part means that the container is damaged from
 * there on. A {@link DamagedPartException} means that only this part is damaged. A reader reports single records that
 * it cannot deliver ({@link ReadContext#skip}) and continues.
 */
public interface PartReader extends Closeable {
    /**
     * Returns the next part. Skips what was not read of the previous part.
     *
     * @return the next part, or nothing at the end
     * @throws IOException if the container is damaged from here on
     */
    Optional<Part> next() throws IOException;

    /**
     * Releases what the reader holds; by default it holds nothing. The caller closes the body of the container.
     *
     * @throws IOException if that fails
     */
    @Override
    default void close() throws IOException {}
}
