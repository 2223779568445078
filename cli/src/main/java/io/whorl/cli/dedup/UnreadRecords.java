package io.whorl.cli.dedup;

import io.whorl.corpus.format.Skipped;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The records and files that could not be read, in the order of the sources, so that a copy can leave them out. */
final class UnreadRecords {
    private static final int BYTES = Integer.BYTES + Long.BYTES;

    private UnreadRecords() {}

    private static Path file(WorkDirectory work) {
        return work.file("unread");
    }

    /** The number of records and files that are left out. */
    static long count(WorkDirectory work) throws IOException {
        return Files.exists(file(work)) ? Files.size(file(work)) / BYTES : 0;
    }

    /** Writes them. */
    static final class Writer implements Closeable {
        private final FileChannel channel;
        private final DataOutputStream out;

        /** Replaces those of an earlier run. */
        Writer(WorkDirectory work) throws IOException {
            channel = FileChannel.open(
                    file(work),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
        }

        /** Adds a report, unless it is of something without text, or of the rest of a file that breaks off. */
        void add(Skipped skipped, SourcePlaces places) {
            Optional<SourcePlaces.Place> place =
                    skipped.reason().losesText() ? places.ofUnread(skipped.place()) : Optional.empty();
            try {
                if (place.isPresent()) {
                    out.writeInt(place.get().file());
                    out.writeLong(place.get().record());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void force() throws IOException {
            out.flush();
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Finds them for files and records in the order of the sources. */
    static final class Cursor implements Closeable {
        private final DataInputStream in;
        private long left;
        private int file = -1;
        private long record;

        Cursor(WorkDirectory work) throws IOException {
            left = count(work);
            in = new DataInputStream(
                    left == 0
                            ? DataInputStream.nullInputStream()
                            : new BufferedInputStream(Files.newInputStream(file(work))));
            advance();
        }

        private void advance() throws IOException {
            file = left > 0 ? in.readInt() : Integer.MAX_VALUE;
            record = left > 0 ? in.readLong() : Long.MAX_VALUE;
            left--;
        }

        /** True if a record could not be read; 0 for the file as a document. */
        boolean has(int wantedFile, long wantedRecord) throws IOException {
            while (file < wantedFile || file == wantedFile && record < wantedRecord) {
                advance();
            }
            return file == wantedFile && record == wantedRecord;
        }

        /** True if a file has such a record, or is one; a cursor finds either files or records. */
        boolean hasAny(int wantedFile) throws IOException {
            has(wantedFile, 0);
            return file == wantedFile;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
