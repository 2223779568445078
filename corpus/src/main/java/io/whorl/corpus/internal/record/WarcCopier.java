package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.RecordCopier;
import io.whorl.corpus.internal.io.StoredContent;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Copies records of a web archive. One stream finds the starts of records as {@link WarcFormat} does, and a second one
 * follows it and copies. A record that consists of whole gzip members is copied compressed, without the second stream.
 * The number of a record is its position plus 1. A damaged part counts as a record.
 */
final class WarcCopier implements RecordCopier {
    private final StoredContent content;
    private final int keep;
    private final MemberStarts members = new MemberStarts();

    /** @param keep the number of bytes that the reader of the documents keeps of a record, which decides about ends */
    WarcCopier(StoredContent content, int keep) {
        this.content = content;
        this.keep = keep;
    }

    @Override
    public void copy(Sink sink) throws IOException {
        try (FileChannel file = FileChannel.open(content.file(), StandardOpenOption.READ);
                InputStream in = content.open(0, members);
                FollowingStream follows = new FollowingStream(content)) {
            Ranges ranges = new Ranges(sink, file, follows);
            WarcRecordReader records =
                    new WarcRecordReader(new RecordBuffer(in), keep, (at, detail) -> ranges.begin(at));
            Optional<IOException> failure = Optional.empty();
            try {
                for (var record = records.next(); record.isPresent(); record = records.next()) {
                    ranges.begin(record.get().position());
                }
            } catch (IOException e) {
                if (ranges.failed) {
                    throw e;
                }
                failure = Optional.of(e);
                ranges.begin(records.started());
            }
            ranges.end(failure.isEmpty());
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }

    /** Each record reaches to the start of the next one. */
    private final class Ranges {
        private final Sink sink;
        private final FileChannel file;
        private final FollowingStream follows;
        private long start;
        private boolean begun;
        private boolean taken = true;
        /** True while the output is written: a failure then is one of the output. */
        private boolean failed;

        private Ranges(Sink sink, FileChannel file, FollowingStream follows) {
            this.sink = sink;
            this.file = file;
            this.follows = follows;
        }

        /** A record starts here, unless it is known already. */
        private void begin(long position) throws IOException {
            if (begun && position == start) {
                return;
            }
            begun = true;
            failed = true;
            pass(OptionalLong.of(position), true);
            start = position;
            taken = sink.takes(position + 1);
            failed = false;
        }

        private void end(boolean complete) throws IOException {
            pass(OptionalLong.empty(), complete);
        }

        private void pass(OptionalLong end, boolean complete) throws IOException {
            OptionalLong from = members.at(start);
            OptionalLong to = end.isPresent()
                    ? members.at(end.getAsLong())
                    : complete ? OptionalLong.of(file.size()) : OptionalLong.empty();
            boolean empty = end.isPresent() && end.getAsLong() == start;
            if (!taken || empty) {
                return;
            }
            boolean whole = content.isGzip() && from.isPresent() && to.isPresent();
            if (!whole || !sink.writeMembers(file, from.getAsLong(), to.getAsLong() - from.getAsLong())) {
                follows.copy(start, end, from, sink);
            }
        }
    }

    /** Copies sections of a content in their order. Whole gzip members between them are not unpacked. */
    private static final class FollowingStream implements Closeable {
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

    /** The starts of the gzip members that were read and not yet passed. Of very many only some are kept. */
    private static final class MemberStarts implements StoredContent.Members {
        private static final int MOST = 1 << 16;

        private record Start(long stored, long plain) {}

        private final ArrayDeque<Start> starts = new ArrayDeque<>();

        @Override
        public void begin(long stored, long plain) {
            // Empty members belong to the member after them.
            if (starts.isEmpty() || starts.getLast().plain < plain) {
                if (starts.size() == MOST) {
                    starts.removeLast();
                }
                starts.addLast(new Start(stored, plain));
            }
        }

        /**
         * Returns the position of the member that starts with a byte of the unpacked content; empty if none does.
         *
         * @param plain not before that of the last call
         */
        OptionalLong at(long plain) {
            while (!starts.isEmpty() && starts.getFirst().plain < plain) {
                starts.removeFirst();
            }
            return !starts.isEmpty() && starts.getFirst().plain == plain
                    ? OptionalLong.of(starts.getFirst().stored)
                    : OptionalLong.empty();
        }
    }
}
