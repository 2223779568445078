package io.whorl.corpus.record;

import java.io.IOException;
import java.io.InputStream;

/** A stream that ends at each record's end, until asked for the next; so no record need be held in memory. */
abstract class Records extends InputStream {
    /** Passes over what is left of this record and goes to the next; false if there is none. */
    abstract boolean next() throws IOException;

    /** Where this record stands, in a message: a line or a number, from 1. */
    abstract long number();

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] b, int off, int len) throws IOException;
}
