package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** The byte order mark that some programs write before UTF-8. */
final class ByteOrderMark {
    private ByteOrderMark() {}

    /** Returns the stream without its mark. */
    static InputStream skip(InputStream in) throws IOException {
        byte[] first = new byte[3];
        PushbackInputStream back = new PushbackInputStream(in, first.length);
        int n = 0;
        try {
            n = in.readNBytes(first, 0, first.length);
        } finally {
            boolean mark = n == 3 && first[0] == (byte) 0xef && first[1] == (byte) 0xbb && first[2] == (byte) 0xbf;
            if (!mark) {
                back.unread(first, 0, n);
            }
        }
        return back;
    }
}
