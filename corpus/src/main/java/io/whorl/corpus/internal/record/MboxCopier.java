package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.RecordCopier;
import java.io.IOException;
import java.io.InputStream;

/** Copies mails of a mailbox, each with its envelope line. Finds their starts as {@code MboxPartReader} does. */
final class MboxCopier implements RecordCopier {
    private final InputStream in;

    MboxCopier(InputStream in) {
        this.in = in;
    }

    @Override
    public void copy(Sink sink) throws IOException {
        MboxLines lines = new MboxLines(in);
        boolean kept = true;
        boolean starts = true;
        boolean afterBlank = false;
        for (boolean more = lines.next(); more; more = lines.next()) {
            starts |= afterBlank && lines.isMessage();
            if (starts) {
                kept = sink.takes(lines.line());
            }
            afterBlank = !starts && lines.isBlank();
            starts = false;
            if (kept) {
                sink.write(lines.buffer(), lines.from(), lines.length());
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
