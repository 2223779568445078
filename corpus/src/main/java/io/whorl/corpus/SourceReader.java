package io.whorl.corpus;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * One source being read. An {@link IOException} from {@link #next} ends the source: an {@link UnreadableException} when
 * the file system refused, any other when its bytes are damaged. Single documents it cannot give, it reports itself.
 */
interface SourceReader extends Closeable {
    Optional<Document> next() throws IOException;
}
