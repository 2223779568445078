package io.whorl.corpus.internal.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Splits CSV into rows, which do not end inside quotes. A row that is too large costs no other row. */
final class RowStream extends RecordStream {
    private final char separator;
    private State state = State.FIELD_BEGINS;
    private boolean afterReturn;

    private enum State {
        FIELD_BEGINS,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTES
    }

    RowStream(InputStream in, char separator) {
        super(in);
        this.separator = separator;
    }

    @Override
    boolean begin() throws IOException {
        boolean begun = at < limit || fill();
        if (begun && afterReturn && buffer[at] == '\n') {
            at++;
            begun = at < limit || fill();
        }
        afterReturn = false;
        state = State.FIELD_BEGINS;
        return begun;
    }

    /** Delivers the end of a row with the row. A quote counts only at the start of a field. */
    @Override
    void scan(int to) {
        while (at < to && inRecord) {
            byte c = buffer[at++];
            if (state == State.QUOTED) {
                state = c == '"' ? State.QUOTE_IN_QUOTES : State.QUOTED;
            } else if (c == '"' && state != State.PLAIN) {
                state = State.QUOTED;
            } else {
                state = c == separator ? State.FIELD_BEGINS : State.PLAIN;
                inRecord = c != '\n' && c != '\r';
                afterReturn = c == '\r';
            }
        }
    }

    @Override
    void endOfStream() throws EOFException {
        if (state == State.QUOTED) {
            throw new EOFException("the table is truncated inside quotes, in row " + number());
        }
    }
}
