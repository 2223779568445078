package io.whorl.lab.query;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import java.io.Closeable;

/** An index of a whole collection, Whorl's or a rival's. Thread-safe until it is closed; closing deletes it. */
public interface TriedIndex extends Closeable {
    /** @param configuration one that has this index */
    Answering answering(Configuration configuration);

    /** What it holds and takes. */
    IndexSize size();

    /** What building it took, from the first text at hand until it was durable. */
    double seconds();
}
