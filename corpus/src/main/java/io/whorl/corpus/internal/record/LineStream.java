package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;

/** Parts a stream at the ends of its lines, which are not given. */
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
    int given(int from) {
        return at - from - (inRecord ? 0 : 1);
    }

    @Override
    void endOfStream() {
        // The last line need not be ended.
    }
}
