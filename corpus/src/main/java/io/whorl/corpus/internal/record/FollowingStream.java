package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.RecordCopier;
import io.whorl.corpus.internal.io.StoredContent;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Copies sections of a content in their order. Whole gzip members between them are not unpacked. */
final class FollowingStream implements Closeable {
    private final StoredContent content;
    private final byte[] buffer = new byte[1 << 16];
    private InputStream in = InputStream.nullInputStream();
    private boolean open;
    private long at;

    FollowingStream(StoredContent content) {
        this.content = content;
    }

    /**
     * Copies a section.
     *
     * @param end its end; empty for all that can be read
     * @param member the position of the gzip member that starts with the section, if one does
     */
    void copy(long start, OptionalLong end, OptionalLong member, RecordCopier.Sink sink) throws IOException {
        if (!open || at < start && content.isGzip() && member.isPresent()) {
            close();
            in = content.open(member.orElse(0), StoredContent.Members.NONE);
            at = member.isPresent() ? start : 0;
            open = true;
        }
        in.skipNBytes(start - at);
        at = start;
        while (end.isEmpty() || at < end.getAsLong()) {
            int n = read((int) Math.min(buffer.length, end.orElse(Long.MAX_VALUE) - at), end.isPresent());
            if (n < 0) {
                return;
            }
            sink.write(buffer, 0, n);
            at += n;
        }
    }

    /** A failure after the last complete record is known to the stream that is followed. */
    private int read(int most, boolean required) throws IOException {
        try {
            int n = in.read(buffer, 0, most);
            if (n < 0 && required) {
                throw new EOFException("the file has become shorter while it was copied");
            }
            return n;
        } catch (IOException e) {
            if (required) {
                throw e;
            }
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
