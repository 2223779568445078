package io.whorl.bench.rival;

import io.whorl.write.NewDocument;
import java.io.IOException;
import java.util.List;

/** An index that takes documents of new ids. */
public interface DurableAdds extends AutoCloseable {
    /** Adds documents; when it returns they can be found and have been forced to the disk. One thread at a time. */
    void add(List<NewDocument> batch) throws IOException;

    @Override
    void close() throws IOException;
}
