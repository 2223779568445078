package io.whorl.bench.rival;

import io.whorl.write.NewDocument;
import java.io.IOException;
import java.util.List;

/** An index that accepts documents with new ids. */
public interface DurableAdds extends AutoCloseable {
    /** Adds documents. When it returns, queries find them and they are forced to disk. Not thread-safe. */
    void add(List<NewDocument> batch) throws IOException;

    @Override
    void close() throws IOException;
}
