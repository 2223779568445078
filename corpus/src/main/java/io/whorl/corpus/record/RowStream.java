package io.whorl.corpus.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Parts CSV at the ends of its rows, which do not end within quotes. So a row that is too large costs no more than itself. */
final class RowStream extends Records {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final char separator;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private long number;
    private boolean inRow;
    private State state = State.FIELD_BEGINS;
    private boolean afterReturn;

    private enum State { FIELD_BEGINS, PLAIN, QUOTED, QUOTE_IN_QUOTES }

    RowStream(InputStream in, char separator) {
        this.in = in;
        this.separator = separator;
    }

    @Override
    boolean next() throws IOException {
        while (inRow) {
            if (at == limit && !fillRow()) {
                break;
            }
            scan(limit);
        }
        inRow = at < limit || fill();
        if (inRow && afterReturn && buffer[at] == '\n') {
            at++;
            inRow = at < limit || fill();
        }
        afterReturn = false;
        number += inRow ? 1 : 0;
        state = State.FIELD_BEGINS;
        return inRow;
    }

    @Override
    long number() {
        return number;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        if (!inRow || at == limit && !fillRow()) {
            return -1;
        }
        int from = at;
        scan(Math.min(limit, at + Math.min(len, BUFFER)));
        System.arraycopy(buffer, from, b, off, at - from);
        return at - from;
    }

    /** Goes on within this row, behind its end or to that place. A quote counts where a field begins. */
    private void scan(int to) {
        while (at < to && inRow) {
            byte c = buffer[at++];
            if (state == State.QUOTED) {
                state = c == '"' ? State.QUOTE_IN_QUOTES : State.QUOTED;
            } else if (c == '"' && state != State.PLAIN) {
                state = State.QUOTED;
            } else {
                state = c == separator ? State.FIELD_BEGINS : State.PLAIN;
                inRow = c != '\n' && c != '\r';
                afterReturn = c == '\r';
            }
        }
    }

    private boolean fillRow() throws IOException {
        boolean more = fill();
        if (!more && state == State.QUOTED) {
            throw new EOFException("the rows break off within quotes, in row " + number);
        }
        inRow = more;
        return more;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
