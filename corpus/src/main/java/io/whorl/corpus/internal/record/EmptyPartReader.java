package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A reader of a dump without readable records, which was reported when it was opened. */
record EmptyPartReader(InputStream in) implements PartReader {
    @Override
    public Optional<Part> next() {
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
