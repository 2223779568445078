package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;

/** Splits a stream into lines, without their ends. */
final class LineStream extends RecordStream {
    LineStream(InputStream in) {
        super(in);
    }

    @Override
    boolean begin() throws IOException {
        return at < limit || fill();
    }

    @Override
    void scan(int to) {
        while (at < to && buffer[at] != '\n') {
            at++;
        }
        if (at < limit && buffer[at] == '\n') {
            at++;
            inRecord = false;
        }
    }

    @Override
    int length(int from) {
        return at - from - (inRecord ? 0 : 1);
    }

    @Override
    void endOfStream() {
        // The last line may have no end.
    }
}
