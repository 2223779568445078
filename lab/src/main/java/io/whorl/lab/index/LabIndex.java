package io.whorl.lab.index;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import java.io.Closeable;

/** An index of a whole collection, Whorl's or a rival's. Thread-safe. Closing it deletes it. */
public interface LabIndex extends Closeable {
    /** @param configuration a configuration that uses this index */
    Searcher searcher(Configuration configuration);

    /** Returns the number of entries and the size in bytes. */
    IndexSize size();

    /** Returns the build time, from the first text in memory to the durable index. */
    double seconds();
}
