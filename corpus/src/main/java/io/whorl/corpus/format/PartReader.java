package io.whorl.corpus.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The pieces of one archive, dump or compressed file, one after another. One thread. An {@link IOException} from
 * {@link #next}, or from reading a piece, says that the whole is damaged from there on, a {@link DamagedPartException}
 * that this piece alone is; single records it cannot give it reports itself, and goes on.
 */
public interface PartReader extends Closeable {
    /** The next piece, or nothing at the end. What was not read of the one before is passed over. */
    Optional<Part> next() throws IOException;
}
