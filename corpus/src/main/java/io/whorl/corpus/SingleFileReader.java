package io.whorl.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A whole file as one document. */
final class SingleFileReader implements SourceReader {
    private final String source;
    private final String id;
    private final InputStream in;
    private final Reading reading;
    private boolean done;

    SingleFileReader(String source, String id, InputStream in, Reading reading) {
        this.source = source;
        this.id = id;
        this.in = in;
        this.reading = reading;
    }

    @Override
    public Optional<Document> next() throws IOException {
        if (done) {
            return Optional.empty();
        }
        done = true;
        return reading.document(id, new BoundedBytes(reading.options().maxDocument()).read(in), source);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
